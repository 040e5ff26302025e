import { isContainer } from '../options/is-object.ts'
import type { Case } from './cases.ts'
import { compareLooks, type Differing, isWithin, listUnseen, toLook } from './look.ts'
import type { Difference } from './options.ts'
import { isAccepted, readJson, type Seen } from './side.ts'

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
  seen: ReadonlyMap<string, readonly string[]>
}

/** Says which of its two mistakes a request was rejected for: what the response is like to the one alone. */
function findFirst({ pair }: Case, seen: Seen, results: Results): string | undefined {
  const likes = (pair ?? []).map((single) => {
    const alone = results.get(single)
    if (alone === undefined || isAccepted(alone) || isAccepted(seen)) return undefined
    if (seen.failure !== undefined) return seen.failure === alone.failure ? 2 : 0
    if (alone.status === seen.status && alone.body === seen.body) return 2
    return compareLooks(toLook(alone), toLook(seen)).length === 0 ? 1 : 0
  })
  const [first, second] = likes
  if (first === undefined || second === undefined || first === second) return undefined
  return pair?.[first > second ? 0 : 1]?.part
}

/** A value that names a kind of error: a number, or a word. */
const isCode = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[A-Za-z](?!.*\d{3})[\w.-]{1,60}$/.test(value))

/** Lists the values in a body by their place, but those in arrays. */
function listLeaves(value: unknown, place = ''): [place: string, value: unknown][] {
  if (!isContainer(value)) return [[place, value]]
  return Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, one]) => listLeaves(one, `${place}/${name}`))
}

/** Finds the values that two or more bodies have in common. */
export function findConstants(seens: readonly Seen[]): Map<string, unknown> {
  const [first, ...others] = seens.map(({ body }) => new Map(listLeaves(readJson(body))))
  if (first === undefined || others.length === 0) return new Map()
  return new Map([...first].filter(([place, value]) => others.every((leaves) => leaves.get(place) === value)))
}

/** Compares what the service and the mock responded to each case; `limits` has those that were found. */
export function compareAll(
  cases: readonly Case[],
  service: Results,
  mock: Results,
  limits: ReadonlyMap<Case, string>,
): Comparison {
  const seen = new Map<string, readonly string[]>()
  const rejected = new Map<string, { one: Case; theirs: Seen; ours: Seen }[]>()
  const found = cases.flatMap((one): Found[] => {
    const [theirs, ours] = [service.get(one), mock.get(one)]
    if (theirs === undefined || ours === undefined) return []
    const { id } = one.operation
    const toFound = (differing: Differing, at = id): Found => ({ ...differing, at, case: one, seen: theirs })
    const at = one.pair !== undefined || isAccepted(ours) ? id : `${id} ${ours.failure}`
    const looks = [toLook(theirs), toLook(ours)] as const
    seen.set(at, [...(seen.get(at) ?? []), ...looks.flatMap(listUnseen)])
    if (one.pair !== undefined) {
      const [first, ownFirst] = [findFirst(one, theirs, service), findFirst(one, ours, mock)]
      if (first === undefined || ownFirst === undefined || first === ownFirst) return []
      return [
        toFound({ differs: `order of ${one.title}`, service: `${first} first`, mock: `${ownFirst} first` }),
      ]
    }
    if (isAccepted(theirs) !== isAccepted(ours)) {
      const limit = limits.get(one)
      const said = {
        service: isAccepted(theirs) ? 'accepted' : 'rejected',
        mock: isAccepted(ours) ? 'accepted' : 'rejected',
      }
      if (limit === undefined)
        return [toFound({ differs: `response to ${one.title.replace(', again', '')}`, ...said }, at)]
      return [toFound({ differs: `limit of ${one.scale?.place}`, service: limit, mock: 'none' }, at)]
    }
    // Some services end the connection before a large body has arrived.
    if (one.option === 'maxBody' && theirs.status === 0) return []
    if (!isAccepted(ours)) {
      const failure = `${ours.failure}`
      rejected.set(failure, [...(rejected.get(failure) ?? []), { one, theirs, ours }])
    }
    return compareLooks(...looks).map((differing) => toFound(differing, at))
  })
  // Codes are the same in all responses to a failure.
  const codes = [...rejected].flatMap(([failure, all]) =>
    [...findConstants(all.map(({ theirs }) => theirs))].flatMap(([place, value]): Found[] => {
      const own = new Set(all.map(({ ours }) => new Map(listLeaves(readJson(ours.body))).get(place)))
      const isOther = isCode(value) && !own.has(undefined) && !(own.size === 1 && own.has(value))
      const mock = own.size === 1 ? String([...own][0]) : 'several values'
      const differing = { differs: `value of ${place}`, service: String(value), mock }
      return !isOther
        ? []
        : all.map(({ one, theirs }) => ({
            ...differing,
            at: `${one.operation.id} ${failure}`,
            case: one,
            seen: theirs,
          }))
    }),
  )
  return { found: [...found, ...codes], seen }
}

/** How much differs; what the mock does wrong counts more than what it says. */
export const weigh = (found: readonly Found[]): number =>
  found.reduce((sum, { differs }) => sum + (/^(?:response|limit|order)/.test(differs) ? 10 : 1), 0)

export const isSameDiffering = (one: Differing, other: Differing): boolean =>
  one.differs === other.differs && one.service === other.service && one.mock === other.mock

/** Whether a difference is known. */
export const isKnown = (item: Found, differences: readonly Difference[]): boolean =>
  differences.some((entry) => isSameDiffering(entry, item) && entry.at.includes(item.at))

/** Whether a place of an operation or failure was seen at all. */
function isSeen({ differs }: Differing, at: string, { seen }: Comparison): boolean {
  const unseen = seen.get(at)
  return unseen !== undefined && !unseen.some((place) => isWithin(differs, place))
}

/** Makes the entries of differences, in the order of those that were there before; what nobody saw stays. */
export function toDifferences(all: Comparison, before: readonly Difference[]): Difference[] {
  const groups = new Map<string, Difference & { at: string[] }>()
  const kept = before.map((one) => ({ ...one, at: one.at.filter((place) => !isSeen(one, place, all)) }))
  for (const { differs, service, mock, at } of [...kept, ...all.found]) {
    const key = JSON.stringify([differs, service, mock])
    const known = groups.get(key)?.at ?? []
    groups.set(key, { differs, service, mock, at: [...new Set([...known, ...[at].flat()])] })
  }
  return [...groups.values()].filter(({ at }) => at.length > 0)
}

/** Lists the known differences that no case shows, although one might. */
export const listGone = (differences: readonly Difference[], all: Comparison): Difference[] =>
  differences.flatMap((entry) => {
    const isShown = (place: string): boolean =>
      all.found.some((item) => item.at === place && isSameDiffering(item, entry))
    const at = entry.at.filter((place) => isSeen(entry, place, all) && !isShown(place))
    return at.length === 0 ? [] : [{ ...entry, at }]
  })
