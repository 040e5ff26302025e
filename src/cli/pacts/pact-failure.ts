import { BrokerError, PactFileError, PactOptionsError, type PactReport } from '../../pact/pact.ts'
import { CommandFailure, exitCodes, isMissingPeer } from '../failure.ts'
import { toKebabCase } from '../flags.ts'

/** The options of a broker whose flags have other names. */
const flagOf: Readonly<Record<string, string>> = { 'broker.url': 'broker', 'broker.token': 'broker-token' }

const toFlag = (option: string): string => `--${flagOf[option] ?? toKebabCase(option.replace(/.*\./, ''))}`

/** Names the flags of the options in a message; the last occurrence is the option, as others may be names of services. */
function nameFlags({ message, options }: PactOptionsError): string {
  return options.reduce((text, option) => {
    const at = text.lastIndexOf(option)
    return text.slice(0, at) + toFlag(option) + text.slice(at + option.length)
  }, message)
}

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
  const reason = error instanceof PactOptionsError ? nameFlags(error) : error.message
  throw new CommandFailure(`Failed to ${what}: ${reason}.`, exitCode, error)
}

/** Returns the exit code of a report: a broken pact is wrong usage, although the others were used. */
export const toExitCode = ({ broken, outcome }: PactReport, code: number): number =>
  broken.length > 0 && outcome !== 'unjudged' ? exitCodes.usage : code
