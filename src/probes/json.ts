import { stringifyExactJson } from '../json/exact-json.ts'
import type { RuleId } from '../judge/rules.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^{}[\]:,"\s]+/g

const toTokens = (text: string): string[] => text.match(token) ?? []

/** Writes the strings of a text of JSON in another way: the names of properties, or all others. */
const mapStrings = (text: string, which: 'names' | 'values', map: (written: string) => string): string => {
  const tokens = toTokens(text)
  return tokens
    .map((one, at) =>
      one.startsWith('"') && (tokens[at + 1] === ':') === (which === 'names') ? map(one) : one,
    )
    .join('')
}

/** Writes each letter of a string of JSON as an escape. */
const toEscapes =
  (toDigits: (code: string) => string) =>
  (written: string): string =>
    `"${[...Array(JSON.parse(written).length).keys()]
      .map(
        (at) =>
          `\\u${toDigits((JSON.parse(written) as string).charCodeAt(at).toString(16).padStart(4, '0'))}`,
      )
      .join('')}"`

const keepText = (text: string): string => text

/** Puts what a sign means into a string in front of its end. */
const insert = (text: string, sign: string): string =>
  mapStrings(text, 'values', (one) => `${one.slice(0, -1)}${sign}"`)

const reverse = (value: unknown): unknown => Object.fromEntries(Object.entries(Object(value)).toReversed())

/** Puts a text at the end of the strings of an object. */
export const append = (value: unknown, text: string): unknown =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [
      name,
      typeof one === 'string' ? `${one}${text}` : one,
    ]),
  )

const depth = 10_000

export const toForm = (value: unknown): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, String(one)])),
  ).toString()

type WriteJson = (text: string) => string

/** What isn't JSON at all. */
const malformed: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'a JSON body that is cut off': (text) => text.slice(0, -1),
  'a JSON body that is cut in a string': (text) => text.slice(0, text.lastIndexOf('"')),
  'a JSON body that is cut after a colon': (text) => text.slice(0, text.indexOf(':') + 1),
  'a JSON body that is cut after a comma': (text) => text.slice(0, text.indexOf(',') + 1),
  'a JSON body with more after its end': (text) => `${text}]`,
  'a JSON body with a word after its end': (text) => `${text} x`,
  'a body of one brace': () => '{',
  'two JSON bodies': (text) => text + text,
  'two JSON bodies on two lines': (text) => `${text}\n${text}`,
  'a JSON body without its first comma': (text) => text.replace(/,(?=")/, ' '),
  'a JSON body without its first colon': (text) => text.replace(':', ' '),
  'a JSON body without its first brace': (text) => text.slice(1),
  'a JSON body with an equals sign for each colon': (text) => text.replaceAll('":', '"='),
  'the body as fields of a form': (text) => toForm(JSON.parse(text)),
}

/** What some parsers read besides JSON (RFC 8259 section 9). */
const extensions: Readonly<Record<string, WriteJson>> = {
  'a comma after the last property': (text) => text.replace(/}$/, ',}'),
  'a comment in JSON': (text) => text.replace('{', '{/* comment */'),
  'a comment at the end of a line of JSON': (text) => `${text} // comment`,
  'strings of JSON in single quotes': (text) => text.replaceAll('"', "'"),
  'names of JSON without quotes': (text) => mapStrings(text, 'names', (one) => one.slice(1, -1)),
  'a number that begins with a zero': (text) => text.replace(/:(?=\d)/, ':0'),
  'a number that begins with a plus sign': (text) => text.replace(/:(?=\d)/, ':+'),
  'a number that is hexadecimal': (text) => text.replace(/:\d+/, ':0x1F4A'),
  'NaN for a number': (text) => text.replace(/:-?\d[\d.]*/, ':NaN'),
  'a line break in a string of JSON': (text) => insert(text, '\n'),
  'a tab in a string of JSON': (text) => insert(text, '\t'),
  'an invalid escape in a string of JSON': (text) => insert(text, '\\x'),
}

/** Other ways to write the same JSON. */
const jsonForms: Readonly<Record<string, WriteJson>> = {
  'white space between all tokens of JSON': (text) => ` \r\n\t${toTokens(text).join(' \t')}\r\n `,
  'JSON in several lines': (text) =>
    JSON.stringify(JSON.parse(text), null, 2).replaceAll(/\d{16,}/g, keepText),
  'strings of JSON as escapes': (text) => mapStrings(text, 'values', toEscapes(keepText)),
  'strings of JSON as escapes in upper case': (text) =>
    mapStrings(
      text,
      'values',
      toEscapes((code) => code.toUpperCase()),
    ),
  'names of properties as escapes': (text) => mapStrings(text, 'names', toEscapes(keepText)),
}

const prepend = (text: string, properties: string): string => text.replace('{', `{${properties},`)

