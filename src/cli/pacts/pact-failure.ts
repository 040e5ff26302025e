import { PactFileError } from '../../pact/pact.ts'
import { CommandFailure, exitCodes, type Fail, isMissingPeer } from '../failure.ts'
import { failWithOption } from '../options.ts'
import { verifyPactsFlags } from './verify-pacts-flags.ts'

/**
 * Explains in one line why a command about pacts failed.
 *
 * @throws {CommandFailure} with the matching exit code; rethrows any other error
 */
export function failWithPacts(what: string, error: unknown): never {
  const fail: Fail = (reason) => {
    throw new CommandFailure(`Failed to ${what}: ${reason}`, exitCodes.usage, error)
  }
  if (isMissingPeer(error)) throw new CommandFailure((error as Error).message, exitCodes.usage, error)
  if (error instanceof PactFileError) return fail(error.message)
  return failWithOption(error, fail, verifyPactsFlags, {})
}
