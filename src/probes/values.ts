import type { MediaType, Schema } from '../contract/contract.ts'
import { schemaAt } from '../contract/schema-at.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { isSame } from '../json/is-same.ts'
import { isObject } from '../options/is-object.ts'
import { describeValue, type Path } from '../options/problems.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Strings that services change by mistake, with what they have in common. */
const fewStrings: Readonly<Record<string, readonly string[]>> = {
  'letters of other scripts': ['Zoë Größe Łódź Ελλάδα 日本語 עברית'],
  'a letter in two parts': ['Zoe\u0308'],
  emoji: ['a 🌱 and a 👩‍👩‍👧'],
  'quotes and backslashes': [`O'Brien "x" \\ back\\n slash`],
  markup: [`<b>bold</b> & &amp; %20 {{x}} \${y}`],
  digits: ['0012345678901234567890'],
  'a word of code': ['null'],
  'white space around it': [' a '],
}

/** More of them, for one operation. */
const manyStrings: typeof fewStrings = {
  ...fewStrings,
  'typographic signs': ['\u201cFern\u201d \u2013 \u2018Moss\u2019 \u2026', '菊の花 Фёрн', '👩🏽‍🌾 𝔉𝔢𝔯𝔫'],
  'unusual spaces': ['Fern\u00a0\u3000Moss'],
  'white space in it': ['Boston  fern', 'Fern\tMoss', 'Bos\r\nton', 'Bos\nton'],
  'signs with a meaning elsewhere': [
    '&lt;Fern&gt; &amp; &#65;',
    'C:\\fern\\new a/b',
    '\\u0041',
    '100% %41%20+',
    '/*Fern*/ // x',
    '[Fern](x) *_~',
    '$1 $& $$ %s {0}',
    '{a}[b]:"c",\\"d\\',
    'ada@example.org',
    '=1+1',
    '__proto__',
  ],
  'what looks like an attack': [
    "' OR '1'='1",
    "'; DROP TABLE moss; --",
    '1 UNION SELECT name FROM users',
    "<script>alert('x')</script>",
    'javascript:alert(document.cookie)',
    '../../etc/passwd',
    '<?php phpinfo(); ?> $(id) `id`',
    `\${jndi:ldap://x.invalid/a} {{7*7}}`,
  ],
  'numbers and words of code': [
    '007',
    '0',
    '-1',
    '1.50',
    '1e3',
    'true',
    'false',
    'NULL',
    'None',
    'NaN',
    'undefined',
    '{}',
    '2024-01-31',
    '2024-01-31T10:00:00Z',
    '2024-01-31T10:00:00+02:00',
  ],
}

/** Strings that a service may reject, since few expect them. */
const oddStrings: typeof fewStrings = {
  'no letter': ['', ' '],
  'control characters': ['Fe\u0000rn', 'Fe\u0007rn', 'Fe\u001brn'],
  'many letters': ['x'.repeat(70), 'é'.repeat(300), 'x'.repeat(1100), 'x'.repeat(66_000)],
}

/** The longest string that is sent because its schema allows it. */
const longest = 2000

/** Lists the paths of free strings in a value, which a schema neither lists, nor gives a format or pattern. */
export function listFreeStrings(schema: Schema, value: unknown, depth = 2): Path[] {
  const { types, format, values, isReadOnly } = schema.facts()
  if (isReadOnly) return []
  if (typeof value === 'string')
    return types.includes('string') && values === undefined && (format === undefined || format === 'password')
      ? [[]]
      : []
  if (!isObject(value) || depth === 0) return []
  return Object.keys(value).flatMap((name) => {
    const inner = schema.at(name)
    return inner === undefined
      ? []
      : listFreeStrings(inner, value[name], depth - 1).map((path) => [name, ...path])
  })
}

