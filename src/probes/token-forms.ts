import { randomBytes } from 'node:crypto'
import type { Ask } from './ask.ts'
import { createPlainPlant, writeMembers } from './plain-plant.ts'
import { draw, leaveOpen, plain, type Row, refuse, type ToAsk, widen } from './probe.ts'
import type { Source } from './source.ts'
import { isJwt } from './tokens.ts'

/** A form of the token, and the filter with which a shell makes it. */
type Form = readonly [title: string, toForm: (token: string) => string, filter: string]

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Replaces a character with one that differs in a bit that every decoder of base64 reads, and not only in its case. */
const toOther = (letter: string): string => base64.charAt(base64.indexOf(letter) ^ 32) || 'x'

/** Sends a form of the token, which is made anew each time, since the token may be renewed. */
const withForm =
  (toForm: Form[1], filter: string, toValue = (form: string) => `Bearer ${form}`): ToAsk =>
  (source) => ({
    plant: createPlainPlant(source),
    headers: {
      Authorization: {
        value: toValue(toForm(source.token)),
        shell: toValue(`$(printf %s "$PLANT_STORE_TOKEN" | ${filter})`),
      },
    },
  })

const splice = (token: string, at: number, toLetters: (letter: string) => string): string =>
  token.slice(0, at) + toLetters(token.charAt(at)) + token.slice(at + 1)

/** What can happen to one character of a token. */
const edits: readonly [
  title: string,
  toLetters: (letter: string) => string,
  replacement: (letter: string) => string,
][] = [
  ['another character', toOther, toOther],
  ['no character', () => '', () => ''],
  ['two characters instead of one', (letter) => letter + letter, () => '&&'],
]

/** Says whether a changed character may mean the same to a decoder: padding, the hyphens of a UUID, and the last bits of a JWT. */
function mayMeanTheSame(token: string, at: number, edit: number): boolean {
  const letter = token.charAt(at)
  const isUuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(token)
  const isDoubledEnd = edit === 2 && at === token.length - 1 && isJwt.test(token)
  return letter === '=' || (letter === '-' && isUuid) || isDoubledEnd
}

const toPosition = (token: string, at: number, some: readonly number[] = [0, 1, 2]): Row[] =>
  edits.flatMap(([what, toLetters, replacement], edit): Row[] =>
    !some.includes(edit) || mayMeanTheSame(token, at, edit)
      ? []
      : [
          [
            `the token with ${what} at position ${at + 1}`,
            withForm(
              (own) => splice(own, at, toLetters),
              `sed 's/./${replacement(token.charAt(at))}/${at + 1}'`,
            ),
            { kind: `the token with ${what}` },
          ],
        ],
  )

const toInner = (token: string, some: readonly number[]): Row[] =>
  Array.from({ length: Math.max(0, token.length - 2) }, (_, at) => toPosition(token, at + 1, some)).flat()

/** The token with each of its characters changed, left out, or doubled. The ends are more often forgotten than the rest. */
export const tokenPositions = [
  widen(
    refuse('refuses-altered-token', ({ token }) =>
      token.length < 3 ? [] : [0, token.length - 1].flatMap((at) => toPosition(token, at)),
    ),
  ),
  draw(
    9,
    refuse('refuses-altered-token', ({ token }) => toInner(token, [0])),
  ),
  draw(
    3,
    refuse('refuses-altered-token', ({ token }) => toInner(token, [1, 2])),
  ),
]

const toHex = (text: string): string => Buffer.from(text).toString('hex')
const first = /^./

