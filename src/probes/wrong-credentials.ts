import type { SecurityScheme } from '../contract/contract.ts'
import type { WrongCredential } from './draft.ts'

/** A credential that only looks like the valid one. */
interface WrongCredentialForm extends WrongCredential {
  tried: string
  /** Whether even a token of other letters than RFC 6750 allows shows it. */
  isMalformed?: true
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Replaces a letter with one that every decoder of base64 reads as another one. */
const toOther = (letter: string): string => base64.charAt(base64.indexOf(letter) ^ 32) || 'x'

/** Says whether a changed letter may mean the same: padding, and the hyphens of a UUID. */
const mayMeanTheSame = (text: string, at: number): boolean =>
  text.charAt(at) === '=' ||
  (text.charAt(at) === '-' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text))

/** Changes one letter of a credential after the other, at most so many. */
function listChanged(text: string, most: number): WrongCredentialForm[] {
  const step = Math.max(1, Math.ceil(text.length / most))
  const places = [...text].map((_, at) => at).filter((at) => at % step === 0 || at === text.length - 1)
  return places
    .filter((at) => !mayMeanTheSame(text, at))
    .map((at) => {
      const other = toOther(text.charAt(at))
      return {
        tried: `with another character at position ${at + 1}`,
        value: text.slice(0, at) + other + text.slice(at + 1),
        filter: `sed 's/./${other}/${at + 1}'`,
      }
    })
}

const toHex = (text: string): string => Buffer.from(text).toString('hex')

/** Lists credentials that look like a valid one, and aren't; a shell makes each with a filter. */
function listForms(text: string): WrongCredentialForm[] {
  const turned = [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
  return [
    { tried: 'with one more letter', value: `${text}x`, filter: "sed 's/$/x/'" },
    { tried: 'without its last letter', value: text.slice(0, -1), filter: "sed 's/.$//'" },
    { tried: 'cut to its first letter', value: text.slice(0, 1), filter: 'cut -c1' },
    { tried: 'in the other case', value: turned, filter: "tr 'a-zA-Z' 'A-Za-z'" },
    { tried: 'twice in one', value: text + text, filter: "sed 's/.*/&&/'" },
    { tried: 'in base64', value: Buffer.from(text).toString('base64'), filter: 'base64 -w0' },
    { tried: 'with padding', value: `${text}==`, filter: "sed 's/$/==/'" },
    ...(
      [
        {
          tried: 'with its first character percent-encoded',
          value: text.replace(/^./, (one) => `%${toHex(one)}`),
          filter: 'perl -pe \'s/^(.)/sprintf("%%%x",ord $1)/e\'',
        },
        {
          tried: 'with a period for its first character',
          value: text.replace(/^./, '.'),
          filter: "sed 's/./\\./'",
        },
        { tried: 'with a wildcard of SQL', value: text.replace(/.$/, '%'), filter: "sed 's/.$/%/'" },
        { tried: 'with an asterisk', value: text.replace(/.$/, '*'), filter: "sed 's/.$/*/'" },
        { tried: 'and a comma and another one', value: `${text},other`, filter: "sed 's/$/,other/'" },
        { tried: 'in quotes', value: `"${text}"`, filter: `sed 's/.*/"&"/'` },
      ] satisfies WrongCredentialForm[]
    ).map((one) => ({ ...one, isMalformed: true as const })),
  ]
}

const careless: readonly WrongCredentialForm[] = [
  { tried: 'a word of a careless client', value: 'undefined' },
  { tried: 'a word of a careless client', value: 'null' },
  {
    tried: 'a token of three parts that nobody has signed',
    value: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiZXhwIjo0MTAyNDQ0ODAwfQ.c2lnbmF0dXJl',
  },
  { tried: 'a long token that nobody has', value: 'abcdefgh'.repeat(6) },
  { tried: 'a very long token', value: 'a'.repeat(6000) },
  { tried: 'code of SQL', value: "' OR '1'='1", isMalformed: true },
  { tried: 'an expression for any text', value: '.*', isMalformed: true },
  { tried: 'letters outside ASCII', value: Buffer.from('tökén').toString('latin1'), isMalformed: true },
]

/** Replaces a letter or digit with another one of its kind. */
const toAlike = (letter: string, by: number): string => {
  const [first, count] = /[a-z]/.test(letter)
    ? ['a', 26]
    : /[A-Z]/.test(letter)
      ? ['A', 26]
      : /\d/.test(letter)
        ? ['0', 10]
        : ['', 0]
  if (count === 0) return letter
  const start = first.charCodeAt(0)
  return String.fromCharCode(start + ((letter.charCodeAt(0) - start + 1 + (by % (count - 1))) % count))
}

/** Makes credentials that look like a valid one, and aren't. */
export function listWrongCredentials(
  scheme: SecurityScheme,
  valid: string,
  invalid: string | undefined,
  seed: number,
): WrongCredentialForm[] {
  const isBasic = scheme.kind === 'basic'
  const [user = '', password = ''] = isBasic
    ? [valid.split(':')[0], valid.replace(/^[^:]*:/, '')]
    : ['', valid]
  const join = (value: string): string => (isBasic ? `${user}:${value}` : value)
  const what = isBasic ? 'password' : 'credential'
  // One that nobody can have issued, and no service knows from an earlier run.
  const unknown = [...password].map((letter, at) => toAlike(letter, (seed + at * 7) % 24)).join('')
  const forms = [...listForms(password), ...listChanged(password, 9)]
    .filter(
      ({ value, isMalformed }) => isMalformed !== true || scheme.kind !== 'apiKey' || !value.includes(','),
    )
    .map(({ tried, value, filter, ...one }) => ({
      ...one,
      tried: `the ${what} ${tried}`,
      value: join(value),
      ...(!isBasic && { filter }),
    }))
  return [
    { tried: `another ${what}`, value: join('invalid-token') },
    { tried: `another ${what} as long`, value: join(unknown) },
    {
      tried: `another ${what} that begins like it`,
      value: join(
        password.slice(0, Math.ceil(password.length / 2)) + unknown.slice(Math.ceil(password.length / 2)),
      ),
    },
    { tried: `the same other ${what} again`, value: join(unknown) },
    ...(invalid === undefined ? [] : [{ tried: `the invalid ${what}`, value: join(invalid) }]),
    ...forms,
    ...(isBasic || scheme.in !== 'header' ? [] : careless),
    ...(isBasic ? [{ tried: 'another user', value: `${user}x:${password}` }] : []),
  ].filter(({ value }) => value !== valid && value !== join(''))
}
