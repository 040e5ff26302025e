import { describeValue } from '../options/problems.ts'
import type { JournalEntry } from '../store/journal-entry.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'
import { ControlError } from './control-error.ts'
import { toCommands, toJournalArchive } from './export-requests.ts'
import { writeInSlices } from './in-slices.ts'
import { writeJson } from './write-json.ts'

/** A long answer, which is sent in slices. */
export class SlicedResult {
  readonly type: string
  readonly slices: readonly Buffer[]

  constructor(type: string, slices: readonly Buffer[]) {
    this.type = type
    this.slices = slices
  }
}

/** Shows an object with one list, after other members if there are any. */
export async function showList(
  name: string,
  items: readonly object[],
  before: object = {},
): Promise<SlicedResult> {
  const frame: [string, string] = [JSON.stringify({ ...before, [name]: [] }).slice(0, -2), ']}']
  return new SlicedResult('application/json', await writeInSlices(items, writeJson, ',', frame))
}

/** Shows requests in the format that a client asks for, JSON by default. */
export async function showRequests(
  entries: JournalEntry[],
  format: string | undefined,
  { settings }: AnyPlantStore,
  origin: string,
): Promise<SlicedResult> {
  switch (format) {
    case undefined:
      return showList('requests', entries)
    case 'har':
      return new SlicedResult('application/har+json', await toJournalArchive(entries, origin))
    case 'curl':
      return new SlicedResult(
        'text/plain; charset=utf-8',
        await toCommands(entries, origin, settings.tokens !== undefined),
      )
    default:
      throw new ControlError(400, `format must be har or curl, got ${describeValue(format)}`)
  }
}
