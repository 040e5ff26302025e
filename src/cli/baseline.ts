import { describeProblems } from '../options/problems.ts'
import { array, findProblems, type Schema } from '../options/schema.ts'
import { findPlace, readDataFile } from './data-file.ts'
import { CommandFailure, exitCodes } from './failure.ts'

/**
 * Reads a file that lists known failures and the reason for each.
 *
 * @throws {CommandFailure} if the file can't be read, or an entry doesn't match the schema; the message has the line and column
 */
export async function readBaseline<Entry>(path: string, entry: Schema): Promise<Entry[]> {
  const entries = (await readDataFile(path, 'baseline', [])) ?? []
  const problems = findProblems(entries, array(entry))
  const [first] = problems
  if (first === undefined) return entries as Entry[]
  const reason = describeProblems(problems, entries, { whole: 'the list' })
  const place = await findPlace(path, first.path)
  throw new CommandFailure(`Failed to read the baseline ${path}${place}: ${reason}.`, exitCodes.usage)
}