/** Bodies that few clients send, and that no service may fail at. */
const oddBodies: Readonly<Record<string, WriteJson>> = {
  'a body of 1,100,000 letters': (text) => prepend(text, `"more":"${'x'.repeat(1_100_000)}"`),
  'a property that objects of a framework have': (text) =>
    prepend(text, '"__proto__":{"a":1},"constructor":1,"toString":1,"hasOwnProperty":1,"class":1,"_id":1'),
  'properties with numbers beyond all types': (text) => prepend(text, '"more":1e400,"height":1e400'),
  'a property that names a class': (text) => prepend(text, '"type":"x","@type":"x","$type":"x"'),
  '1 for each property but the first, which is a string': (text) =>
    mapValues(text, '1').replace(':1', ':"x"'),
  'a property with an integer of 400 digits': (text) => prepend(text, `"more":${'9'.repeat(400)}`),
  '30 more properties': (text) =>
    prepend(text, Array.from({ length: 30 }, (_, at) => `"more${at}":${at}`).join(',')),
  'null for each property': (text) => mapValues(text, 'null'),
  'only null': () => 'null',
  'an object for each property': (text) => mapValues(text, '{}'),
  'true for each property': (text) => mapValues(text, 'true'),
  'only the last property, with null': (text) =>
    `{${
      toTokens(text)
        .filter((one, at, all) => one.startsWith('"') && all[at + 1] === ':')
        .at(-1) ?? '"more"'
    }:null}`,
  'an unpaired surrogate': (text) => prepend(text, '"more":"\\ud83c"'),
}

/** Gives all properties at the top of an object of JSON the same value. */
const mapValues = (text: string, value: string): string =>
  `{${Object.keys(Object(JSON.parse(text)))
    .map((name) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`

const toText = (draft: Draft): string => stringifyExactJson(draft.body?.value)

/** Lists bodies that are not JSON, that only some parsers read, and that all have to read; some of them to each operation, and all to one. */
export const listJsonSyntax =
  (isFull: boolean): ListProbes =>
  ({ operation, body }) => {
    if (body === undefined || body.media.kind !== 'json') return []
    const { media } = body
    const toProbe = (
      rule: RuleId,
      kind: Probe['kind'],
      tried: string,
      toBytes: (text: string) => string | Uint8Array,
      toValue?: (value: unknown) => unknown,
    ): Probe => ({
      operation,
      kind,
      rule,
      place: media.pointer,
      tried,
      reason: kind === 'reject' ? 'media' : 'body',
      change(draft) {
        const old = draft.body?.value
        const value = toValue === undefined ? old : toValue(old)
        if (kind !== 'reject' && toValue !== undefined && media.schema.check(value).length > 0)
          return undefined
        const text = toText({ ...draft, body: { media, value } })
        const bytes = toBytes(text)
        // A form is a request of its own only if it differs.
        if (bytes === text && toValue === undefined) return undefined
        return { ...draft, body: { media, value }, bytes }
      },
    })
    const rejected = Object.entries(malformed).map(([tried, toBytes]) =>
      toProbe('malformed-body', 'reject', tried, toBytes),
    )
    if (!isFull) return rejected.slice(0, 1)
    const isRequired =
      operation.body?.isRequired === true && [{}, null].every((value) => media.schema.check(value).length > 0)
    const open = '['.repeat(depth)
    const close = ']'.repeat(depth)
    return [
      ...rejected,
      ...Object.entries(extensions).map(([tried, toBytes]) =>
        toProbe('json-extensions', 'reject', tried, toBytes),
      ),
      toProbe('json-forms', 'accept', 'the properties in another order', keepText, reverse),
      ...Object.entries(jsonForms).map(([tried, toBytes]) => toProbe('json-forms', 'accept', tried, toBytes)),
      ...(isRequired
        ? ['', ' ', '\r\n\r\n', '{}'].map((text) =>
            toProbe('rejects-missing-body', 'reject', `the body ${JSON.stringify(text)}`, () => text),
          )
        : []),
      ...Object.entries<WriteJson>({
        [`${depth} open brackets`]: () => open,
        [`${depth} nested arrays`]: () => open + close,
        [`${depth} open braces`]: () => '{"a":'.repeat(depth),
        [`${depth} nested arrays as a property`]: (text) => text.replace('{', `{"more":${open}${close},`),
      }).map(([tried, toBytes]) => toProbe('deep-nesting', 'open', tried, toBytes)),
      ...Object.entries<WriteJson>({
        'an array with the body': (text) => `[${text}]`,
        'the body in a string': (text) => JSON.stringify(text),
        'the body in the prototype': (text) => `{"__proto__":${text}}`,
      })
        .filter(([, wrap]) => media.schema.check(JSON.parse(wrap('{}'))).length > 0)
        .map(([tried, wrap]) => toProbe('rejects-invalid-body', 'reject', tried, wrap)),
      {
        // The service may reject such a string.
        ...toProbe(
          'json-forms',
          'open',
          'slashes of JSON as escapes',
          (text) => text.replaceAll('/', '\\/'),
          (value) => append(value, '/x/y'),
        ),
        echo: 'json-forms' as const,
      },
      ...Object.entries(oddBodies).map(([tried, toBytes]) =>
        toProbe('no-server-error', 'open', tried, toBytes),
      ),
      toProbe('not-utf8', 'reject', 'a string with bytes that are not UTF-8', (text) =>
        Buffer.from(insert(text, '\u00e9'), 'latin1'),
      ),
    ]
  }
