import { BrokerError, PactFileError, PactOptionsError } from '../pact/pact.ts'
import { CommandFailure, exitCodes } from './failure.ts'

/**
 * Tells in a line why something could not be done with pacts.
 *
 * @throws {CommandFailure} with the exit code for it; anything else as it is
 */
export function failWithPacts(what: string, error: unknown): never {
  const isUsage = error instanceof PactOptionsError || error instanceof PactFileError
  if (!isUsage && !(error instanceof BrokerError)) throw error
  const exitCode = isUsage ? exitCodes.usage : exitCodes.unjudged
  throw Object.assign(new CommandFailure(`Failed to ${what}: ${error.message}.`, exitCode), { cause: error })
}
