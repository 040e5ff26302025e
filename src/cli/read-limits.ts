import type { Limits } from '../contract/generated/limits.ts'
import { usableLimits } from '../contract/usable-limits.ts'
import { readChecked } from './data-file.ts'

/**
 * Reads a file of limits.
 *
 * @throws {CommandFailure} if the file can't be read, or a keyword is unknown or has a wrong value; the message has the line and column
 */
export const readLimits = async (path: string): Promise<Limits> =>
  (await readChecked(path, 'limits', usableLimits, {})) as Limits
