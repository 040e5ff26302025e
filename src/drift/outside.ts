import type { Limits } from '../contract/generated/limits.ts'
import type { IdLimits, TextLimits } from '../contract/limit-keywords.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { int64 } from '../probes/source.ts'
import type { PlantMistake } from '../store/failures.ts'
import type { Session } from '../verify/trial.ts'
import type { Trigger } from './triggers.ts'
import { writeLetters, writePlain } from './write-plain.ts'

/** A value of a member, by a title. */
type Candidate = readonly [title: string, toValue: (session: Session, more?: number) => bigint | string]

/** The members that limits are for. */
export const limitedMembers = ['id', 'name', 'tag'] as const

/** Characters of the longest text that is tried. */
export const longestText = 100_000

/** Values that are just outside of the smallest and the largest ones. */
export function toBeyond(
  member: keyof Limits,
  { minimum, maximum, minLength = 0, maxLength = Infinity }: Omit<IdLimits & TextLimits, 'enum'>,
): Candidate[] {
  const all: [isLimited: boolean, ...Candidate][] = [
    [
      minimum !== undefined,
      'an id that is too small',
      (_session, more = 0) => BigInt(minimum ?? 0) - 1n - BigInt(more),
    ],
    [
      maximum !== undefined,
      'an id that is too large',
      (_session, more = 0) => BigInt(maximum ?? 0) + 1n + BigInt(more),
    ],
    [minLength > 0, `a ${member} that is too short`, (session) => writeLetters(session, minLength - 1)],
    [
      maxLength <= longestText,
      `a ${member} that is too long`,
      (session, more = 0) => writeLetters(session, maxLength + 1 + more),
    ],
  ]
  return all.flatMap(([isLimited, ...candidate]) => (isLimited ? [candidate] : []))
}

/** The distance to a limit of ids within which an id is near it. */
const near = 2n ** 20n

/** Ids just inside of limits, at random, since an earlier run may have stored the very last one. */
export function toNear({ minimum, maximum }: IdLimits = {}): Candidate[] {
  const limit = (to: bigint, other: unknown): bigint => (other === undefined ? to : BigInt(other as bigint))
  const [low, high] = [limit(int64.from, minimum), limit(int64.to, maximum)]
  const span = high - low < near ? high - low : near
  return [
    ...(minimum === undefined
      ? []
      : [['an id near the smallest', ({ random }) => random.between(low, low + span)] as Candidate]),
    ...(maximum === undefined
      ? []
      : [['an id near the largest', ({ random }) => random.between(high - span, high)] as Candidate]),
  ]
}

/** Characters that declared patterns often refuse. */
const samples = ['1', '-', '.', '<', "'", '/', '!', '$', 'é', '日', '🌱', '\n']

/** Texts that a pattern or an enum may refuse. */
function toTexts(member: 'name' | 'tag', { minLength = 0 }: TextLimits = {}): Candidate[] {
  const length = Math.max(minLength, 1)
  const withSample = (sample: string): Candidate => [
    `a ${member} with ${JSON.stringify(sample)}`,
    (session) => sample + writeLetters(session, Math.max(minLength - [...sample].length, 1)),
  ]
  return [
    [`a ${member} of spaces`, () => ' '.repeat(length)],
    [`another ${member}`, (session) => writeLetters(session, length)],
    ...samples.map(withSample),
  ]
}

/** Makes triggers of plants outside of limits: two for each limit that a plain value can break alone. */
export const toOutside = (session: Session, limits: Limits): Trigger[] =>
  limitedMembers.flatMap((member) => {
    const own = limits[member] ?? {}
    const candidates = [...toBeyond(member, own), ...(member === 'id' ? [] : toTexts(member, limits[member]))]
    return Object.keys(own).flatMap((keyword): Trigger[] => {
      const check = createLimitsCheck({ [member]: { [keyword]: own[keyword as keyof typeof own] } })
      const others = createLimitsCheck({ [member]: { ...own, [keyword]: undefined } })
      const found = candidates.find(([, toValue]) => {
        const plant = { ...createPlainPlant(session), [member]: toValue(session) }
        return check(plant) !== undefined && others(plant) === undefined
      })
      if (found === undefined) return []
      const [title, toValue] = found
      // A message may repeat the value, so the second one is a little farther outside.
      return [0, 7].map((more) => ({
        failure: 'invalid-body',
        mistake: `${member}-${keyword}` as PlantMistake,
        title: more === 0 ? title : `${title}, again`,
        toAsk: (from) => ({ body: writePlain(from, { [member]: toValue(from, more) }) }),
      }))
    })
  })
