import { describePath } from '../contract/pointer.ts'
import { readExactJson } from '../json/exact-json.ts'
import { isContainer } from '../options/is-object.ts'
import type { DiffCase } from './case.ts'
import { compareLooks, isAccepted, isPlaceWithin, listUnseen, type PlaceDifference } from './look.ts'
import type { Difference } from './options.ts'
import type { CaseResult, Results } from './side.ts'

export interface OperationDifference extends PlaceDifference {
  /** The operation, with the failure if the mock rejects the request. */
  at: string
}

export interface FoundDifference extends OperationDifference {
  case: DiffCase
}

interface ComparedCase {
  at: string
  case: DiffCase
  theirs: CaseResult
  ours: CaseResult
}

/** What was compared, and how it differs. */
export interface Comparison {
  compared: readonly ComparedCase[]
  found: readonly FoundDifference[]
}

/** Says which of its two mistakes a request was rejected for: what the response is like to the one alone. */
function findFirst(
  pair: NonNullable<DiffCase['pair']>,
  seen: CaseResult,
  results: Results,
): string | undefined {
  const [first, second] = pair.map((single) => {
    const alone = results.get(single)
    if (alone === undefined || isAccepted(alone) || isAccepted(seen)) return undefined
    const { failure } = seen.exchange
    if (failure !== undefined) return failure === alone.exchange.failure ? 2 : 0
    if (alone.status === seen.status && alone.body === seen.body) return 2
    return compareLooks(alone.look, seen.look).length === 0 ? 1 : 0
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

const readLeaves = ({ body }: CaseResult): Map<string, unknown> => new Map(listLeaves(readExactJson(body)))

/** Finds the values that bodies have in common, by their place. */
export function findConstants(seens: readonly CaseResult[]): Map<string, unknown> {
  const [first, ...others] = seens.map(readLeaves)
  return new Map(
    [...(first ?? [])].filter(([place, value]) => others.every((one) => one.get(place) === value)),
  )
}

/** Compares the codes of errors, which are the same in all responses to a failure. */
function compareCodes(rejected: readonly ComparedCase[]): FoundDifference[] {
  const codes = [...findConstants(rejected.map(({ theirs }) => theirs))].filter(([, value]) => isCode(value))
  return codes.flatMap(([place, value]) => {
    const own = [...new Set(rejected.map(({ ours }) => readLeaves(ours).get(place)))]
    if (own.includes(undefined) || (own.length === 1 && own[0] === value)) return []
    const mock = own.length === 1 ? String(own[0]) : 'several values'
    const differing = { differs: `value of ${place}`, service: String(value), mock }
    return rejected.map((one) => ({ ...differing, at: one.at, case: one.case }))
  })
}

export function compareAll(cases: readonly DiffCase[], service: Results, mock: Results): Comparison {
  const compared = cases.flatMap((one): ComparedCase[] => {
    const [theirs, ours] = [service.get(one), mock.get(one)]
    if (theirs === undefined || ours === undefined) return []
    const { id } = one.operation
    const at = one.pair !== undefined || isAccepted(ours) ? id : `${id} ${ours.exchange.failure}`
    return [{ at, case: one, theirs, ours }]
  })
  function compareOne({ case: one, theirs, ours }: ComparedCase): PlaceDifference[] {
    const { tried, pair, option } = one
    if (pair !== undefined) {
      const [first, own] = [findFirst(pair, theirs, service), findFirst(pair, ours, mock)]
      const isOther = first !== undefined && own !== undefined && first !== own
      return isOther ? [{ differs: `order of ${tried}`, service: first, mock: own }] : []
    }
    // Some services end the connection before a large body has arrived.
    if (isAccepted(theirs) === isAccepted(ours))
      return option === 'maxBody' && theirs.status === 0 ? [] : compareLooks(theirs.look, ours.look)
    if (theirs.limit !== undefined)
      return [
        { differs: `limit of ${describePath(one.path ?? [])}`, service: `${theirs.limit}`, mock: 'none' },
      ]
    const [said, own] = isAccepted(theirs) ? ['accepted', 'rejected'] : ['rejected', 'accepted']
    return [{ differs: `response to ${tried}`, service: `${said}`, mock: `${own}` }]
  }
  const toFailure = ({ ours }: ComparedCase) => ours.exchange.failure
  const rejected = compared.filter(
    (one) => one.case.pair === undefined && toFailure(one) !== undefined && !isAccepted(one.theirs),
  )
  const found = [
    ...compared.flatMap((one) =>
      compareOne(one).map((differing) => ({ ...differing, at: one.at, case: one.case })),
    ),
    ...[...new Set(rejected.map(toFailure))].flatMap((failure) =>
      compareCodes(rejected.filter((one) => toFailure(one) === failure)),
    ),
  ]
  return { compared, found }
}

/** How much differs; what the mock does wrong counts more than what it says. */
export const weighDifferences = ({ found }: Comparison): number =>
  found.reduce((sum, { differs }) => sum + (/^(?:response|limit|order)/.test(differs) ? 10 : 1), 0)

const isAlike = (one: PlaceDifference, other: PlaceDifference): boolean =>
  one.differs === other.differs && one.service === other.service && one.mock === other.mock

export const includesDifference = (
  items: readonly OperationDifference[],
  item: OperationDifference,
): boolean => items.some((one) => one.at === item.at && isAlike(one, item))

/** Keeps what a comparison of other responses to the same cases shows, too. */
export const keepSame = (found: readonly FoundDifference[], other: Comparison): FoundDifference[] =>
  found.filter((item) => other.found.some((one) => one.case === item.case && includesDifference([one], item)))

/** Whether a comparison could show a difference: no response had an empty array in its place. */
export function isSeen({ compared }: Comparison, { at, differs }: OperationDifference): boolean {
  const own = compared.filter((one) => one.at === at).flatMap(({ theirs, ours }) => [theirs, ours])
  return (
    own.length > 0 && !own.flatMap(({ look }) => listUnseen(look)).some((one) => isPlaceWithin(differs, one))
  )
}

/** Lists the known differences that no case shows, although one might. */
export const listGone = (known: readonly OperationDifference[], all: Comparison): OperationDifference[] =>
  known.filter((item) => !includesDifference(all.found, item) && isSeen(all, item))

/** Lists differences of several operations, each in one. */
export const splitByOperation = (differences: readonly Difference[]): OperationDifference[] =>
  differences.flatMap(({ at, ...differing }) => at.map((one) => ({ ...differing, at: one })))

/** Groups what differs in the same way in several operations. */
export function toDifferences(items: readonly OperationDifference[]): Difference[] {
  const firsts = items.filter((item, index) => items.findIndex((one) => isAlike(one, item)) === index)
  return firsts.map(({ differs, service, mock }) => {
    const alike = items.filter((one) => isAlike(one, { differs, service, mock }))
    return { differs, service, mock, at: [...new Set(alike.map(({ at }) => at))] }
  })
}
