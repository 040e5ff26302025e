import { array, type Schema } from '../options/schema.ts'
import { readChecked } from './data-file.ts'

/**
 * Reads a file that lists known failures and the reason for each.
 *
 * @throws {CommandFailure} if the file can't be read, or an entry doesn't match the schema; the message has the line and column
 */
export const readBaseline = async <Entry>(path: string, entry: Schema): Promise<Entry[]> =>
  (await readChecked(path, 'baseline', array(entry), [])) as Entry[]
