import { isContainer } from '../options/is-object.ts'
import { type Case, placeOf } from './case.ts'
import { compareLooks, type Differing, isWithin, listUnseen, readJson, toLook } from './look.ts'
import type { Difference } from './options.ts'
import { isAccepted, type Seen } from './side.ts'

/** What a side responded to the cases. */
export type Results = ReadonlyMap<Case, Seen>

/** A difference that a case shows. */
export interface Found extends Differing {
  /** The operation, with the failure if the mock rejects the request. */
  at: string
  case: Case
}

/** What was found, and the places that no response had, by all operations and failures that were compared. */
export interface Comparison {
  found: readonly Found[]
  unseen: ReadonlyMap<string, readonly string[]>
}

/** Both responses to a case. */
interface Compared {
  at: string
  case: Case
  theirs: Seen
  ours: Seen
}

/** Says which of its two mistakes a request was rejected for: what the response is like to the one alone. */
function findFirst(pair: NonNullable<Case['pair']>, seen: Seen, results: Results): string | undefined {
  const [first, second] = pair.map((single) => {
    const alone = results.get(single)
    if (alone === undefined || isAccepted(alone) || isAccepted(seen)) return undefined
    const { failure } = seen.exchange
    if (failure !== undefined) return failure === alone.exchange.failure ? 2 : 0
    if (alone.status === seen.status && alone.body === seen.body) return 2
    return compareLooks(toLook(alone), toLook(seen)).length === 0 ? 1 : 0
  })
  if (first === undefined || second === undefined || first === second) return undefined
  return `${pair[first > second ? 0 : 1].part} first`
}

/** A value that names a kind of error: a number, or a word. */
const isCode = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[A-Za-z](?!.*\d{3})[\w.-]{1,60}$/.test(value))

/** Lists the values in a body by their place, but those in arrays. */
function listLeaves(value: unknown, place = ''): [place: string, value: unknown][] {
  if (!isContainer(value)) return [[place, value]]
  const entries = Array.isArray(value) ? [] : Object.entries(value)
  return entries.flatMap(([name, one]) => listLeaves(one, `${place}/${name}`))
}

const readLeaves = ({ body }: Seen): Map<string, unknown> => new Map(listLeaves(readJson(body)))

/** Finds the values that two or more bodies have in common, by their place. */
export function findConstants(seens: readonly Seen[]): Map<string, unknown> {
  const [first, ...others] = seens.map(readLeaves)
  if (first === undefined || others.length === 0) return new Map()
  return new Map([...first].filter(([place, value]) => others.every((leaves) => leaves.get(place) === value)))
}

/** Compares the codes of errors, which are the same in all responses to a failure. */
function compareCodes(rejected: readonly Compared[]): Found[] {
  const codes = [...findConstants(rejected.map(({ theirs }) => theirs))].filter(([, value]) => isCode(value))
  return codes.flatMap(([place, value]) => {
    const own = [...new Set(rejected.map(({ ours }) => readLeaves(ours).get(place)))]
    if (own.includes(undefined) || (own.length === 1 && own[0] === value)) return []
    const mock = own.length === 1 ? String(own[0]) : 'several values'
    const differing = { differs: `value of ${place}`, service: String(value), mock }
    return rejected.map((one) => ({ ...differing, at: one.at, case: one.case }))
  })
}

