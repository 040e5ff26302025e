import { randomBytes } from 'node:crypto'
import { values } from '../judge/generated/values.ts'
import { bare, chunked, type FieldValue } from './ask.ts'
import { pathWithParameters } from './paths.ts'
import { createPlainPlant } from './plain-plant.ts'
import { change, create, plain, type Row, refuse, type ToAsk, toProbes, withHeader } from './probe.ts'
import type { Source } from './source.ts'
import { alter, malformed, swapCase, unissued } from './tokens.ts'

const withValue = (value: FieldValue): ToAsk => withHeader('Authorization', value)

const withToken =
  (make: (source: Source) => FieldValue): ToAsk =>
  (source) => ({ plant: createPlainPlant(source), headers: { Authorization: make(source) } })

export const withoutCredentials = withHeader('Authorization', null)

const makeToken = (): string => randomBytes(24).toString('base64url')

export const withRandomToken = withToken(() => `Bearer ${makeToken()}`)

/** Writes the valid token between two texts with the scheme Basic. */
const withBasic = (before: string, after: string): ToAsk =>
  withToken(({ token }) => ({
    value: `Basic ${Buffer.from(before + token + after).toString('base64')}`,
    shell: `Basic $(printf %s "${before}$PLANT_STORE_TOKEN${after}" | base64 -w0)`,
  }))

export const missing = refuse(
  'refuses-missing-credentials',
  [
    ['no Authorization', withoutCredentials],
    ['an empty Authorization', withValue('')],
    ['no Authorization a second time', withoutCredentials],
  ],
  { shows: 'missing-credentials' },
)

/** Unusual requests, for which a service may forget to check the credentials. */
export const missingInOtherWays = refuse('refuses-missing-credentials', ({ memory }) => {
  const headers = { Authorization: null }
  return [
    ['no Authorization, with a query', plain({ path: pathWithParameters, headers })],
    ...(memory.isHttp10
      ? []
      : [
          [
            'no Authorization, with a body in chunks',
            plain({ headers: { ...headers, ...chunked } }),
          ] as const,
        ]),
    ['no Authorization, without Accept and User-Agent', plain({ headers: { ...headers, ...bare } })],
    [
      'no Authorization, with Expect: 100-continue',
      plain({ headers: { ...headers, Expect: '100-continue' } }),
    ],
    ['no Authorization, with a body of 70,000 bytes', change((body) => body.padEnd(70_000), { headers })],
    [
      'no Authorization, with the content type text/plain',
      plain({ headers: { ...headers, 'Content-Type': 'text/plain' } }),
    ],
  ]
})

/** Well-formed tokens that nobody issued; they share a kind, since a service may check none. */
export const unissuedTokens = refuse(
  'refuses-unissued-token',
  ({ invalidToken }) => [
    ...(invalidToken === undefined
      ? []
      : [
          [
            'the token of --invalid-token',
            withValue({ value: `Bearer ${invalidToken}`, shell: 'Bearer $PLANT_STORE_INVALID_TOKEN' }),
          ] as const,
        ]),
    ...unissued.map(([title, make]): Row => [title, withToken(() => `Bearer ${make()}`)]),
    ...['bearer', 'BEARER'].map(
      (scheme): Row => [
        `a random token with the scheme ${scheme}`,
        withToken(() => `${scheme} ${makeToken()}`),
      ],
    ),
  ],
  { kind: 'a token', shows: 'invalid-credentials' },
)

const alteredTokens = refuse('refuses-altered-token', ({ token }) =>
  alter(token).map(([title], index) => [
    title,
    withToken((source) => {
      const [, value, shell] = alter(source.token)[index] ?? []
      return { value: `Bearer ${value}`, shell: `Bearer ${shell}` }
    }),
  ]),
)

/** Hexadecimal digits and UUIDs, whose letters have no case. */
const caseless = /^[\da-f-]{8,}$/i

const tokensInOtherCase = refuse('refuses-token-in-other-case', ({ token }) =>
  swapCase(token) === token || caseless.test(token)
    ? []
    : [
        [
          'the token with upper and lower case swapped',
          withToken((source) => ({
            value: `Bearer ${swapCase(source.token)}`,
            shell: `Bearer $(printf %s "$PLANT_STORE_TOKEN" | tr 'A-Za-z' 'a-zA-Z')`,
          })),
        ],
      ],
)

const emptyTokens = refuse(
  'refuses-empty-token',
  values['refuses-empty-token'].map((value) => [`the header ${JSON.stringify(value)}`, withValue(value)]),
  { shows: 'invalid-credentials' },
)

const malformedTokens = refuse('refuses-malformed-token', [
  ['the valid token in quotes', withValue('Bearer "{token}"')],
  ...malformed.map(
    ([title, make]): Row => [
      title,
      withToken(() => `Bearer ${make(randomBytes(12).toString('hex'))}`),
      { isForHttpLayer: !/^[\x20-\x7e]*$/.test(make('')) },
    ],
  ),
])

const otherSchemes = refuse('refuses-other-scheme', [
  ['Basic with the token as the password', withBasic('plant:', '')],
  ['Basic with the token as the user', withBasic('', ':')],
  ...values['refuses-other-scheme'].map(
    (scheme, index): Row => [
      `the scheme ${scheme} with the token`,
      withValue(`${scheme} {token}`),
      index < 2 ? 'missing-credentials' : undefined,
    ],
  ),
  ['the token without a scheme', withValue('{token}')],
  ['Bearer and the token without a space', withValue('Bearer{token}')],
])

/** Credentials that careless code fails on. */
const oddCredentials = refuse(
  'refused-credentials-no-5xx',
  [
    [
      'a random token of 6,000 letters',
      withToken(() => `Bearer ${randomBytes(4500).toString('base64url')}`),
      { isForHttpLayer: true, kind: 'a token' },
    ],
    ['a token of dots', withValue('Bearer ...'), { kind: 'a token' }],
    ['the beginning of a JWT', withValue('Bearer eyJhbGciOiJIUzI1NiJ9'), { kind: 'a token' }],
    ['a JWT with empty parts', withValue('Bearer e30.e30.e30'), { kind: 'a token' }],
    ['Basic with text that is not base64', withValue('Basic %%%'), { rule: 'refuses-other-scheme' }],
    ['a comma as the credentials', withValue(','), { rule: 'refuses-other-scheme' }],
  ],
  { rule: 'refuses-unissued-token' },
)

/** Wrong credentials of all other kinds. */
export const wrongCredentials = [
  alteredTokens,
  tokensInOtherCase,
  emptyTokens,
  malformedTokens,
  otherSchemes,
  oddCredentials,
]

export const textAfterToken = refuse(
  'refuses-text-after-token',
  [' plant', ', realm="plants"', ';x=1'].map((text) => [
    `the token and ${JSON.stringify(text)}`,
    withValue(`Bearer {token}${text}`),
  ]),
)

export const schemesInAnyCase = create(
  'scheme-in-any-case',
  ['bearer', 'BEARER'].map(
    (scheme) => [`the scheme ${scheme}`, withValue(`${scheme} {token}`), 'exact-scheme'] as const,
  ),
)

/** Credentials that only show decisions. */
export const moreCredentials = toProbes(
  [
    ['two spaces after the scheme', withValue('Bearer  {token}'), 'exact-space'],
    [
      'two Authorization fields',
      withHeader('Authorization', ['Bearer {token}', 'Bearer other']),
      'reads-first-authorization',
    ],
  ],
  { promise: 'open' },
)
