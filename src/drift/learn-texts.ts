import type { TextLimits } from '../contract/limits.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import { bisect } from './bisect.ts'
import type { Probe, Shown } from './probe.ts'
import { writeLetters, writePlain } from './triggers.ts'

/** Kinds of characters: a sample, and what stands for the kind in a class of a regular expression. */
const kinds: readonly (readonly [title: string, sample: string, inClass: string])[] = [
  ['capital letters', 'F', 'A-Z'],
  ['digits', '7', '\\d'],
  ['spaces', ' ', ' '],
  ['the characters -_.', '-_.', '\\-_.'],
  ['quotation marks and &', '"\'&', '"\'&'],
  ['angle brackets', '<b>', '<>'],
  ['slashes', '/', '\\/'],
  ['other punctuation', '!#$%()*+,:;=?@[\\]^`{|}~', '!#$%()*+,:;=?@\\[\\\\\\]\\^`\\{\\|\\}~'],
  ['accented letters', 'é', '\\u{a0}-\\u{24f}'],
  ['letters of other scripts', 'Пж日', '\\u{370}-\\u{1fff}\\u{2e80}-\\u{d7ff}'],
  ['characters of four bytes', '\u{1f331}', '\\u{10000}-\\u{10ffff}'],
  ['the null character', '\0', '\\0'],
  ['tabs and line ends', '\t\r\n', '\\t\\r\\n'],
  ['line separators', '\u2028', '\\u2028\\u2029'],
  ['halves of surrogate pairs', '\ud800', '\\p{Cs}'],
]

/** Characters of the longest text that is tried. */
const longest = 100_000n
const likelyLengths = [255n, 100n, 64n, 50n, 20n]

/** Learns the limits of a name or a tag. */
export async function learnTexts(
  session: Session,
  member: 'name' | 'tag',
  maxBody: number,
  { isInside, cite }: Probe,
): Promise<Shown<TextLimits> | undefined> {
  const letters = (count: number): string => writeLetters(session, count)
  const takes = (title: string, text: string, isOneKind = true) =>
    isInside(title, writePlant({ ...createPlainPlant(session), [member]: text }), isOneKind)
  const citeLength = (length: bigint): string =>
    cite(length === 0n ? `an empty ${member}` : `a ${member} of ${length} characters`)
  const hasLength = (length: bigint) => takes(`a ${member} of ${length} characters`, letters(Number(length)))
  const room = BigInt(maxBody - writePlain(session).length)
  const top = room < longest ? room : longest
  const [takesLong, takesEmpty] = await Promise.all([hasLength(top), takes(`an empty ${member}`, '')])
  const good = BigInt(createPlainPlant(session)[member]?.length ?? 1)
  const [maxLength, minLength] = await Promise.all([
    takesLong ? undefined : bisect(good, top, likelyLengths, hasLength),
    takesEmpty ? undefined : bisect(good, 0n, [1n], hasLength),
  ])
  const space = maxLength ?? top
  const embed = (sample: string): string => {
    const size = Math.max(Number(minLength ?? 0n), 2) - [...sample].length
    const around = letters(Math.max(size, space > 3n ? 2 : 0))
    return around.slice(0, 1) + sample + around.slice(1)
  }
  const fits = kinds.filter(([, sample]) => [...embed(sample)].length <= space)
  const all = embed(fits.map(([, sample]) => sample).join(''))
  const takesAll =
    [...all].length <= space && (await takes(`a ${member} of all kinds of characters`, all, false))
  const refused = takesAll
    ? []
    : (
        await Promise.all(
          fits.map(async (kind) =>
            (await takes(`a ${member} with ${kind[0]}`, embed(kind[1]))) ? [] : [kind],
          ),
        )
      ).flat()
  if (takesLong && takesEmpty && refused.length === 0) return undefined
  const by = [
    ...(minLength === undefined
      ? []
      : [
          `${minLength} characters were accepted (${citeLength(minLength)}) and ${minLength - 1n} refused (${citeLength(minLength - 1n)})`,
        ]),
    ...(maxLength === undefined
      ? []
      : [
          `${maxLength} characters were accepted (${citeLength(maxLength)}) and ${maxLength + 1n} refused (${citeLength(maxLength + 1n)})`,
        ]),
    ...(refused.length === 0
      ? []
      : [
          `refused with ${refused.map(([title]) => `${title} (${cite(`a ${member} with ${title}`)})`).join(', ')}`,
        ]),
  ].join('; ')
  return {
    value: {
      ...(minLength !== undefined && { minLength: Number(minLength) }),
      ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
      ...(refused.length > 0 && { pattern: `^[^${refused.map(([, , inClass]) => inClass).join('')}]*$` }),
    },
    by,
  }
}
