import { stringifyExactJson } from '../contract/exact-json.ts'
import { type Exchange, readStatus } from '../http/exchange.ts'
import type { FailureName } from '../store/failures.ts'
import type { Habit } from '../store/habits.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import type { Ask } from './ask.ts'
import type { Row } from './learn-rows.ts'
import { describe, type Notes } from './notes.ts'
import { isReadable, origins, toPagePlant, toPreflight } from './pages.ts'
import { readAnswer, toForm } from './read-answer.ts'
import { isAccepted, type Service } from './service.ts'
import { writeMember, writePlain } from './triggers.ts'
import type { Lesson } from './write-configuration.ts'

/** Requests that show habits: an accepted one does, unless `habitRefusals` names refusals. */
const habitAsks: Readonly<Record<Habit, (session: Session) => Omit<Ask, 'title'>>> = {
  'accepts-repeated-content-type': (session) => ({
    headers: { 'content-type': ['application/json', 'application/json'] },
    body: writePlain(session),
  }),
  'checks-credentials-first': (session) => ({
    path: '/nothing',
    headers: { authorization: null },
    body: writePlain(session),
  }),
  'checks-empty-body-type': () => ({ headers: { 'content-type': null } }),
  'ignores-byte-order-mark': (session) => ({ body: `\ufeff${writePlain(session)}` }),
  'ignores-content-encoding': (session) => ({
    headers: { 'content-encoding': 'rot13' },
    body: writePlain(session),
  }),
  'reads-first-authorization': (session) => ({
    headers: { authorization: ['Bearer {token}', 'Bearer other'] },
    body: writePlain(session),
  }),
}

/** Habits that an answer like that to another failure shows, unlike the usual failure. */
const habitRefusals: Partial<Record<Habit, readonly [like: FailureName, unlike: FailureName]>> = {
  'checks-credentials-first': ['missing-credentials', 'unknown-path'],
  'checks-empty-body-type': ['unsupported-media-type', 'missing-body'],
}

export async function learnHabits({ send }: Service, rows: readonly Row[]): Promise<Lesson[]> {
  const formsOf = (failure: FailureName): string[] =>
    rows.filter(({ trigger }) => trigger.failure === failure).map(({ exchange }) => toForm(exchange))
  const shown = await Promise.all(
    Object.entries(habitAsks).map(async ([name, toAsk]) => {
      const exchange = await send((session) => ({ ...toAsk(session), title: name }))
      const [like, unlike] = habitRefusals[name as Habit] ?? []
      const form = toForm(exchange)
      const isLike = like !== undefined && formsOf(like).includes(form)
      const isHabit = unlike === undefined ? isAccepted(exchange) : isLike && !formsOf(unlike).includes(form)
      return isHabit ? [{ name, by: `request ${exchange.number}` }] : []
    }),
  )
  const found = shown.flat()
  if (found.length === 0) return []
  const by = found.map(({ name, by: request }) => `${name}: ${request}`).join(', ')
  return [{ path: ['habits'], value: found.map(({ name }) => name), by }]
}

/** Learns what a 200 has besides the members of a Plant. */
export async function learnCreated({ send, session, fail }: Service, notes: Notes): Promise<Lesson[]> {
  const asked = await Promise.all(
    [true, false, true, false].map(async (hasTag) => {
      const plant = createPlainPlant(session, { hasTag })
      const exchange = await send({ title: 'a plain plant', body: writePlant(plant) })
      return { plant, exchange, title: `a plant ${hasTag ? 'with' : 'without'} a tag` }
    }),
  )
  if (!asked.some(({ exchange }) => typeof readAnswer(exchange)?.members?.['name'] === 'string'))
    fail('not-found', `${session.base.href} answers plain plants, but never with a Plant`)
  const lessons: Lesson[] = []
  for (const { plant, ...shown } of asked) {
    notes.judge(shown, { id: 'free' })
    const { members, headers } = readAnswer(shown.exchange) ?? {}
    const { name: _name, ...more } = members ?? {}
    const type = headers?.['content-type'] ?? ''
    if (type.toLowerCase() !== 'application/json' && /^application\/json *;/i.test(type))
      lessons.push({
        path: ['answers', 'created', 'headers', 'content-type'],
        value: type,
        by: describe(shown),
      })
    for (const [member, value] of Object.entries(more)) {
      const isSent = member === 'tag' && (plant.tag !== undefined || typeof value !== 'string')
      if (isSent) continue
      const isId = member === 'id' && String(value) === String(plant.id)
      lessons.push({
        path: ['answers', 'created', 'members', member],
        value: isId ? '{id}' : value,
        by: describe(shown),
      })
    }
  }
  return lessons.filter(({ path, value }, index) => {
    const same = lessons.filter(({ path: other }) => other.join() === path.join())
    if (same.some((other) => stringifyExactJson(other.value) !== stringifyExactJson(value)))
      for (const one of same) one.by = `${one.by.replace(/; .*/, '')}; it varies`
    return same[0] === lessons[index]
  })
}

export async function learnUnknownMembers(
  { send }: Service,
  isInvalid: (exchange: Exchange) => boolean,
  notes: Notes,
): Promise<Lesson[]> {
  const title = 'a member that the schema does not name'
  const exchange = await send((session) => ({ title, body: writeMember(session, 'height', '1.5') }))
  const by = describe({ title, exchange })
  if (isAccepted(exchange)) return [{ path: ['unknownMembers'], value: 'ignore', by }]
  if (isInvalid(exchange)) return [{ path: ['unknownMembers'], value: 'refuse', by }]
  notes.cannot(
    { title, exchange },
    `a member that the schema does not name is answered ${readStatus(exchange)}`,
  )
  return []
}

/** Learns which origins are allowed; none if no tried one is, since the service may know others. */
export async function learnCors({ send }: Service): Promise<Lesson[]> {
  const shown = await Promise.all(
    origins.map(async (origin) => {
      const [preflight, plant] = await Promise.all([
        send(toPreflight(origin)),
        send((session) => toPagePlant(origin, session)),
      ])
      const isAllowed = isReadable(preflight, origin) && isReadable(plant, origin)
      return { origin, isAllowed, number: preflight.number }
    }),
  )
  const allowed = shown.filter(({ isAllowed }) => isAllowed).map(({ origin }) => origin)
  if (allowed.length === 0) return []
  const value = allowed.length === origins.length ? '*' : allowed
  const by = shown.map(
    ({ origin, isAllowed, number }) => `request ${number}: ${isAllowed ? '' : 'not '}${origin}`,
  )
  return [{ path: ['cors'], value, by: by.join(', ') }]
}

/** How many plants in a row show how long answers take. */
const timed = 9

/** Milliseconds in which an answer comes without a delay. */
const noDelay = 5

export async function learnLatency({ send }: Service): Promise<Lesson[]> {
  const durations: number[] = []
  const numbers: (number | undefined)[] = []
  for (let left = timed; left > 0; left--) {
    const { duration, number } = await send((session) => ({ title: 'a plant', body: writePlain(session) }))
    durations.push(duration)
    numbers.push(number)
  }
  const sorted = durations.toSorted((one, other) => one - other)
  const at = (quantile: number): number => Math.round(sorted[Math.floor((timed - 1) * quantile)] ?? 0)
  if (at(0.5) < noDelay) return []
  return [
    {
      path: ['latency'],
      value: [at(0.1), at(0.9)],
      by: `the 10th and 90th percentile of requests ${numbers[0]} to ${numbers.at(-1)}`,
    },
  ]
}