/** Texts that a lenient reader may decode, strip, or match to the token. */
const forms: readonly Form[] = [
  [
    'with its first character percent-encoded',
    (token) => token.replace(first, (one) => `%${toHex(one)}`),
    'perl -pe \'s/^(.)/sprintf("%%%x",ord $1)/e\'',
  ],
  [
    'percent-encoded',
    (token) => `%${toHex(token).match(/../g)?.join('%')}`,
    "od -An -v -tx1 | tr -d '\\n' | tr ' ' %",
  ],
  ['in base64', (token) => Buffer.from(token).toString('base64'), 'base64 -w0'],
  ['in hexadecimal digits', toHex, "od -An -v -tx1 | tr -d ' \\n'"],
  ['backward', (token) => [...token].reverse().join(''), 'rev'],
  [
    'with a JSON escape',
    (token) => token.replace(first, (one) => `\\u00${toHex(one)}`),
    'perl -pe \'s/^(.)/sprintf("\\\\u%04x",ord $1)/e\'',
  ],
  [
    'with an HTML entity',
    (token) => token.replace(first, (one) => `&#${one.charCodeAt(0)};`),
    'perl -pe \'s/^(.)/sprintf("&#%d;",ord $1)/e\'',
  ],
  ['after a backslash', (token) => `\\${token}`, "sed 's/^/\\\\/'"],
  ['in single quotes', (token) => `'${token}'`, 'sed "s/.*/\'&\'/"'],
  ['in angle brackets', (token) => `<${token}>`, "sed 's/.*/<&>/'"],
  ['in brackets', (token) => `[${token}]`, "sed 's/.*/[&]/'"],
  ['in braces', (token) => `{${token}}`, "sed 's/.*/{&}/'"],
  ['with a space inside', (token) => splice(token, 1, (one) => ` ${one}`), "sed 's/./ &/2'"],
  ['with a tab inside', (token) => splice(token, 1, (one) => `\t${one}`), "sed 's/./\\t&/2'"],
  ['followed by a no-break space', (token) => `${token}\xa0`, "sed 's/$/\\xa0/'"],
  ['with a soft hyphen inside', (token) => splice(token, 1, (one) => `\xad${one}`), "sed 's/./\\xad&/2'"],
  ['followed by an encoded NUL', (token) => `${token}%00`, "sed 's/$/%00/'"],
  ['followed by an encoded NUL and more', (token) => `${token}%00x`, "sed 's/$/%00x/'"],
  ['followed by an encoded line break', (token) => `${token}%0A`, "sed 's/$/%0A/'"],
  ['followed by an escaped NUL', (token) => `${token}\\0`, "sed 's/$/\\\\0/'"],
  ['followed by a slash', (token) => `${token}/`, "sed 's,$,/,'"],
  ['followed by a period', (token) => `${token}.`, "sed 's/$/./'"],
  ['followed by a colon', (token) => `${token}:`, "sed 's/$/:/'"],
  ['followed by a comma', (token) => `${token},`, "sed 's/$/,/'"],
  ['followed by a comma and another token', (token) => `${token},other`, "sed 's/$/,other/'"],
  ['after another token and a comma', (token) => `other,${token}`, "sed 's/^/other,/'"],
  ['after another token', (token) => `other ${token}`, "sed 's/^/other /'"],
  ['with a period for its first character', (token) => token.replace(first, '.'), "sed 's/./\\./'"],
  [
    'with a wildcard of SQL for its first character',
    (token) => token.replace(first, (one) => (one === '_' ? '%' : '_')),
    "sed 's/./_/'",
  ],
  ['with a wildcard of SQL at its end', (token) => token.replace(/.$/, '%'), "sed 's/.$/%/'"],
  ['with an asterisk at its end', (token) => token.replace(/.$/, '*'), "sed 's/.$/*/'"],
  ['followed by a comment of SQL', (token) => `${token}'--`, 'sed "s/$/\'--/"'],
  ['twice in one', (token) => token + token, "sed 's/.*/&&/'"],
  [
    'in two halves, the second one first',
    (token) => token.slice(1) + token.charAt(0),
    "sed 's/\\(.\\)\\(.*\\)/\\2\\1/'",
  ],
]

/** Says whether a text can be a token at all (RFC 6750 section 2.1). */
const isToken = (text: string): boolean => /^[\w.~+/-]+=*$/.test(text)

