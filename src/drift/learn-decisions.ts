import { isJsonContentType } from '../contract/content-type.ts'
import { operation } from '../contract/generated/operation.ts'
import { wasTaken } from '../http/exchange.ts'
import { cutQuery } from '../http/mask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { FailureName } from '../store/failures.ts'
import { type Habit, habits } from '../store/habits.ts'
import type { Sent } from './ask.ts'
import { listForms, type Row } from './learn-rows.ts'
import { isReadable, origins, toPagePlant, toPreflight } from './pages.ts'
import { isRefused, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import type { Lesson } from './write-configuration.ts'

/** Learns which habits a service has: those whose requests it accepts, or refuses as credentials or a wrong content type. */
export function learnHabits(rows: readonly Row[]): Lesson[] {
  const found = habits.filter((habit) => {
    const own = rows.filter(({ trigger }) => trigger.habit === habit)
    return own.length > 0 && own.every(({ exchange }) => shows(habit, exchange))
  })
  function shows(habit: Habit, exchange: Sent): boolean {
    const isAs = (...failures: readonly FailureName[]): boolean =>
      failures.some((failure) => listForms(rows, failure).includes(toForm(exchange)))
    if (habit === 'checks-empty-body-type') return isAs('unsupported-media-type') && !isAs('missing-body')
    return habit.startsWith('exact-')
      ? isAs('missing-credentials', 'invalid-credentials')
      : wasTaken(exchange)
  }
  if (found.length === 0) return []
  return [{ path: ['habits'], value: found, by: 'each showed in a request of its own' }]
}

/** Learns which other paths and content types are accepted, exactly as they were sent. */
export function learnAccepted(rows: readonly Row[]): Lesson[] {
  const accepted = rows.flatMap(({ trigger, exchange }) => {
    const { path, headers } = exchange.ask
    if (trigger.failure === 'duplicate-key' || !wasTaken(exchange)) return []
    const type = [headers?.['Content-Type'] ?? []].flat().join(', ')
    const isOtherPath = path !== undefined && cutQuery(path) !== operation.path
    const hasNone = headers?.['Content-Type'] === null
    return [
      ...(hasNone ? ['none'] : []),
      ...(isOtherPath ? [cutQuery(path)] : []),
      ...(isJsonContentType(type || undefined) || type === '' ? [] : [type]),
    ]
  })
  const value = [...new Set(accepted)].sort()
  return value.length === 0 ? [] : [{ path: ['accepts'], value, by: 'each was sent, and accepted' }]
}

/** Returns whether the answer to a stored id has the name of the stored plant. */
const hasStoredName = ({ ask: { before = [] }, ...exchange }: Sent): boolean =>
  before.some(({ plant }) => plant?.name === readAnswer(exchange)?.members?.['name'])

/** Learns whether a plant with a stored id is refused. */
export function learnOnDuplicate(rows: readonly Row[]): Lesson[] {
  const row = rows.find(({ trigger }) => trigger.failure === 'duplicate-key')
  if (row === undefined) return []
  const { exchange } = row
  const value = !wasTaken(exchange) ? 'reject' : hasStoredName(exchange) ? 'keep' : 'replace'
  return [{ path: ['onDuplicate'], value, by: row.trigger.title }]
}

/** Learns whether members that the schema doesn't name are refused. */
export function learnUnknownMembers(rows: readonly Row[]): Lesson[] {
  const row = rows.find(({ trigger }) => trigger.mistake === 'unknown-member')
  if (row === undefined) return []
  const { trigger, exchange } = row
  const value = wasTaken(exchange) ? 'ignore' : isRefused(exchange) ? 'refuse' : undefined
  return value === undefined ? [] : [{ path: ['unknownMembers'], value, by: trigger.title }]
}

/** Learns which origins are allowed; none if no tried one is, since the service may know others. */
export async function learnCors({ send }: Service): Promise<Lesson[]> {
  const shown = await Promise.all(
    origins.map(async (origin) => {
      const [preflight, plant] = await Promise.all([send(toPreflight(origin)), send(toPagePlant(origin))])
      const isAllowed = isReadable(preflight, origin) && isReadable(plant, origin)
      return { origin, isAllowed }
    }),
  )
  const allowed = shown.filter(({ isAllowed }) => isAllowed).map(({ origin }) => origin)
  if (allowed.length === 0) return []
  const value = allowed.length === origins.length ? '*' : allowed
  const by = shown.map(({ origin, isAllowed }) => `${origin} ${isAllowed ? 'may' : 'may not'} read answers`)
  return [{ path: ['cors'], value, by: by.join(', ') }]
}

/** How many plants in a row show how long answers take. */
const timed = 9

/** The latencies that can be learned, in milliseconds: few, so that two runs find the same. */
const latencies = [0, 100, 300, 1000, 3000, 10_000]

/** Finds the nearest of the latencies, by their ratio. */
const round = (ms: number): number =>
  latencies.findLast((latency) => latency === 0 || ms >= latency / Math.sqrt(3)) ?? 0

/** Learns how long answers take. */
export async function learnLatency({ send }: Service): Promise<Lesson[]> {
  const durations: number[] = []
  for (let left = timed; left > 0; left--)
    durations.push((await send((own) => ({ plant: createPlainPlant(own) }))).duration)
  // A busy machine is slow now and then.
  const value = round(Math.min(...durations))
  const by = `${timed} plants one after another: the shortest time, to one of few values`
  return value === 0 ? [] : [{ path: ['latency'], value, by }]
}
