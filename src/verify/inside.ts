import * as fc from 'fast-check'
import type { Limits } from '../contract/generated/limits.ts'
import type { TextLimits } from '../contract/limit-keywords.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import type { Random } from '../probes/random.ts'
import type { Inside } from '../probes/source.ts'

/** How many texts are generated to choose from. */
const poolSize = 400

/** The longest generated text if the limits don't limit the length. */
const longest = 30

/** How many texts of one kind are enough to choose plain ones from. */
const enough = 10

/** From the plainest kind of texts to the oddest. */
const kinds = [
  /^[A-Za-z]+$/,
  /^[A-Za-z\d]+$/,
  /^[\w-]+$/,
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
  /(?:)/,
]

const letters = 'abcdefghijklmnopqrstuvwxyz'

function toArbitrary({ minLength = 0, maxLength, pattern, enum: values }: TextLimits): fc.Arbitrary<string> {
  if (values !== undefined) return fc.constantFrom(...values)
  const max = Math.min(maxLength ?? Infinity, Math.max(longest, minLength))
  if (pattern !== undefined) {
    const size = minLength > 100 ? 'xlarge' : minLength > 10 ? 'medium' : 'small'
    return fc.stringMatching(new RegExp(pattern, 'u'), { size })
  }
  return fc.string({
    unit: 'grapheme-ascii',
    minLength: Math.min(Math.max(minLength, 1), max),
    maxLength: max,
  })
}

function sample(limits: TextLimits, seed: number): string[] {
  try {
    return fc.sample(toArbitrary(limits), { seed, numRuns: poolSize })
  } catch {
    // fast-check can't generate texts for some patterns, such as those with lookahead.
    return []
  }
}

function makeWords({ minLength = 0, maxLength = longest }: TextLimits): string[] {
  const length = Math.min(Math.max(minLength, 4), maxLength)
  return Array.from(letters, (_, at) =>
    (letters.slice(at) + letters).repeat(Math.ceil(length / letters.length)).slice(0, length),
  ).flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
}

interface Texts {
  all: readonly string[]
  plainest: readonly string[]
}

function createTexts(own: TextLimits, fits: (text: string) => boolean, seed: number, prefix = ''): Texts {
  const made = [...sample(own, seed), ...makeWords(own)]
  const all = [...new Set(made)].filter(fits)
  const plain = [...new Set([...made, ...made.map((text) => prefix + text)])].filter(
    (text) => text.startsWith(prefix) && fits(text),
  )
  const ofKinds = kinds.map((kind) => plain.filter((text) => kind.test(text.slice(prefix.length))))
  const plainest = ofKinds.find(({ length }) => length >= Math.min(enough, plain.length)) ?? plain
  return { all, plainest }
}

const pick = (texts: readonly string[], random: Random): string => texts[random.below(texts.length)] ?? ''

/**
 * Makes the values inside limits; throws a {@link RangeError} that names the member if it finds no name or tag.
 *
 * @param prefix what plain names begin with
 */
export function createInside(limits: Limits, seed: number, prefix = ''): Inside {
  const check = createLimitsCheck(limits)
  const toFits = (member: 'name' | 'tag') => {
    const checkOwn = createLimitsCheck({ [member]: limits[member] ?? {} })
    return (text: string): boolean => checkOwn({ id: 0, name: text, tag: text }) === undefined
  }
  const fits = { name: toFits('name'), tag: toFits('tag') }
  const texts = {
    name: createTexts(limits.name ?? {}, fits.name, seed, prefix),
    tag: createTexts(limits.tag ?? {}, fits.tag, seed),
  }
  for (const member of ['name', 'tag'] as const) {
    if (texts[member].all.length === 0)
      throw new RangeError(`leave no ${member} that can be generated. List some in an enum`)
  }
  if (texts.name.plainest.length === 0) throw new RangeError(`leave no name that begins with ${prefix}`)
  const toPlainText = (member: 'name' | 'tag', text: string, random: Random): string =>
    fits[member](text) ? text : pick(texts[member].plainest, random)
  return {
    limits,
    allows: ({ others, ...plant }) => check({ ...others, ...plant }) === undefined,
    toPlain: ({ id, name, tag, ...more }, random) => ({
      ...more,
      id,
      name: toPlainText('name', prefix + name, random),
      ...(tag !== undefined && { tag: toPlainText('tag', tag, random) }),
    }),
    toText: (member, text, random) => (fits[member](text) ? text : pick(texts[member].all, random)),
  }
}
