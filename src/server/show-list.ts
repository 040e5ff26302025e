import { stringifyExactJson } from '../contract/exact-json.ts'
import { describeValue } from '../contract/problems.ts'
import type { JournalEntry } from '../store/journal-entry.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'
import { ControlError } from './control-error.ts'
import { toCommands, toJournalArchive } from './export-requests.ts'
import { writeInSlices } from './in-slices.ts'

/** An answer that isn't JSON of the control API. */
export class TextResult {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** Writes an object with one list, after other members if there are any. */
export const writeList = async (
  name: string,
  items: readonly object[],
  before: object = {},
): Promise<string> =>
  `${JSON.stringify({ ...before, [name]: [] }).slice(0, -2)}${await writeInSlices(items, stringifyExactJson, ',')}]}`

/** Shows requests in the format that a client asks for, JSON by default. */
export async function showRequests(
  entries: JournalEntry[],
  format: string | undefined,
  { settings }: AnyPlantStore,
  origin: string,
): Promise<unknown> {
  switch (format) {
    case undefined:
      return new TextResult('application/json', await writeList('requests', entries))
    case 'har':
      return new TextResult('application/har+json', await toJournalArchive(entries, origin))
    case 'curl':
      return new TextResult(
        'text/plain; charset=utf-8',
        await toCommands(entries, origin, settings.tokens !== undefined),
      )
    default:
      throw new ControlError(400, `format must be har or curl, got ${describeValue(format)}`)
  }
}
