import { wasTaken } from '../http/exchange.ts'
import { idForms } from '../probes/ids.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { FailureName } from '../store/failures.ts'
import type { Habit } from '../store/habits.ts'
import type { Sent } from './ask.ts'
import { listForms, type Row } from './learn-rows.ts'
import { isReadable, origins, toPagePlant, toPreflight } from './pages.ts'
import { isRefused, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import { listHabitAsks } from './triggers.ts'
import type { Lesson } from './write-configuration.ts'

/** Habits that a service has if it refuses the request as it does one failure, and not as it does the other. */
const habitRefusals: Partial<Record<Habit, readonly [like: FailureName, unlike: FailureName]>> = {
  'checks-credentials-first': ['missing-credentials', 'unknown-path'],
  'checks-empty-body-type': ['unsupported-media-type', 'missing-body'],
}

/** Learns whether ids with a zero fraction or an exponent are refused. */
async function learnFloatIds(
  send: Service['send'],
  session: Service['session'],
  rows: readonly Row[],
): Promise<Habit[]> {
  const asks = idForms.probes(session).flatMap(({ toAsk }) => toAsk(session) ?? [])
  const answers = await Promise.all(asks.map(send))
  const stored = listForms(rows, 'duplicate-id')
  const areRefused = answers.every((answer) => isRefused(answer) && !stored.includes(toForm(answer)))
  return asks.length > 0 && areRefused ? ['refuses-float-ids'] : []
}

/** Learns which habits a service has: those whose request it accepts, unless `habitRefusals` names them. */
export async function learnHabits({ send, session }: Service, rows: readonly Row[]): Promise<Lesson[]> {
  const shown = await Promise.all(
    listHabitAsks(session).map(async ([name, toAsk]) => {
      const exchange = await send(toAsk)
      const [like, unlike] = habitRefusals[name] ?? []
      const form = toForm(exchange)
      const isLike = like !== undefined && listForms(rows, like).includes(form)
      const isHabit =
        unlike === undefined ? wasTaken(exchange) : isLike && !listForms(rows, unlike).includes(form)
      return isHabit ? [name] : []
    }),
  )
  const found = [...shown.flat(), ...(await learnFloatIds(send, session, rows))]
  if (found.length === 0) return []
  return [{ path: ['habits'], value: found.sort(), by: 'each showed in a request of its own' }]
}

/** Returns whether the answer to a stored id has the name of the stored plant. */
const hasStoredName = ({ ask: { before = [] }, ...exchange }: Sent): boolean =>
  before.some(({ plant }) => plant?.name === readAnswer(exchange)?.members?.['name'])

/** Learns whether a plant with a stored id is refused. */
export function learnOnDuplicate(rows: readonly Row[]): Lesson[] {
  const row = rows.find(({ trigger }) => trigger.failure === 'duplicate-id')
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
const latencies = [0, 10, 30, 100, 300, 1000, 3000, 10_000]

/** Finds the nearest of the latencies, by their ratio. */
const round = (ms: number): number =>
  latencies.findLast((latency) => latency === 0 || ms >= latency / Math.sqrt(3)) ?? 0

/** Learns how long answers take. */
export async function learnLatency({ send }: Service): Promise<Lesson[]> {
  const durations: number[] = []
  for (let left = timed; left > 0; left--)
    durations.push((await send((own) => ({ plant: createPlainPlant(own) }))).duration)
  const sorted = durations.toSorted((one, other) => one - other)
  const at = (quantile: number): number => sorted[Math.floor((timed - 1) * quantile)] ?? 0
  // A busy machine is slow now and then.
  const value = round(at(0.25))
  const by = `${timed} plants one after another: the lower quartile, to one of few values`
  return value === 0 ? [] : [{ path: ['latency'], value, by }]
}
