import type { TextLimits } from '../contract/limit-keywords.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Session } from '../verify/trial.ts'
import { bisect } from './bisect.ts'
import type { LimitFinder, Shown } from './limit-finder.ts'
import { longestText } from './outside.ts'
import { writeLetters, writePlain } from './write-plain.ts'

const likelyLengths = [20n, 32n, 50n, 64n, 80n, 100n, 128n, 200n, 255n, 500n, 1000n]

/** Learns the limits of a name or a tag. */
export async function learnTexts(
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
  const show = (length: bigint | undefined, refused: bigint): string[] =>
    length === undefined ? [] : [`${length} characters were accepted and ${refused} refused`]
  const by = [...show(minLength, (minLength ?? 0n) - 1n), ...show(maxLength, (maxLength ?? 0n) + 1n)]
  if (by.length === 0) return undefined
  return {
    value: {
      ...(minLength !== undefined && { minLength: Number(minLength) }),
      ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
    },
    by: by.join('; '),
  }
}