/** Lists the paths of the dates and times at the top of a value. */
const listDates = (schema: Schema, value: unknown): (readonly string[])[] =>
  Object.keys(isObject(value) ? value : {})
    .filter((name) => /^date/.test(schema.at(name)?.facts().format ?? ''))
    .map((name) => [name])

/** Whether a media type allows a value. */
export const isFitting = (media: MediaType, value: unknown): boolean => media.schema.check(value).length === 0

/** Lists strings in the free strings of a body, which come back as they are; all of them to one operation. */
export const listStringProbes =
  (isFull: boolean): ListProbes =>
  ({ operation, body }) => {
    if (body === undefined || (body.media.kind !== 'json' && body.media.kind !== 'form')) return []
    const paths = listFreeStrings(body.media.schema, body.value).slice(0, 4)
    const change =
      (own: readonly Path[], text: string): Probe['change'] =>
      (draft) => {
        if (draft.body === undefined || own.some((path) => getAt(draft.body?.value, path) === undefined))
          return undefined
        const value = own.reduce<unknown>((whole, path) => setAt(whole, path, text), draft.body.value)
        return isFitting(draft.body.media, value) ? { ...draft, body: { ...draft.body, value } } : undefined
      }
    const toProbes =
      (kind: Probe['kind'], strings: typeof fewStrings) =>
      (path: Path): Probe[] =>
        Object.entries(strings).flatMap(([what, texts]) =>
          texts.map(
            (text): Probe => ({
              operation,
              kind,
              rule: 'accepts-any-string',
              echo: /^white space|^unusual|^no letter/.test(what)
                ? 'white-space-comes-back'
                : 'strings-come-back',
              place: schemaAt(body.media.schema, path)?.pointer ?? '',
              tried: `/${path.join('/')} has ${what} (${describeValue(text.length > 40 ? `${text.slice(0, 1)}…` : text)})`,
              reason: 'body',
              path,
              change: change([path], text),
            }),
          ),
        )
    /** A service may count bytes instead of letters. */
    const toLongest = (path: Path): Probe[] => {
      const schema = schemaAt(body.media.schema, path)
      const limits = schema?.parts().map(({ json }) => json['maxLength']) ?? []
      const most = Math.min(...limits.filter((one) => typeof one === 'number'))
      const what = 'as many letters outside ASCII as it may have'
      const probes = most <= longest ? toProbes('accept', { [what]: ['é'.repeat(most)] })(path) : []
      return probes.map((probe) => ({ ...probe, rule: 'accepts-valid-body' }))
    }
    if (!isFull)
      return [
        ...paths.flatMap(toProbes('accept', fewStrings)),
        ...paths.flatMap(toLongest),
        ...paths.slice(0, 1).flatMap(toProbes('open', { 'a NUL': ['Fe\u0000rn'] })),
      ]
    const [first] = paths.flatMap(toProbes('accept', fewStrings))
    const alike: Probe[] =
      paths.length < 2 || first === undefined
        ? []
        : [{ ...first, tried: 'all strings are the same', change: change(paths, 'Fern') }]
    return [
      ...paths.flatMap(toProbes('accept', manyStrings)),
      ...paths.flatMap(toLongest),
      ...alike,
      ...paths.flatMap(toProbes('open', oddStrings)),
    ]
  }

/** Numbers that services write in another way by mistake. */
const numbers = { integer: [0, 7, 850, 1_000_000], number: [0, 0.5, 19.99, 80.5] } as const

