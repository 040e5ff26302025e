import type { Ask } from '../probes/ask.ts'
import { emptyTokens, malformedTokens, otherSchemes } from '../probes/credentials.ts'
import { fractionalIds, idsBeyondInt64 } from '../probes/members.ts'
import type { Decision, Probe, ProbeGroup } from '../probes/probe.ts'
import { listProbes } from '../probes/probes.ts'
import {
  type FailureName,
  failureNames,
  type Mistake,
  type PlantMistake,
  toFailure,
} from '../store/failures.ts'
import { type Habit, habits } from '../store/habits.ts'
import type { Session } from '../verify/trial.ts'
import { writePlain } from './write-plain.ts'

/** A request that shows a row of the table of answers, or that only shows whether the fake answers it alike. */
export interface Trigger extends Pick<Probe, 'title' | 'isForHttpLayer'> {
  failure?: FailureName
  /** The exact mistake, if it has exactly one. */
  mistake?: Mistake
  toAsk(session: Session): Ask
}

/** A decision of the fake, by its own names. */
type Shown = FailureName | PlantMistake | Habit | 'standards'

const isFailure = (name: string): name is FailureName => (failureNames as readonly string[]).includes(name)

const isHabit = (name: string | undefined): name is Habit =>
  (habits as readonly string[]).includes(name ?? '')

function toShown(shows: Decision & Shown): Pick<Trigger, 'failure' | 'mistake'> {
  if (shows === 'standards') return {}
  return isFailure(shows) ? { failure: shows } : { failure: 'invalid-plant', mistake: shows as PlantMistake }
}

/** Lists the probes that show a decision, and what each sends. */
const listShowing = (session: Session) =>
  listProbes(session).flatMap(({ shows, title, toAsk, isForHttpLayer = false }) => {
    const own = { title, isForHttpLayer, toAsk: (from: Session) => toAsk(from) ?? {} }
    return shows === undefined || toAsk(session) === undefined ? [] : [{ shows, ...own }]
  })

/** The probes of mistakes that a decision doesn't name. */
const mistaken: readonly (readonly [mistake: Mistake, group: ProbeGroup])[] = [
  ['other-scheme', otherSchemes],
  ['empty-token', emptyTokens],
  ['malformed-token', malformedTokens],
  ['fractional-id', fractionalIds],
  ['id-out-of-range', idsBeyondInt64],
]

/** How many probes show a mistake: not the first ones, which are alike. */
const ofMistake = 3

const listMistaken = (session: Session): Trigger[] =>
  mistaken.flatMap(([mistake, group]) =>
    group
      .probes(session)
      .filter(({ toAsk }) => toAsk(session) !== undefined)
      .filter((_probe, index) => index % ofMistake === 0)
      .slice(0, ofMistake)
      .map(({ title, toAsk, isForHttpLayer = false }) => ({
        failure: toFailure(mistake),
        mistake,
        title,
        isForHttpLayer,
        toAsk: (from) => toAsk(from) ?? {},
      })),
  )

/** Lists the requests that show the rows of the table of answers, and those that the fake answers by the standards. */
export function listTriggers(session: Session): Trigger[] {
  const exact = listMistaken(session)
  const titles = new Set(mistaken.flatMap(([, { probes }]) => probes(session).map(({ title }) => title)))
  const others = listShowing(session).flatMap(({ shows, ...own }) =>
    isHabit(shows) || titles.has(own.title) ? [] : [{ ...toShown(shows), ...own }],
  )
  return [...others, ...exact]
}

/** Lists a request for each habit. */
export const listHabitAsks = (session: Session): [Habit, Trigger['toAsk']][] =>
  listShowing(session).flatMap(({ shows, toAsk }) => (isHabit(shows) ? [[shows, toAsk]] : []))

/** Makes the trigger of a body over a limit. */
export const toLargeBody = (limit: number): Trigger => ({
  failure: 'body-too-large',
  title: `a body of ${limit + 1} bytes`,
  toAsk: (session) => ({ body: writePlain(session).padEnd(limit + 1) }),
})