/** Compares what the service and the mock responded to each case; `limits` has those that were found. */
export function compareAll(
  cases: readonly Case[],
  service: Results,
  mock: Results,
  limits: ReadonlyMap<Case, string>,
): Comparison {
  const compared = cases.flatMap((one): Compared[] => {
    const [theirs, ours] = [service.get(one), mock.get(one)]
    if (theirs === undefined || ours === undefined) return []
    const { id } = one.operation
    const at = one.pair !== undefined || isAccepted(ours) ? id : `${id} ${ours.exchange.failure}`
    return [{ at, case: one, theirs, ours }]
  })
  function compareOne({ case: one, theirs, ours }: Compared): Differing[] {
    const { tried, pair, option } = one
    if (pair !== undefined) {
      const [first, own] = [findFirst(pair, theirs, service), findFirst(pair, ours, mock)]
      const isOther = first !== undefined && own !== undefined && first !== own
      return isOther ? [{ differs: `order of ${tried}`, service: first, mock: own }] : []
    }
    // Some services end the connection before a large body has arrived.
    if (isAccepted(theirs) === isAccepted(ours))
      return option === 'maxBody' && theirs.status === 0 ? [] : compareLooks(toLook(theirs), toLook(ours))
    const limit = limits.get(one)
    if (limit !== undefined) return [{ differs: `limit of ${placeOf(one)}`, service: limit, mock: 'none' }]
    const [said, own] = isAccepted(theirs) ? ['accepted', 'rejected'] : ['rejected', 'accepted']
    return [{ differs: `response to ${tried}`, service: `${said}`, mock: `${own}` }]
  }
  const unseen = new Map<string, string[]>()
  const failures = new Map<unknown, Compared[]>()
  for (const one of compared) {
    const { at, theirs, ours } = one
    const { failure } = ours.exchange
    unseen.set(at, [...(unseen.get(at) ?? []), ...[theirs, ours].flatMap((seen) => listUnseen(toLook(seen)))])
    if (one.case.pair === undefined && failure !== undefined && !isAccepted(theirs))
      failures.set(failure, [...(failures.get(failure) ?? []), one])
  }
  const found = compared.flatMap((one) =>
    compareOne(one).map((differing): Found => ({ ...differing, at: one.at, case: one.case })),
  )
  return { found: [...found, ...[...failures.values()].flatMap(compareCodes)], unseen }
}

/** How much differs; what the mock does wrong counts more than what it says. */
export const weigh = (found: readonly Found[]): number =>
  found.reduce((sum, { differs }) => sum + (/^(?:response|limit|order)/.test(differs) ? 10 : 1), 0)

const isSame = (one: Differing, other: Differing): boolean =>
  one.differs === other.differs && one.service === other.service && one.mock === other.mock

/** Whether a difference is known. */
export const isKnown = (item: Found, known: readonly Difference[]): boolean =>
  known.some((entry) => isSame(entry, item) && entry.at.includes(item.at))

/** Keeps what a comparison of other responses to the same cases shows, too. */
export const keepSame = (found: readonly Found[], other: Comparison): Found[] =>
  found.filter((item) =>
    other.found.some((one) => one.case === item.case && one.at === item.at && isSame(one, item)),
  )

/** Keeps the places of differences of which a comparison could show something, or could not. */
const filterSeen = (known: readonly Difference[], { unseen }: Comparison, isSeen: boolean): Difference[] =>
  known.flatMap((entry) => {
    const wasSeen = (place: string): boolean =>
      unseen.get(place)?.every((one) => !isWithin(entry.differs, one)) ?? false
    const at = entry.at.filter((place) => wasSeen(place) === isSeen)
    return at.length === 0 ? [] : [{ ...entry, at }]
  })

/** Lists the known differences that no case shows, although one might. */
export const listGone = (known: readonly Difference[], all: Comparison): Difference[] =>
  filterSeen(known, all, true).flatMap((entry) => {
    const at = entry.at.filter((place) => !all.found.some((item) => item.at === place && isSame(item, entry)))
    return at.length === 0 ? [] : [{ ...entry, at }]
  })

/** Makes the entries of differences of what was found, and of known ones that nobody could see. */
export function toDifferences(all: Comparison, known: readonly Difference[]): Difference[] {
  const entries: Difference[] = []
  for (const { at, differs, service, mock } of [...filterSeen(known, all, false), ...all.found]) {
    const index = entries.findIndex((one) => isSame(one, { differs, service, mock }))
    const places = new Set([...(entries[index]?.at ?? []), ...[at].flat()])
    const entry = { differs, service, mock, at: [...places] }
    entries.splice(index === -1 ? entries.length : index, 1, entry)
  }
  return entries
}
