import type { PatternNode } from '../parse-pattern.ts'
import { createPattern } from '../pattern.ts'
import type { ExampleRandom } from './random.ts'

export interface TextLimits {
  /** What the text can be about: the name of its property. */
  name: string
  format: string | undefined
  patterns: readonly string[]
  minLength: number
  maxLength: number
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0').slice(-length)

const toDate = (days: number): Date => new Date(Date.UTC(2024, 0, 15) + (days % 3650) * 86_400_000)

function toUuid(random: ExampleRandom): string {
  if (random.variant === 0) return '3fa85f64-5717-4562-b3fc-2c963f66afa6'
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const formats: Readonly<Record<string, (random: ExampleRandom) => string>> = {
  date: ({ variant }) => toDate(variant).toISOString().slice(0, 10),
  'date-time': ({ variant }) => toDate(variant).toISOString().replace('.000', ''),
  time: ({ variant }) => `12:${digits(variant % 60, 2)}:00Z`,
  duration: ({ variant }) => `P${(variant % 30) + 1}D`,
  email: ({ variant }) => `user${variant || ''}@example.com`,
  'idn-email': ({ variant }) => `user${variant || ''}@example.com`,
  hostname: ({ variant }) => `host${variant || ''}.example.com`,
  ipv4: ({ variant }) => `192.0.2.${(variant % 254) + 1}`,
  ipv6: ({ variant }) => `2001:db8::${((variant % 65_535) + 1).toString(16)}`,
  uri: ({ variant }) => `https://example.com/${variant || ''}`,
  url: ({ variant }) => `https://example.com/${variant || ''}`,
  'uri-reference': ({ variant }) => `/${variant || ''}`,
  'uri-template': () => '/{id}',
  uuid: toUuid,
  'json-pointer': () => '/a',
  'relative-json-pointer': () => '0/a',
  regex: () => '^a+$',
  byte: ({ variant }) => btoa(`bytes ${variant}`),
  base64: ({ variant }) => btoa(`bytes ${variant}`),
  int32: ({ variant }) => String(variant % 1000),
  int64: ({ variant }) => String(variant),
}

const usual = [...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_ .@/:+,;#*!?()[]{}<>=&%$\'"\\|~^`']

function makeCharacter(
  { expression, literal }: PatternNode & { kind: 'character' },
  random: ExampleRandom,
): string {
  if (literal !== undefined) return literal
  const fitting = usual.filter((letter) => expression.test(letter))
  const letters = fitting.filter((letter) => /\w/.test(letter))
  const found = random.pick(letters.length > 0 ? letters : fitting)
  if (found !== undefined) return found
  for (let code = 0; code < 0x3000; code++) {
    const letter = String.fromCodePoint(code)
    if (expression.test(letter)) return letter
  }
  return ''
}

/** Makes a text that matches an expression; each repeated part is repeated some times more than it has to be. */
function makeMatching(
  node: PatternNode,
  more: number,
  random: ExampleRandom,
  captured: Map<number | string, string>,
): string {
  const make = (part: PatternNode): string => makeMatching(part, more, random, captured)
  switch (node.kind) {
    case 'character':
      return makeCharacter(node, random)
    case 'sequence':
      return node.items.map(make).join('')
    case 'choice': {
      const option = random.pick(node.options)
      return option === undefined ? '' : make(option)
    }
    case 'group': {
      const text = make(node.item)
      if (node.index !== undefined) captured.set(node.index, text)
      return text
    }
    case 'reference':
      return captured.get(node.group) ?? ''
    case 'repeat': {
      const count = Math.min(node.to, node.from + more, 1000)
      let text = ''
      for (let done = 0; done < count && text.length < 10_000; done++) text += make(node.item)
      return text
    }
    default:
      // What is looked for ahead or behind is found out by trying.
      return ''
  }
}

function resize(text: string, { minLength, maxLength }: TextLimits): string {
  const letters = [...text]
  if (letters.length > maxLength) return letters.slice(0, maxLength).join('')
  return letters.length < minLength
    ? (text || 'a').repeat(Math.ceil(minLength / (letters.length || 1))).slice(0, minLength)
    : text
}

/** How often repeated parts are repeated, in the order of trial. */
const repeats = [1, 0, 2, 3, 5, 8, 12, 20, 32, 64, 128, 255]

/** Makes a text; it may not match if nothing was found in some tries. */
export function makeText(limits: TextLimits, random: ExampleRandom): string {
  const { name, format, patterns, minLength, maxLength } = limits
  const plain = random.variant === 0 ? name : `${name} ${random.variant}`
  const formatted = Object.hasOwn(formats, format ?? '') ? formats[format ?? '']?.(random) : undefined
  if (patterns.length === 0) return formatted ?? resize(plain, limits)
  const tests = patterns.flatMap((pattern) => createPattern(pattern) ?? [])
  const isRight = (text: string): boolean =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    tests.every((pattern) => pattern.test(text))
  const simple = [formatted, resize(plain, limits), resize(name, limits), `${random.variant}`].find(
    (text) => text !== undefined && isRight(text),
  )
  if (simple !== undefined) return simple
  let last = plain
  for (const { node } of tests)
    for (const more of repeats) {
      last = makeMatching(node, more, random, new Map())
      if (isRight(last)) return last
      const longer = resize(last, limits)
      if (isRight(longer)) return longer
    }
  return last
}
