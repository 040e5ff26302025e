import { createRequire } from 'node:module'

/** Finds the verifier of Pact that is installed with the kit, as a package of its own or as a part of Pact. */
export function findVerifier(): string {
  try {
    const require = createRequire(import.meta.url)
    try {
      return require.resolve('@pact-foundation/pact-core')
    } catch {
      return createRequire(require.resolve('@pact-foundation/pact')).resolve('@pact-foundation/pact-core')
    }
  } catch (error) {
    const fix = 'Pact could not be loaded. Run npm install --save-dev @pact-foundation/pact-core.'
    throw new Error(`Failed to verify the pacts: ${fix}`, { cause: error })
  }
}
