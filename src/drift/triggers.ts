import type { RuleId } from '../judge/generated/rules.ts'
import type { Ask } from '../probes/ask.ts'
import { emptyTokens, malformedTokens, missing, otherSchemes } from '../probes/credentials.ts'
import { deepNesting } from '../probes/json.ts'
import { fractionalIds, idsBeyondInt64, repeatedMembers } from '../probes/members.ts'
import type { Decision, Probe, ProbeGroup, ToAsk } from '../probes/probe.ts'
import { listProbes } from '../probes/probes.ts'
import type { Source } from '../probes/source.ts'
import { morePaths } from '../probes/target.ts'
import {
  type FailureName,
  failureNames,
  type Mistake,
  type PlantMistake,
  toFailure,
} from '../store/failures.ts'
import { type Habit, habits } from '../store/habits.ts'
import type { Session } from '../verify/trial.ts'
import { listOrders } from './orders.ts'
import { writePlain } from './write-plain.ts'

/** A request that shows a row of the table of answers, or that only shows whether the fake answers it alike. */
export interface Trigger extends Pick<Probe, 'title' | 'isForHttpLayer'> {
  failure?: FailureName
  /** The exact mistake, if it has exactly one. */
  mistake?: Mistake
  /** The habit that it shows. */
  habit?: Habit
  toAsk(session: Session): Ask
}

/** A decision of the fake, by its own names. */
type Shown = FailureName | PlantMistake | Habit | 'standards'

const isFailure = (name: string): name is FailureName => (failureNames as readonly string[]).includes(name)

const isHabit = (name: string): name is Habit => (habits as readonly string[]).includes(name)

function toShown(shows: Decision & Shown): Pick<Trigger, 'failure' | 'mistake' | 'habit'> {
  if (shows === 'standards') return {}
  if (isHabit(shows)) return { habit: shows }
  return isFailure(shows) ? { failure: shows } : { failure: 'invalid-body', mistake: shows as PlantMistake }
}

/** Groups whose values some services convert to an id that is always the same. */
const fixedRules: ReadonlySet<RuleId | undefined> = new Set<RuleId>([
  'refuses-id-of-wrong-type',
  'refuses-fractional-id',
  'refuses-id-beyond-int64',
])

/** Sends another plant with the same id before: if that one is stored, the request has a known answer, whatever earlier runs stored. */
export const twice =
  <From extends Source>(toAsk: (source: From) => Ask | undefined) =>
  (source: From): Ask | undefined => {
    const [before, ask] = [toAsk(source), toAsk(source)]
    return before && ask && { ...ask, before: [before] }
  }

/** Returns what a probe asks for so that the answer is the same whatever earlier runs stored. */
export const withKnownState = ({ title, rule, toAsk }: Probe): ToAsk =>
  fixedRules.has(rule) && !/[NS]/.test(title) ? twice(toAsk) : toAsk

function toTrigger(probe: Probe): Trigger {
  const { title, isForHttpLayer = false } = probe
  const toAsk = withKnownState(probe)
  return { title, isForHttpLayer, toAsk: (from) => toAsk(from) ?? {} }
}

/** The probes of mistakes that a decision doesn't name, by their titles if not all of a group show it. */
const mistaken: readonly (readonly [
  mistake: Mistake,
  group: ProbeGroup | readonly Probe[],
  titles?: RegExp,
])[] = [
  ['empty-credentials', missing, /empty/],
  ['other-scheme', otherSchemes],
  ['empty-token', emptyTokens],
  ['malformed-token', malformedTokens],
  ['fractional-id', fractionalIds],
  ['id-out-of-range', idsBeyondInt64],
  ['deep-nesting', deepNesting, /nested/],
  ['repeated-member', repeatedMembers],
  ['unexpected-query', morePaths, /query/],
]

/** How many probes show a mistake: not the first ones, which are alike. */
const ofMistake = 3

/** The one of them whose id no earlier run stored, so that a service that accepts it always shows that. */
const withNewId = 'id is N.5'

const listMistaken = (session: Session): (Trigger & { isSent: boolean })[] =>
  mistaken.flatMap(([mistake, group, titles = /^/]) => {
    const probes = ('probes' in group ? group.probes(session) : group).filter(
      ({ title, toAsk }) => titles.test(title) && toAsk(session) !== undefined,
    )
    const step = Math.min(ofMistake, Math.ceil(probes.length / ofMistake))
    return probes.map((probe, index) => ({
      ...toTrigger(probe),
      failure: toFailure(mistake),
      mistake,
      isSent: (index % step === 0 && index < step * ofMistake) || probe.title === withNewId,
    }))
  })

/** Lists the requests that show decisions, and those that the fake answers by the standards. */
export function listTriggers(session: Session): Trigger[] {
  const exact = listMistaken(session)
  const titles = new Set(exact.map(({ title }) => title))
  const others = listProbes(session).flatMap((probe): Trigger[] => {
    const { shows, title, toAsk } = probe
    if (shows === undefined || titles.has(title) || toAsk(session) === undefined) return []
    return [{ ...toTrigger(probe), ...toShown(shows) }]
  })
  return [...others, ...exact.filter(({ isSent }) => isSent), ...toPairs()]
}

/** Makes triggers of requests with two mistakes. */
const toPairs = (maxBody?: number): Trigger[] =>
  listOrders(maxBody).map(([title, toAsk]) => ({
    title,
    toAsk: (from) => toAsk(from) ?? {},
    isForHttpLayer: false,
  }))

/** Makes triggers of bodies over a limit, also with another mistake. */
export const toLargeBodies = (limit: number): Trigger[] => [
  ...[1, 1001].map(
    (more): Trigger => ({
      failure: 'body-too-large',
      title: `a body of ${limit + more} bytes`,
      toAsk: (session) => ({ body: writePlain(session).padEnd(limit + more) }),
    }),
  ),
  ...toPairs(limit),
]
