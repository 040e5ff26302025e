import type { MediaType, Schema } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'
import { replaceAt, valueAt } from './body-edges.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Strings that services change by mistake: other scripts, emoji, what escapes mean something in, and what looks like code. */
const strings = [
  { what: 'letters of other scripts', text: 'Zoë Größe Łódź Ελλάδα 日本語 עברית' },
  { what: 'a letter in two parts', text: 'Zoe\u0308' },
  { what: 'emoji', text: 'a 🌱 and a 👩‍👩‍👧' },
  { what: 'quotes and backslashes', text: `O'Brien "x" \\ back\\n slash` },
  { what: 'markup', text: `<b>bold</b> & &amp; %20 {{x}} \${y}` },
  { what: 'digits', text: '0012345678901234567890' },
  { what: 'a word of code', text: 'null' },
  { what: 'white space around it', text: ' a ', rule: 'white-space-comes-back' },
] as const

/** Lists the paths of free strings in a value, which a schema neither lists, nor gives a format or pattern. */
export function listFreeStrings(schema: Schema, value: unknown, depth = 2): (readonly (string | number)[])[] {
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

const isFitting = (media: MediaType, value: unknown): boolean => media.schema.check(value).length === 0

/** Lists strings in the free strings of a body, which come back as they are. */
export const listStringProbes: ListProbes = ({ operation, body }) => {
  if (body === undefined || (body.media.kind !== 'json' && body.media.kind !== 'form')) return []
  return listFreeStrings(body.media.schema, body.value)
    .slice(0, 4)
    .flatMap((path) =>
      strings.map(
        ({ what, text, ...own }): Probe => ({
          operation,
          kind: 'accept',
          rule: 'rule' in own ? own.rule : 'strings-come-back',
          place:
            path.reduce<Schema | undefined>((at, step) => at?.at(step), body.media.schema)?.pointer ?? '',
          tried: `/${path.join('/')} has ${what}`,
          reason: 'body',
          path,
          change(draft) {
            if (draft.body === undefined || valueAt(draft.body.value, path) === undefined) return undefined
            const value = replaceAt(draft.body.value, path, text)
            return isFitting(draft.body.media, value)
              ? { ...draft, body: { ...draft.body, value } }
              : undefined
          },
        }),
      ),
    )
}

/** Numbers that services write in another way by mistake. */
const numbers = { integer: [0, 7, 850, 1_000_000], number: [0, 0.5, 19.99, 80.5] } as const

/** Lists numbers in the properties of a body, which come back as they are. */
export const listNumberProbes: ListProbes = ({ operation, body }) => {
  if (body === undefined || body.media.kind !== 'json' || !isObject(body.value)) return []
  const { media } = body
  return Object.keys(body.value).flatMap((name) => {
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
          const changed = replaceAt(draft.body.value, [name], value)
          return isFitting(media, changed) ? { ...draft, body: { ...draft.body, value: changed } } : undefined
        },
      }),
    )
  })
}

/** Lists random valid bodies. */
export const listRandomProbes =
  (count: number): ListProbes =>
  ({ operation, body }, seed) => {
    if (body === undefined || body.media.kind === 'xml' || body.media.kind === 'binary') return []
    return Array.from({ length: count }, (_, index): Probe => {
      const drawn = (seed ^ (index * 7919)) & 0x7fffffff
      return {
        operation,
        kind: 'accept',
        rule: 'accepts-valid-body',
        place: body.media.pointer,
        tried: `a random body (seed ${drawn})`,
        reason: 'body',
        change(draft) {
          if (draft.body === undefined) return undefined
          const value = draft.body.media.schema.example(drawn)
          return isFitting(draft.body.media, value) ? { ...draft, body: { ...draft.body, value } } : undefined
        },
      }
    })
  }
