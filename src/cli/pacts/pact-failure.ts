import { BrokerError, PactFileError, type PactReport } from '../../pact/pact.ts'
import { failWithOption } from '../fail-with-option.ts'
import { CommandFailure, exitCodes, isMissingPeer } from '../failure.ts'

/** The flags that have other names than the options. */
const flagOf: Readonly<Record<string, string>> = {
  'broker.url': 'broker',
  'broker.token': 'brokerToken',
  'broker.selectors': 'selector',
  'broker.publish.version': 'publish',
}

/**
 * Explains in one line why a command about pacts failed.
 *
 * @throws {CommandFailure} with the matching exit code; rethrows any other error
 */
export function failWithPacts(what: string, error: unknown): never {
  const fail = (reason: string, exitCode: number = exitCodes.usage): never => {
    throw new CommandFailure(`Failed to ${what}: ${reason}`, exitCode, error)
  }
  if (isMissingPeer(error)) throw new CommandFailure((error as Error).message, exitCodes.usage, error)
  if (!(error instanceof PactFileError || error instanceof BrokerError))
    return failWithOption(error, (reason) => fail(reason), {}, flagOf)
  return fail(`${error.message}.`, error instanceof BrokerError ? exitCodes.unjudged : exitCodes.usage)
}

/** Returns the exit code of a report: a broken pact is a usage error, although the others were used. */
export const toExitCode = ({ broken, outcome }: PactReport, code: number): number =>
  broken.length > 0 && outcome !== 'unjudged' ? exitCodes.usage : code
