import { createRequire } from 'node:module'

/**
 * Finds the program of Pact's command line that is installed beside the kit. Its JavaScript would leave the program
 * running where that is ended.
 *
 * @throws {Error} where it is not installed; the message says what to install
 */
export function findBrokerClient(): string {
  try {
    const require = createRequire(import.meta.url)
    const { default: paths } = require('@pact-foundation/pact-cli/src/pact-standalone')
    return paths.pactFullPath
  } catch (error) {
    const fix = 'Run npm install --save-dev @pact-foundation/pact-cli.'
    throw new Error(`Pact's command line could not be loaded. ${fix}`, { cause: error })
  }
}
