import { createRequire } from 'node:module'

/** The module of Pact. */
export type Pact = typeof import('@pact-foundation/pact')

/** Pact's builder of a pact. */
export type PactV4Options = ConstructorParameters<Pact['PactV4']>[0]

/** An interaction of Pact that isn't complete yet. */
export type BegunInteraction = ReturnType<InstanceType<Pact['PactV4']>['addInteraction']>

/** An interaction of Pact that is ready for its test. */
export type ReadyInteraction = ReturnType<ReturnType<BegunInteraction['withRequest']>['willRespondWith']>

/**
 * Loads the Pact that is installed next to the kit.
 *
 * @throws {Error} if it is not installed; the message says what to install
 */
export function loadPact(): Pact {
  try {
    return createRequire(import.meta.url)('@pact-foundation/pact')
  } catch (error) {
    const fix = 'Pact could not be loaded. Run npm install --save-dev @pact-foundation/pact.'
    throw new Error(`Failed to start the mock of Pact: ${fix}`, { cause: error })
  }
}
