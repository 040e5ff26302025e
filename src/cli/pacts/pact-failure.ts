import { BrokerError, PactFileError, PactOptionsError } from '../../pact/pact.ts'
import { CommandFailure, exitCodes, isMissingPeer } from '../failure.ts'

/**
 * Tells in a line why something could not be done with pacts.
 *
 * @throws {CommandFailure} with the exit code for it; anything else as it is
 */
export function failWithPacts(what: string, error: unknown): never {
  if (isMissingPeer(error))
    throw Object.assign(new CommandFailure((error as Error).message, exitCodes.usage), { cause: error })
  const isUsage = error instanceof PactOptionsError || error instanceof PactFileError
  if (!isUsage && !(error instanceof BrokerError)) throw error
  const exitCode = isUsage ? exitCodes.usage : exitCodes.unjudged
  throw Object.assign(new CommandFailure(`Failed to ${what}: ${error.message}.`, exitCode), { cause: error })
}
