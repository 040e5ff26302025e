import type { Ask } from './ask.ts'
import { createPlainPlant, writeMembers } from './plain-plant.ts'
import { draw, plain, type Row, refuse, type ToAsk } from './probe.ts'
import type { Source } from './source.ts'

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Replaces a character with one that differs in a bit that every decoder of base64 reads, and not only in its case. */
const toOther = (letter: string): string => base64.charAt(base64.indexOf(letter) ^ 32) || 'x'

/** Sends a form of the token, which is made anew each time, since the token may be renewed; a filter makes it in a shell. */
const withForm =
  (toForm: (token: string) => string, filter: string): ToAsk =>
  (source) => ({
    plant: createPlainPlant(source),
    headers: {
      Authorization: {
        value: `Bearer ${toForm(source.token)}`,
        shell: `Bearer $(printf %s "$PLANT_STORE_TOKEN" | ${filter})`,
      },
    },
  })

/** Says whether a changed character may mean the same to a decoder: padding, and the hyphens of a UUID. */
function mayMeanTheSame(token: string, at: number): boolean {
  const letter = token.charAt(at)
  return letter === '=' || (letter === '-' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(token))
}

const toPosition = (token: string, at: number): Row[] =>
  mayMeanTheSame(token, at)
    ? []
    : [
        [
          `the token with another character at position ${at + 1}`,
          withForm(
            (own) => own.slice(0, at) + toOther(own.charAt(at)) + own.slice(at + 1),
            `sed 's/./${toOther(token.charAt(at))}/${at + 1}'`,
          ),
          { kind: 'the token with another character' },
        ],
      ]

const toPositions = (token: string, positions: readonly number[]): Row[] =>
  positions.flatMap((at) => toPosition(token, at))

const toIndexes = ({ length }: string): number[] => Array.from({ length }, (_, at) => at)

/** The token with one of its characters changed: the first and the last one, and some of the others. */
export const tokenPositions = [
  refuse('refuses-altered-token', ({ token }) => toPositions(token, [0, token.length - 1])),
  draw(
    9,
    refuse('refuses-altered-token', ({ token }) => toPositions(token, toIndexes(token).slice(1, -1))),
  ),
]

const first = /^./
const toHex = (text: string): string => Buffer.from(text).toString('hex')

/** Texts that a lenient reader may decode, strip, or match to the token, each with the filter with which a shell makes it. */
const forms: readonly [title: string, toForm: (token: string) => string, filter: string][] = [
  [
    'with its first character percent-encoded',
    (token) => token.replace(first, (one) => `%${toHex(one)}`),
    'perl -pe \'s/^(.)/sprintf("%%%x",ord $1)/e\'',
  ],
  ['in base64', (token) => Buffer.from(token).toString('base64'), 'base64 -w0'],
  ['with a period for its first character', (token) => token.replace(first, '.'), "sed 's/./\\./'"],
  ['with a wildcard of SQL at its end', (token) => token.replace(/.$/, '%'), "sed 's/.$/%/'"],
  ['with an asterisk at its end', (token) => token.replace(/.$/, '*'), "sed 's/.$/*/'"],
  ['followed by a comma and another token', (token) => `${token},other`, "sed 's/$/,other/'"],
  ['after another token and a comma', (token) => `other,${token}`, "sed 's/^/other,/'"],
  ['twice in one', (token) => token + token, "sed 's/.*/&&/'"],
]

/** Says whether a text can be a token at all (RFC 6750 section 2.1). */
const isToken = (text: string): boolean => /^[\w.~+/-]+=*$/.test(text)

const toForms =
  (isWanted: (form: string) => boolean) =>
  ({ token }: Source): Row[] =>
    forms
      .filter(([, toForm]) => isWanted(toForm(token)) && toForm(token) !== token)
      .map(([title, toForm, filter]): Row => [`the valid token ${title}`, withForm(toForm, filter)])

/** The token in a form that is another one, or none at all. */
export const tokenForms = [
  refuse('refuses-altered-token', toForms(isToken)),
  refuse(
    'refuses-malformed-token',
    toForms((form) => !isToken(form)),
  ),
]

const schemes: readonly (readonly [title: string, value: string])[] = [
  ['the credentials twice, with a comma', 'Bearer {token}, Bearer {token}'],
  ['the scheme twice', 'Bearer Bearer {token}'],
  ['an equals sign after the scheme', 'Bearer={token}'],
  ['the beginning of the scheme', 'Bear {token}'],
  ['a longer scheme that ends with it', 'XBearer {token}'],
  ...['undefined', 'Bearer [object Object]'].map((value) => ['words of a careless client', value] as const),
]

const toSchemes = (isBearer: boolean): Row[] =>
  schemes
    .filter(([, value]) => value.startsWith('Bearer ') === isBearer)
    .map(([title, value]) => [
      `${title}: ${value.replaceAll('{token}', 'the token')}`,
      plain({ headers: { Authorization: value } }),
    ])

/** The valid token with what careless code takes for the scheme. */
export const otherForms = [
  refuse('refuses-other-scheme', toSchemes(false)),
  refuse('refuses-malformed-token', toSchemes(true)),
]

const names = ['access_token', 'token', 'authorization', 'api_key', 'session']

const headerNames = [
  ...['X-Authorization', 'X-Auth-Token', 'X-Access-Token', 'X-Api-Key', 'Token'],
  ...['Proxy-Authorization', 'X-Forwarded-Authorization'],
]

/** Sends the token in another place than the Authorization header. */
const elsewhere = (title: string, toMore: (source: Source) => Ask): Row => [
  `the token only ${title}`,
  (source) => {
    const { headers, ...more } = toMore(source)
    return { plant: createPlainPlant(source), ...more, headers: { Authorization: null, ...headers } }
  },
]

const toFields = (value: string) => Object.fromEntries(headerNames.map((name) => [name, value]))

/** The places in which a service may look for a token, or for something that it trusts instead. */
export const tokenPlaces = refuse('refuses-missing-credentials', [
  elsewhere('in the query', ({ token }) => ({
    path: `/plants?${names.map((name) => `${name}=${encodeURIComponent(token)}`).join('&')}`,
  })),
  elsewhere('in cookies', () => ({
    headers: { Cookie: names.map((name) => `${name}={token}`).join('; ') },
  })),
  elsewhere('in other headers', () => ({ headers: toFields('{token}') })),
  elsewhere('in other headers, with its scheme', () => ({ headers: toFields('Bearer {token}') })),
  [
    'the token only in the body',
    (source) => {
      const plant = createPlainPlant(source)
      const [id, name, tag] = [String(plant.id), JSON.stringify(plant.name), JSON.stringify(plant.tag)]
      const more = Object.fromEntries(names.map((one) => [one, JSON.stringify(source.token)]))
      return { plant, body: writeMembers({ id, name, tag, ...more }), headers: { Authorization: null } }
    },
  ],
  [
    'no Authorization, with headers that a gateway sets',
    plain({
      headers: {
        Authorization: null,
        'X-User': 'admin',
        'X-Forwarded-User': 'admin',
        'Remote-User': 'admin',
        'X-Forwarded-For': '127.0.0.1',
        'X-Internal': 'true',
      },
    }),
  ],
  [
    'no Authorization, with the headers of a preflight',
    plain({ headers: { Authorization: null, Origin: '{origin}', 'Access-Control-Request-Method': 'POST' } }),
    { isElsewhere: true },
  ],
])
