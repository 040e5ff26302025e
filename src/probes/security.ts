import type { Operation, SecurityScheme } from '../contract/contract.ts'
import type { Draft, DraftCredentials, WrongCredential } from './draft.ts'
import type { Probe } from './probe.ts'

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
function listWrong(
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

/** Whose credential a set needs, and what it is. */
export type ValidCredentials = readonly { scheme: SecurityScheme; value: string }[]

const bare = (draft: Draft, credentials: DraftCredentials): Draft => ({ ...draft, credentials })

function escapeLetter(path: string): string {
  const at = path.lastIndexOf('/') + 1
  return path.slice(0, at) + path.slice(at).replace(/[a-z]/, (one) => `%${toHex(one)}`)
}

/** Writes the path of a request without credentials in another way. */
function withPath(draft: Draft, change: (path: string) => string): Draft {
  const { path } = draft.operation.writeParameters(draft.parameters)
  return { ...bare(draft, 'none'), path: change(path) }
}

/** Lists requests without credentials and with wrong ones: two for each operation, all for the one that tests a scheme in depth. */
export function listSecurityProbes(
  operation: Operation,
  valid: ValidCredentials,
  isFull: boolean,
  invalid?: string,
  seed = 1,
): Probe[] {
  const { security } = operation
  if (security.length === 0 || security.some((set) => set.length === 0) || valid.length === 0) return []
  const place = `${operation.pointer}/security`
  const common = { operation, kind: 'reject', reason: 'credentials', place } as const
  const none: Probe = {
    ...common,
    rule: 'requires-credentials',
    tried: 'no credentials',
    change: (draft) => bare(draft, 'none'),
  }
  const wrong = valid.flatMap(({ scheme, value }) =>
    listWrong(scheme, value, invalid, seed).map(
      ({ tried, ...given }): Probe => ({
        ...common,
        rule: 'rejects-invalid-credentials',
        tried: `${scheme.name}: ${tried}`,
        // The server itself may reject such a header.
        ...(tried.startsWith('letters outside') && { reason: 'unread' as const }),
        change: (draft) => bare(draft, { [scheme.name]: given }),
      }),
    ),
  )
  if (!isFull) return [none, ...wrong.slice(0, 1)]
  const inHeader = valid.filter(({ scheme }) => scheme.in === 'header')
  const empty = inHeader.map(
    ({ scheme, value }): Probe => ({
      ...common,
      rule: 'requires-credentials',
      tried: `an empty ${scheme.parameter}`,
      change: (draft) => ({
        ...bare(draft, 'none'),
        headers: {
          ...draft.headers,
          [scheme.parameter]: scheme.kind === 'apiKey' ? '' : (scheme.challenge?.split(' ')[0] ?? value),
        },
      }),
    }),
  )
  const toProbe = (rule: Probe['rule'], tried: string, change: Probe['change']): Probe => ({
    ...common,
    rule,
    tried,
    change,
  })
  const sendIn =
    (fields: Readonly<Record<string, string>>, more: Partial<Draft> = {}): Probe['change'] =>
    (draft) => ({ ...bare(draft, 'none'), headers: { ...draft.headers, ...fields }, ...more })
  const bearers = inHeader.filter(
    ({ scheme: { kind } }) => kind === 'bearer' || kind === 'oauth2' || kind === 'openIdConnect',
  )
  const blank = inHeader.map(({ scheme }) =>
    toProbe('requires-credentials', `a blank ${scheme.parameter}`, sendIn({ [scheme.parameter]: '' })),
  )
  const otherScheme = bearers.flatMap(({ scheme, value }) => {
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    return [
      toProbe(
        'requires-credentials',
        `Basic instead of ${scheme.name}`,
        sendIn({ authorization: 'Basic dXNlcjpwYXNzd29yZA==' }),
      ),
      ...Object.entries({
        'as the user of Basic': `Basic ${encode(`${value}:`)}`,
        'as the password of Basic': `Basic ${encode(`user:${value}`)}`,
        'under the scheme Token': `Token ${value}`,
        'under an unknown scheme': `Unknown ${value}`,
        'without its scheme': value,
        'after its scheme without a space': `Bearer${value}`,
        'after its scheme and an equals sign': `Bearer=${value}`,
        'after the beginning of its scheme': `Bear ${value}`,
        'after a longer scheme': `XBearer ${value}`,
        'after its scheme twice': `Bearer Bearer ${value}`,
        'twice, with a comma': `Bearer ${value}, Bearer ${value}`,
      }).map(([how, authorization]) =>
        toProbe(
          'rejects-invalid-credentials',
          `the credential of ${scheme.name} ${how}`,
          sendIn({ authorization }),
        ),
      ),
      ...['x', 'charset=utf-8', '; a=b'].map((text) =>
        toProbe(
          'text-after-credential',
          `the credential of ${scheme.name} and ${text}`,
          sendIn({ authorization: `Bearer ${value} ${text}` }),
        ),
      ),
      toProbe(
        'rejects-invalid-credentials',
        'another credential after bearer in lower case',
        sendIn({ authorization: 'bearer invalid-token' }),
      ),
    ]
  })
  const malformed = valid
    .filter(({ scheme }) => scheme.kind === 'basic')
    .map(
      (): Probe => ({
        ...common,
        rule: 'rejects-invalid-credentials',
        tried: 'Basic without a colon',
        change: (draft) => ({
          ...bare(draft, 'none'),
          headers: { ...draft.headers, authorization: 'Basic eA==' },
        }),
      }),
    )
  const elsewhere = inHeader.flatMap(({ scheme, value }) => {
    const names = [
      ...new Set([scheme.parameter, 'access_token', 'token', 'authorization', 'api_key', 'session']),
    ]
    const headers = [
      'X-Authorization',
      'X-Auth-Token',
      'X-Access-Token',
      'X-Api-Key',
      'Token',
      'Proxy-Authorization',
      'X-Forwarded-Authorization',
    ].filter((name) => name.toLowerCase() !== scheme.parameter.toLowerCase())
    const pairs = names.flatMap((name) => [
      name,
      name.replaceAll(/(?<=^|-)[a-z]/g, (one) => one.toUpperCase()),
    ])
    const query = [...new Set(pairs)]
      .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const toFields = (text: string): Record<string, string> =>
      Object.fromEntries(headers.map((name) => [name, text]))
    return [
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in the query`,
        sendIn({}, { query }),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in cookies`,
        sendIn({ cookie: names.map((name) => `${name}=${value}`).join('; ') }),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in other headers`,
        sendIn(toFields(value)),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in other headers, with Bearer`,
        sendIn(toFields(`Bearer ${value}`)),
      ),
    ]
  })
  const trusted = [
    toProbe(
      'requires-credentials',
      'no credentials, but headers that a gateway sets',
      sendIn({
        'X-User': 'admin',
        'X-Forwarded-User': 'admin',
        'Remote-User': 'admin',
        'X-Forwarded-For': '127.0.0.1',
        'X-Internal': 'true',
      }),
    ),
    toProbe('requires-credentials', 'no credentials, and a query', (draft) => ({
      ...bare(draft, 'none'),
      query: 'more=1',
    })),
    {
      ...toProbe('requires-credentials', 'no credentials, and a slash at the end of the path', (draft) =>
        withPath(draft, (path) => `${path}/`),
      ),
      reason: 'unknown' as const,
    },
    {
      ...toProbe('requires-credentials', 'no credentials, and an escaped letter in the path', (draft) =>
        withPath(draft, escapeLetter),
      ),
      reason: 'unknown' as const,
    },
    toProbe('requires-credentials', 'no credentials again', (draft) => bare(draft, 'none')),
  ]
  const otherCase = inHeader
    .filter(({ scheme }) => scheme.kind === 'bearer')
    .map(
      ({ scheme, value }): Probe => ({
        ...common,
        kind: 'accept',
        rule: 'scheme-in-any-case',
        tried: `the credential of ${scheme.name} with bearer in lower case`,
        change: (draft) => ({
          ...bare(draft, 'none'),
          headers: { ...draft.headers, authorization: `bearer ${value}` },
        }),
      }),
    )
  return [
    none,
    ...wrong,
    ...empty,
    ...blank,
    ...otherScheme,
    ...malformed,
    ...elsewhere,
    ...trusted,
    ...otherCase,
  ]
}
