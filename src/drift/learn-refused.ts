import { createPlainPlant, writePlant } from '../probes/plain-plant.ts'
import type { FailureName, Mistake } from '../store/failures.ts'
import type { Sent } from './ask.ts'
import { countPassing } from './bisect.ts'
import { groupBy } from './group-by.ts'
import { listForms, type Row } from './learn-rows.ts'
import { isRefused, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import type { Lesson } from './write-configuration.ts'

/** Patterns of what some services refuse. */
const patterns = {
  'unexpected-query': String.raw`^[^\n?]*\?.`,
  'repeated-member': String.raw`[{,]\s*"(id|name|tag)"\s*:[^{}]*,\s*"\1"\s*:`,
  'fractional-id': String.raw`"id"\s*:\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)\s*[,}]`,
}

/** Requests that some services refuse as another mistake than the fake does, by the titles of their cases: their patterns, and the mistake of the fake. */
export const ambiguous: Readonly<Record<string, readonly [pattern: string, own?: FailureName | Mistake]>> = {
  'a space': [String.raw`^[^\n]*\n\s+$`, 'malformed-body'],
  null: [String.raw`^[^\n]*\n\s*null\s*$`, 'not-an-object'],
  'id is null': [String.raw`"id"\s*:\s*null`, 'invalid-id'],
  'name is null': [String.raw`"name"\s*:\s*null`, 'invalid-name'],
  'the name " "': [String.raw`"name"\s*:\s*"\s+"`],
}

/** What they may be refused as. */
const readings = ['missing-body', 'missing-id', 'missing-name', 'name-minLength'] as const

/** Returns whether only some services refuse a mistake. */
export const isRefusable = (mistake: Mistake | undefined): mistake is Mistake =>
  mistake === 'deep-nesting' || (mistake !== undefined && mistake !== 'fractional-id' && mistake in patterns)

/** Depths of nesting around the limits that parsers often have. */
const depths = [15, 20, 31, 50, 63, 99, 127, 199, 255, 499, 511, 990, 1023, 2000, 3000, 5000]

/** Learns how deeply a body may be nested, roughly; undefined if no request shows a limit. */
async function learnDepth({ send }: Service, rows: readonly Row[]): Promise<Lesson[]> {
  const find = (title: string): Sent | undefined =>
    rows.find(({ trigger }) => trigger.title === title)?.exchange
  const [deep, flat] = [find('10000 nested arrays in an extra member'), find('an extra member')]
  if (deep === undefined || flat === undefined || !isRefused(deep) || toForm(deep) === toForm(flat)) return []
  const isDeep = async (depth: number): Promise<boolean> => {
    const exchange = await send((session) => {
      const body = writePlant(createPlainPlant(session)).slice(0, -1)
      return { body: `${body},"more":${'['.repeat(depth)}${']'.repeat(depth)}}` }
    })
    return toForm(exchange) === toForm(deep)
  }
  const count = await countPassing(depths, async (depth) => !(await isDeep(depth)))
  const most = depths[count - 1]
  // No parser refuses so few levels: the member is refused for itself.
  if (most === undefined) return []
  const by = `${most} nested arrays in an extra member were read, and ${depths[count] ?? 10_000} refused`
  return [{ path: ['refuses', 'deep-nesting'], value: `(?:[\\[{][^\\[\\]{}]*){${most + 2}}`, by }]
}

/** Learns which requests a service refuses as another mistake than the fake does. */
function learnReadings(rows: readonly Row[]): Lesson[] {
  const found = rows.flatMap((row): { name: string; pattern: string; title: string }[] => {
    const { title } = row.trigger
    const [pattern, own] = ambiguous[title] ?? []
    const isLike = (name: FailureName | Mistake): boolean =>
      rows.some(
        (other) =>
          other !== row &&
          (other.trigger.mistake ?? other.trigger.failure) === name &&
          toForm(other.exchange) === toForm(row.exchange),
      )
    // The texts of other bodies than Errors are not compared.
    const isOther = isRefused(row.exchange) && readAnswer(row.exchange)?.isError && !(own && isLike(own))
    const name = isOther ? readings.find(isLike) : undefined
    return pattern === undefined || name === undefined ? [] : [{ name, pattern, title }]
  })
  return groupBy(found, ({ name }) => name).map((same) => ({
    path: ['refuses', `${same[0]?.name}`],
    value: same.map(({ pattern }) => pattern).join('|'),
    by: same.map(({ title }) => title).join(', '),
  }))
}

/** Learns what a service refuses that the fake accepts by itself, or as another mistake. */
export async function learnRefused(service: Service, rows: readonly Row[]): Promise<Lesson[]> {
  const stored = listForms(rows, 'duplicate-key')
  const found = Object.entries(patterns).flatMap(([mistake, value]): Lesson[] => {
    const own = rows.filter(({ trigger: { title, mistake: shown } }) =>
      mistake === 'fractional-id' ? title.startsWith('an id written as ') : shown === mistake,
    )
    const areRefused = own.every(({ exchange }) => isRefused(exchange) && !stored.includes(toForm(exchange)))
    const [first] = own
    return first && areRefused ? [{ path: ['refuses', mistake], value, by: first.trigger.title }] : []
  })
  return [...found, ...learnReadings(rows), ...(await learnDepth(service, rows))]
}
