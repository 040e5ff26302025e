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
  seen: Seen
}

/** What was found, and the places that no response had, by all operations and failures that were compared. */
export interface Comparison {
  found: readonly Found[]
  unseen: ReadonlyMap<string, readonly string[]>
}

/** Says which of its two mistakes a request was rejected for: what the response is like to the one alone. */
function findFirst(pair: NonNullable<Case['pair']>, seen: Seen, results: Results): string | undefined {
  const [first, second] = pair.map((single) => {
    const alone = results.get(single)
    if (alone === undefined || isAccepted(alone) || isAccepted(seen)) return undefined
    if (seen.exchange.failure !== undefined) return seen.exchange.failure === alone.exchange.failure ? 2 : 0
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
function listLeaves(value: unknown, place = ''): (readonly [place: string, value: unknown])[] {
  if (!isContainer(value)) return [[place, value]]
  const entries = Array.isArray(value) ? [] : Object.entries(value)
  return entries.flatMap(([name, one]) => listLeaves(one, `${place}/${name}`))
}

const readLeaves = ({ body }: Seen): Map<string, unknown> => new Map(listLeaves(readJson(body)))

/** Finds the values that two or more bodies have in common. */
export function findConstants(seens: readonly Seen[]): Map<string, unknown> {
  const [first = new Map<string, unknown>(), ...others] = seens.map(readLeaves)
  const isConstant = ([place, value]: [string, unknown]): boolean =>
    others.length > 0 && others.every((leaves) => leaves.get(place) === value)
  return new Map([...first].filter(isConstant))
}

/** Compares the codes of errors, which are the same in all responses to a failure. */
function compareCodes(rejected: readonly { theirs: Seen; ours: Seen }[]): Differing[] {
  const constants = [...findConstants(rejected.map(({ theirs }) => theirs))]
  return constants.flatMap(([place, value]): Differing[] => {
    const own = [...new Set(rejected.map(({ ours }) => readLeaves(ours).get(place)))]
    const isSame = own.length === 1 && own[0] === value
    if (isSame || !isCode(value) || own.includes(undefined)) return []
    const mock = own.length === 1 ? String(own[0]) : 'several values'
    return [{ differs: `value of ${place}`, service: String(value), mock }]
  })
}

/** Compares what the service and the mock responded to each case; `limits` has those that were found. */
export function compareAll(
  cases: readonly Case[],
  service: Results,
  mock: Results,
  limits: ReadonlyMap<Case, string>,
): Comparison {
  const both = cases.flatMap((one) => {
    const [theirs, ours] = [service.get(one), mock.get(one)]
    if (theirs === undefined || ours === undefined) return []
    const { id } = one.operation
    const at = one.pair !== undefined || isAccepted(ours) ? id : `${id} ${ours.exchange.failure}`
    return [{ one, theirs, ours, at }]
  })
  type Both = (typeof both)[number]
  const isRejected = ({ one, theirs, ours }: Both): boolean =>
    one.pair === undefined && !isAccepted(theirs) && !isAccepted(ours)
  function compareOne({ one, theirs, ours }: Both): Differing[] {
    if (one.pair !== undefined) {
      const [first, own] = [findFirst(one.pair, theirs, service), findFirst(one.pair, ours, mock)]
      if (first === undefined || own === undefined || first === own) return []
      return [{ differs: `order of ${one.tried}`, service: first, mock: own }]
    }
    if (isAccepted(theirs) !== isAccepted(ours)) {
      const limit = limits.get(one)
      const said = [theirs, ours].map((seen) => (isAccepted(seen) ? 'accepted' : 'rejected'))
      return [
        limit === undefined
          ? { differs: `response to ${one.tried}`, service: `${said[0]}`, mock: `${said[1]}` }
          : { differs: `limit of ${placeOf(one)}`, service: limit, mock: 'none' },
      ]
    }
    // Some services end the connection before a large body has arrived.
    return one.option === 'maxBody' && theirs.status === 0 ? [] : compareLooks(toLook(theirs), toLook(ours))
  }
  const toFound = ({ one, theirs, at }: Both, list: readonly Differing[]): Found[] =>
    list.map((differing) => ({ ...differing, at, case: one, seen: theirs }))
  const unseen = new Map<string, string[]>()
  for (const { at, theirs, ours } of both)
    unseen.set(at, [...(unseen.get(at) ?? []), ...[theirs, ours].flatMap((seen) => listUnseen(toLook(seen)))])
  const rejected = both.filter(isRejected)
  const ofFailures = [...new Set(rejected.map(({ ours }) => ours.exchange.failure))].map((failure) =>
    rejected.filter(({ ours }) => ours.exchange.failure === failure),
  )
  return {
    found: [
      ...both.flatMap((each) => toFound(each, compareOne(each))),
      ...ofFailures.flatMap((all) => {
        const codes = compareCodes(all)
        return all.flatMap((each) => toFound(each, codes))
      }),
    ],
    unseen,
  }
}

/** How much differs; what the mock does wrong counts more than what it says. */
export const weigh = (found: readonly Found[]): number =>
  found.reduce((sum, { differs }) => sum + (/^(?:response|limit|order)/.test(differs) ? 10 : 1), 0)

const isSame = (one: Differing, other: Differing): boolean =>
  one.differs === other.differs && one.service === other.service && one.mock === other.mock

/** Whether a difference is known. */
export const isKnown = (item: Found, differences: readonly Difference[]): boolean =>
  differences.some((entry) => isSame(entry, item) && entry.at.includes(item.at))

/** Keeps what a comparison of other responses to the same cases shows, too. */
export const keepSame = (found: readonly Found[], other: Comparison): Found[] =>
  found.filter((item) =>
    other.found.some((one) => one.case === item.case && one.at === item.at && isSame(one, item)),
  )

const filterPlaces = (
  differences: readonly Difference[],
  isKept: (entry: Difference, place: string) => boolean,
): Difference[] =>
  differences
    .map((entry) => ({ ...entry, at: entry.at.filter((place) => isKept(entry, place)) }))
    .filter(({ at }) => at.length > 0)

/** Whether an operation or failure was compared, and has shown what a difference is about. */
const isSeen = ({ differs }: Difference, at: string, { unseen }: Comparison): boolean =>
  unseen.get(at)?.every((place) => !isWithin(differs, place)) ?? false

/** Lists the known differences that no case shows, although one might. */
export const listGone = (differences: readonly Difference[], all: Comparison): Difference[] =>
  filterPlaces(
    differences,
    (entry, place) =>
      isSeen(entry, place, all) && !all.found.some((item) => item.at === place && isSame(item, entry)),
  )

/** Makes the entries of differences of what was found, and of known ones that nobody could see. */
export function toDifferences(all: Comparison, known: readonly Difference[]): Difference[] {
  const kept = filterPlaces(known, (entry, place) => !isSeen(entry, place, all))
  const entries: (Difference & { at: string[] })[] = []
  for (const { at, differs, service, mock } of [...kept, ...all.found]) {
    const entry = { differs, service, mock, at: [at].flat() }
    const same = entries.find((one) => isSame(one, entry))
    if (same === undefined) entries.push(entry)
    else same.at = [...new Set([...same.at, ...entry.at])]
  }
  return entries
}