const toForms =
  (isWanted: (form: string) => boolean) =>
  (source: Source): Row[] =>
    forms
      .filter(([, toForm]) => {
        const form = toForm(source.token)
        // White space around a value isn't a part of it (RFC 9110 section 5.5).
        return isWanted(form) && form.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') !== source.token
      })
      .map(
        ([title, toForm, filter]): Row => [
          `the valid token ${title}`,
          withForm(toForm, filter),
          { isForHttpLayer: /[^\x20-\x7e]/.test(toForm('')) },
        ],
      )

/** The token in a form that is another one, or none at all. */
export const tokenForms = [
  widen(refuse('refuses-altered-token', toForms(isToken))),
  widen(
    refuse(
      'refuses-malformed-token',
      toForms((form) => !isToken(form)),
    ),
  ),
]

const schemes: readonly (readonly [title: string, value: string])[] = [
  ['the scheme twice', 'Bearer Bearer {token}'],
  ['the credentials twice', 'Bearer {token} Bearer {token}'],
  ['the credentials twice, with a comma', 'Bearer {token}, Bearer {token}'],
  ['an equals sign after the scheme', 'Bearer={token}'],
  ['a colon after the scheme', 'Bearer: {token}'],
  ['a comma after the scheme', 'Bearer,{token}'],
  ['an encoded space after the scheme', 'Bearer%20{token}'],
  ['a plus sign after the scheme', 'Bearer+{token}'],
  ['a slash after the scheme', 'Bearer/{token}'],
  ['the beginning of the scheme', 'Bear {token}'],
  ['a longer scheme that ends with it', 'XBearer {token}'],
  ['the scheme in quotes', '"Bearer" {token}'],
  ['the scheme after the token', '{token} Bearer'],
  ['the name of the header in the value', 'Authorization: Bearer {token}'],
  ['another scheme before it', 'Basic Bearer {token}'],
  ['the schemes OAuth and Bearer', 'OAuth Bearer {token}'],
  ['a scheme with a lookalike letter', 'B\xebarer {token}'],
  ...['undefined', 'null', 'true', 'Bearer [object Object]', 'Bearer $TOKEN'].map(
    (value) => ['words of a careless client', value] as const,
  ),
]

const toSchemes = (isBearer: boolean): Row[] =>
  schemes
    .filter(([, value]) => value.startsWith('Bearer ') === isBearer)
    .map(([title, value]) => [
      `${title}: ${value.replaceAll('{token}', 'the token')}`,
      plain({ headers: { Authorization: value } }),
      { isForHttpLayer: /[^\x20-\x7e]/.test(value) },
    ])

/** The valid token with everything that can stand in the place of the scheme. */
export const otherForms = [
  widen(refuse('refuses-other-scheme', toSchemes(false))),
  widen(refuse('refuses-malformed-token', toSchemes(true))),
]

const names = ['access_token', 'token', 'authorization', 'auth', 'bearer', 'jwt', 'api_key', 'session', 'sid']

const headerNames = [
  ...['Proxy-Authorization', 'Authentication', 'Authorisation', 'WWW-Authenticate', 'X-Authorization'],
  ...['X-Forwarded-Authorization', 'X-Original-Authorization', 'X-Auth', 'Auth'],
]
const tokenNames = [
  'X-Auth-Token',
  'X-Access-Token',
  'X-Api-Key',
  'Api-Key',
  'Token',
  'Access-Token',
  'X-Token',
  'Bearer',
]

const toFields = (all: readonly string[], value: string) =>
  Object.fromEntries(all.map((name) => [name, value]))

/** Sends the token in another place than the Authorization header. */
const elsewhere = (title: string, toMore: (source: Source) => Ask): Row => [
  `the token only ${title}`,
  (source) => {
    const { headers, ...more } = toMore(source)
    return { plant: createPlainPlant(source), ...more, headers: { Authorization: null, ...headers } }
  },
]

const toQuery = (values: readonly string[]) => `/plants?${values.join('&')}`

