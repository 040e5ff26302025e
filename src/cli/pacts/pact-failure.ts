import { BrokerError, PactFileError, PactOptionsError, type PactReport } from '../../pact/pact.ts'
import { CommandFailure, exitCodes, isMissingPeer } from '../failure.ts'

/**
 * Explains in one line why a command about pacts failed.
 *
 * @throws {CommandFailure} with the matching exit code; rethrows any other error
 */
export function failWithPacts(what: string, error: unknown): never {
  if (isMissingPeer(error)) throw new CommandFailure((error as Error).message, exitCodes.usage, error)
  const isUsage = error instanceof PactOptionsError || error instanceof PactFileError
  if (!isUsage && !(error instanceof BrokerError)) throw error
  const exitCode = isUsage ? exitCodes.usage : exitCodes.unjudged
  throw new CommandFailure(`Failed to ${what}: ${error.message}.`, exitCode, error)
}

/** Returns the exit code of a report: a broken pact is wrong usage, although the others were used. */
export const toExitCode = ({ broken, outcome }: PactReport, code: number): number =>
  broken.length > 0 && outcome !== 'unjudged' ? exitCodes.usage : code
