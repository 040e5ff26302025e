import { toExactInteger } from '../contract/exact-integer.ts'
import type { IdLimits, TextLimits } from '../contract/limits.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import { isAboutLoad, isAccepted, type Service } from './service.ts'
import { writeLetters, writePlain } from './triggers.ts'

/** A learned value, and the request that showed it. */
export interface Shown<Value> {
  value: Value
  by: string
}

/** Sends a plant and says whether it is inside of the limits. A refusal in another form is outside only if it may have several reasons. */
type IsInside = (title: string, body: string, isOneKind?: boolean) => Promise<boolean>

/** What finds limits: it sends plants, and names the requests. */
export interface Probe {
  isInside: IsInside
  /** Names the last request of a title. */
  cite(title: string): string
}

/** Finds the last value that passes between one that does and one that doesn't; tries likely ones first. */
async function bisect(
  good: bigint,
  bad: bigint,
  likely: readonly bigint[],
  passes: (value: bigint) => Promise<boolean>,
): Promise<bigint> {
  const step = good < bad ? 1n : -1n
  let [low, high] = [good, bad]
  const isBetween = (value: bigint): boolean => (value - low) * step > 0n && (high - value) * step > 0n
  const take = async (value: bigint): Promise<void> => {
    if (!isBetween(value)) return
    if (await passes(value)) low = value
    else high = value
  }
  for (const value of likely) {
    await take(value)
    if (low === value) await take(value + step)
  }
  while ((high - low) * step > 1n) await take((low + high) / 2n)
  return low
}

const highest = 2n ** 63n - 1n
const lowest = -(2n ** 63n)

/** The end of int64 that is tried; not its very last id, which earlier runs may have stored. */
const nearEnd = 1_000_000n

/** Bounds of ids that services often have. */
const likelyIds = [2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n]

/** Learns the limits of ids. */
export async function learnIds(
  session: Session,
  { isInside, cite }: Probe,
): Promise<Shown<IdLimits> | undefined> {
  const takes = (id: bigint) => isInside(`the id ${id}`, writePlant({ ...createPlainPlant(session), id }))
  const good = session.ids.take()
  const [top, bottom] = [
    highest - session.random.between(0n, nearEnd),
    lowest + session.random.between(0n, nearEnd),
  ]
  const [hasMaximum, hasMinimum] = [!(await takes(top)), !(await takes(bottom))]
  const [maximum, minimum] = await Promise.all([
    hasMaximum ? bisect(good, top, likelyIds, takes) : undefined,
    hasMinimum ? bisect(good, bottom, [1n, 0n, ...likelyIds.map((id) => -id - 1n)], takes) : undefined,
  ])
  if (maximum === undefined && minimum === undefined) return undefined
  const by = [
    ...(minimum === undefined
      ? []
      : [
          `${minimum} was accepted (${cite(`the id ${minimum}`)}) and ${minimum - 1n} refused (${cite(`the id ${minimum - 1n}`)})`,
        ]),
    ...(maximum === undefined
      ? []
      : [
          `${maximum} was accepted (${cite(`the id ${maximum}`)}) and ${maximum + 1n} refused (${cite(`the id ${maximum + 1n}`)})`,
        ]),
  ].join('; ')
  return {
    value: {
      ...(minimum !== undefined && { minimum: toExactInteger(minimum) }),
      ...(maximum !== undefined && { maximum: toExactInteger(maximum) }),
    },
    by,
  }
}

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

/** The largest body that is tried, in bytes. */
export const largestBody = 2 * 2 ** 20

/** Learns the largest body, with spaces after a plain plant. */
export async function learnMaxBody({ session, send }: Service): Promise<Shown<number>> {
  const shown = new Map<bigint, string>()
  const passes = async (size: bigint): Promise<boolean> => {
    const body = writePlain(session).padEnd(Number(size))
    const exchange = await send({ title: `a body of ${size} bytes`, body })
    const [isTaken, hasReason] = [isAccepted(exchange), !isAboutLoad(exchange)]
    const end = isTaken
      ? 'were accepted'
      : hasReason
        ? 'were refused'
        : 'got 429 or 503, which is no decision'
    shown.set(size, `${end} (request ${exchange.number})`)
    return isTaken || !hasReason
  }
  const whole = BigInt(largestBody)
  const cite = (size: bigint): string => `${size} bytes ${shown.get(size) ?? 'were accepted'}`
  if (await passes(whole)) return { value: largestBody, by: `${cite(whole)}; more was not tried` }
  const likely = [2n ** 20n, 10n ** 6n, 100n * 1024n, 10n ** 5n]
  const found = await bisect(500n, whole, likely, passes)
  return { value: Number(found), by: `${cite(found)}; ${cite(found + 1n)}` }
}