/** Lists numbers in the properties of a body, which come back as they are. */
export const listNumberProbes: ListProbes = ({ operation, body }) => {
  if (body === undefined || body.media.kind !== 'json' || !isObject(body.value)) return []
  const { media } = body
  const { effect } = operation
  return Object.keys(body.value).flatMap((name) => {
    if (
      effect.kind === 'create' &&
      effect.resource.key.from === 'client' &&
      name === effect.resource.key.property
    )
      return []
    const types = media.schema.at(name)?.facts().types ?? []
    const kind = types.length > 2 ? undefined : types.find((type) => type === 'integer' || type === 'number')
    return (kind === undefined ? [] : numbers[kind as keyof typeof numbers]).map(
      (value): Probe => ({
        operation,
        kind: 'accept',
        rule: 'accepts-valid-body',
        place: media.schema.at(name)?.pointer ?? media.pointer,
        tried: `/${name} is ${value}`,
        reason: 'body',
        path: [name],
        change(draft) {
          if (draft.body === undefined) return undefined
          const changed = setAt(draft.body.value, [name], value)
          return isFitting(media, changed) ? { ...draft, body: { ...draft.body, value: changed } } : undefined
        },
      }),
    )
  })
}

/** Five and a half hours in milliseconds. */
const offset = 19_800_000

/** Writes an instant with an offset, as `2031-05-06T12:30:00+05:30`; undefined if the text is none. */
function withOffset(text: unknown): string | undefined {
  const instant = Date.parse(String(text))
  return Number.isNaN(instant)
    ? undefined
    : new Date(instant + offset).toISOString().replace(/(?:\.\d+)?Z$/, '+05:30')
}

/** Lists the instants in the properties of a body with an offset, with which they come back as the same ones. */
export const listOffsetProbes: ListProbes = ({ operation, body }) => {
  if (body === undefined || body.media.kind !== 'json') return []
  const { media } = body
  return media.schema.facts().properties.flatMap((name): Probe[] => {
    const path = [name]
    const schema = media.schema.at(name)
    if (schema?.facts().format !== 'date-time') return []
    const probe: Probe = {
      operation,
      // Some services take only Z.
      kind: 'open',
      rule: 'accepts-valid-body',
      echo: 'sent-comes-back',
      place: schema.pointer,
      tried: `/${name} has an offset`,
      reason: 'body',
      path,
      change(draft) {
        const text = withOffset(getAt(draft.body?.value, path) ?? schema.example())
        if (draft.body === undefined || text === undefined) return undefined
        const value = setAt(draft.body.value, path, text)
        return isFitting(media, value) ? { ...draft, body: { ...draft.body, value } } : undefined
      },
    }
    return [probe]
  })
}

/** Makes a probe of a random valid body, or of one in which only a property is random. */
function toRandomProbe({ operation }: Draft, media: MediaType, drawn: number, name?: string): Probe {
  return {
    operation,
    kind: 'accept',
    rule: 'accepts-valid-body',
    place: media.pointer,
    tried: `a random ${name === undefined ? 'body' : `/${name}`} (seed ${drawn})`,
    reason: 'body',
    change(draft) {
      if (draft.body === undefined) return undefined
      const { value: plain } = draft.body
      const random = media.schema.example(drawn)
      // Other probes are about strings, and dates may depend on each other.
      const kept = [...listFreeStrings(media.schema, random), ...listDates(media.schema, random)]
      const whole = kept.reduce<unknown>(
        (value, path) =>
          typeof getAt(plain, path) === 'string' ? setAt(value, path, getAt(plain, path)) : value,
        random,
      )
      const value = name === undefined ? whole : setAt(plain, [name], getAt(whole, [name]))
      const isOther = name === undefined || !isSame(value, plain)
      return isOther && isFitting(media, value) ? { ...draft, body: { ...draft.body, value } } : undefined
    },
  }
}

/** Lists random valid bodies. */
export const listRandomProbes =
  (count: number): ListProbes =>
  (draft, seed) => {
    if (draft.body === undefined) return []
    const { media, value } = draft.body
    if (media.kind === 'xml' || media.kind === 'binary') return []
    return Array.from({ length: count }, (_, index): Probe => {
      const drawn = (seed ^ (index * 7919)) & 0x7fffffff
      const names = isObject(value) ? media.schema.facts().properties : []
      const parts = names.map((name) => toRandomProbe(draft, media, drawn, name))
      return { ...toRandomProbe(draft, media, drawn), parts }
    })
  }
