import type { Limits } from '../contract/generated/limits.ts'
import type { IdLimits, TextLimits } from '../contract/limit-keywords.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import { toExactInteger } from '../json/exact-integer.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { int64 } from '../probes/source.ts'
import type { Session } from '../verify/trial.ts'
import { bisect } from './bisect.ts'
import type { LimitFinder, Shown } from './limit-finder.ts'
import { limitedMembers, longestText } from './outside.ts'
import type { Lesson } from './write-configuration.ts'
import { writeLetters, writePlain } from './write-plain.ts'

/** Says what showed the smallest and the largest value. */
const cite = (verb: string, smallest: bigint | undefined, largest: bigint | undefined): string =>
  [
    ...(smallest === undefined ? [] : [`${smallest} ${verb} accepted and ${smallest - 1n} refused`]),
    ...(largest === undefined ? [] : [`${largest} ${verb} accepted and ${largest + 1n} refused`]),
  ].join('; ')

/** The end of int64 that is tried; not its very last id, which earlier runs may have stored. */
const nearEnd = 1_000_000n

/** Bounds of ids that services often have. */
const likelyIds = [2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n]

/** Learns the limits of ids. */
async function learnIds(session: Session, { isInside }: LimitFinder): Promise<Shown<IdLimits> | undefined> {
  // An earlier run may have stored the id of an edge.
  const takes = (id: bigint, title = `the id ${id}`) =>
    isInside(title, writePlain(session, { id }), { id: 'stored' })
  const good = session.ids.take()
  const top = int64.to - session.random.between(0n, nearEnd)
  const bottom = int64.from + session.random.between(0n, nearEnd)
  const takesTop = await takes(top, 'an id near the largest int64')
  const takesBottom = await takes(bottom, 'an id near the smallest int64')
  const [maximum, minimum] = await Promise.all([
    takesTop ? undefined : bisect(good, top, likelyIds, takes),
    takesBottom ? undefined : bisect(good, bottom, [1n, 0n, ...likelyIds.map((id) => -id)], takes),
  ])
  if (maximum === undefined && minimum === undefined) return undefined
  const by = cite('was', minimum, maximum)
  return {
    value: {
      ...(minimum !== undefined && { minimum: toExactInteger(minimum) }),
      ...(maximum !== undefined && { maximum: toExactInteger(maximum) }),
    },
    by,
  }
}

const likelyLengths = [20n, 32n, 50n, 64n, 80n, 100n, 128n, 200n, 255n, 500n, 1000n]

/** Learns the limits of a name or a tag. */
async function learnTexts(
  session: Session,
  member: 'name' | 'tag',
  maxBody: number,
  { isInside }: LimitFinder,
): Promise<Shown<TextLimits> | undefined> {
  const letters = (count: number): string => writeLetters(session, count)
  const takes = (title: string, text: string) => isInside(title, writePlain(session, { [member]: text }))
  const hasLength = (length: bigint) => takes(`a ${member} of ${length} characters`, letters(Number(length)))
  const top = BigInt(Math.min(maxBody - writePlain(session).length, longestText))
  const [takesLong, takesEmpty] = await Promise.all([hasLength(top), takes(`an empty ${member}`, '')])
  const good = BigInt(createPlainPlant(session)[member]?.length ?? 1)
  const [maxLength, minLength] = await Promise.all([
    takesLong ? undefined : bisect(good, top, likelyLengths, hasLength),
    takesEmpty ? undefined : bisect(good, 0n, [1n], hasLength),
  ])
  if (minLength === undefined && maxLength === undefined) return undefined
  return {
    value: {
      ...(minLength !== undefined && { minLength: Number(minLength) }),
      ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
    },
    by: cite('characters were', minLength, maxLength),
  }
}

/** Learns the limits of ids, names and tags that aren't declared. */
export async function learnLimits(
  session: Session,
  declared: Limits,
  maxBody: number,
  finder: LimitFinder,
): Promise<Lesson[]> {
  const found = await Promise.all([
    declared.id ? undefined : learnIds(session, finder),
    declared.name ? undefined : learnTexts(session, 'name', maxBody, finder),
    declared.tag ? undefined : learnTexts(session, 'tag', maxBody, finder),
  ])
  return limitedMembers.flatMap((member, index): Lesson[] => {
    const path = ['limits', member]
    const own = declared[member]
    if (own !== undefined) return [{ path, value: own, by: 'declared for this run' }]
    const shown = found[index]
    if (shown === undefined) return []
    const check = createLimitsCheck({ [member]: shown.value })
    const isAllowed = (body: string): boolean =>
      check(parseExactJson(body) as Parameters<typeof check>[0]) === undefined
    if ([writePlain(session), ...finder.accepted].every(isAllowed)) return [{ path, ...shown }]
    finder.cannot(`the limits of ${member}: no rule fits all answers (${shown.by})`)
    return []
  })
}
