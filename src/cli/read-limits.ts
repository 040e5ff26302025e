import { findContradiction, type Limits, LimitsError, limitsSchema, parseLimits } from '../contract/limits.ts'
import { OptionsError } from '../options/options-error.ts'
import { findProblems } from '../options/schema.ts'
import { shortenNames } from './closest.ts'
import { findPlace, readDataFile } from './data-file.ts'
import { CommandFailure, exitCodes } from './failure.ts'

/**
 * Reads a file of limits.
 *
 * @throws {CommandFailure} if the file can't be read, or a keyword is unknown or has a wrong value; the message has the line and column
 */
export async function readLimits(path: string): Promise<Limits> {
  const value = await readDataFile(path, 'limits', {})
  try {
    return parseLimits(value)
  } catch (error) {
    if (!(error instanceof LimitsError)) throw error
    const position = await findPlace(path, error.path)
    const reason = shortenNames(error.message).replace(/\??$/, (end) => end || '.')
    throw new CommandFailure(`Failed to read the limits ${path}${position}: ${reason}`, exitCodes.usage)
  }
}

/** Refuses limits of a configuration file that no value can meet; the fake checks everything else. */
export function checkContradictions(limits: Limits): Limits {
  const found = findProblems(limits, limitsSchema).length > 0 ? undefined : findContradiction(limits)
  if (found !== undefined) throw new OptionsError(`limits.${found.member} ${found.problem}`)
  return limits
}