/** The places in which a service may look for a token, or for something that it trusts instead. */
export const tokenPlaces = widen(
  refuse('refuses-missing-credentials', [
    elsewhere('in the query', ({ token }) => ({
      path: toQuery(names.map((name) => `${name}=${encodeURIComponent(token)}`)),
    })),
    elsewhere('in the query, with its scheme', ({ token }) => ({
      path: toQuery(names.map((name) => `${name}=Bearer%20${encodeURIComponent(token)}`)),
    })),
    elsewhere('in cookies', () => ({
      headers: { Cookie: names.map((name) => `${name}={token}`).join('; ') },
    })),
    elsewhere('in cookies, with its scheme', () => ({
      headers: { Cookie: names.map((name) => `${name}="Bearer {token}"`).join('; ') },
    })),
    elsewhere('in other headers', () => ({ headers: toFields([...tokenNames, ...headerNames], '{token}') })),
    elsewhere('in other headers, with its scheme', () => ({
      headers: toFields([...headerNames, ...tokenNames], 'Bearer {token}'),
    })),
    [
      'the token only in the body',
      (source) => {
        const plant = createPlainPlant(source)
        const [id, name, tag] = [String(plant.id), JSON.stringify(plant.name), JSON.stringify(plant.tag)]
        const more = Object.fromEntries(names.map((one) => [one, JSON.stringify(source.token)]))
        return { plant, body: writeMembers({ id, name, tag, ...more }), headers: { Authorization: null } }
      },
    ],
    elsewhere('in the content type', () => ({
      headers: { 'Content-Type': 'application/json; access_token={token}' },
    })),
    elsewhere('in the address of the page before', () => ({
      headers: { Referer: '{origin}/?access_token={token}' },
    })),
    [
      'no Authorization, with headers that a gateway sets',
      plain({
        headers: {
          Authorization: null,
          ...toFields(
            [
              'X-User',
              'X-User-Id',
              'X-Forwarded-User',
              'X-Remote-User',
              'X-Authenticated-User',
              'Remote-User',
            ],
            'admin',
          ),
          ...toFields(['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP'], '127.0.0.1'),
          ...toFields(['X-Internal', 'X-Authenticated', 'X-Admin', 'X-Debug', 'X-Test'], 'true'),
        },
      }),
    ],
    ...[
      ['an address', { 'X-Original-URL': '/health', 'X-Rewrite-URL': '/health' }] as const,
      ['a method', { 'X-HTTP-Method-Override': 'GET', 'X-Method-Override': 'OPTIONS' }] as const,
      ['a preflight', { Origin: '{origin}', 'Access-Control-Request-Method': 'POST' }] as const,
    ].map(
      ([what, headers]): Row => [
        `no Authorization, with the headers of ${what}`,
        plain({ headers: { Authorization: null, ...headers } }),
        { isElsewhere: true },
      ],
    ),
  ]),
)

const other = (): string => `Bearer ${randomBytes(12).toString('hex')}`

/** Credentials that may be right: which of two headers counts, and how much space there may be, is open. */
export const openCredentials = widen(
  leaveOpen(
    'status-for-invalid-token',
    [
      ['the valid credentials, then others', () => ['Bearer {token}', other()]] as const,
      ['other credentials, then the valid ones', () => [other(), 'Bearer {token}']] as const,
      ['an empty header, then the valid credentials', () => ['', 'Bearer {token}']] as const,
      ['other credentials with Basic, then the valid ones', () => ['Basic eDp5', 'Bearer {token}']] as const,
      ['the valid credentials twice', () => ['Bearer {token}', 'Bearer {token}']] as const,
      ['a tab after the scheme', () => ['Bearer\t{token}']] as const,
      ['many spaces after the scheme', () => [`Bearer${' '.repeat(40)}{token}`]] as const,
      ['spaces around the credentials', () => ['  Bearer {token}  ']] as const,
    ].map(
      ([title, toValues]): Row => [
        title,
        (source) => ({ plant: createPlainPlant(source), headers: { Authorization: toValues() } }),
      ],
    ),
    { serverErrorRule: 'refused-credentials-no-5xx', isForHttpLayer: true },
  ),
)
