import { randomBytes } from 'node:crypto'
import { values } from '../../judge/generated/values.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import { authorize, createRequest, type RequestOptions } from '../create-request.ts'
import type { Check, Session } from '../trial.ts'
import { alter, malformed, swapCase, unissued } from './tokens.ts'
import { tryCreated, tryStoredNothing } from './trials.ts'
import {
  type Authorization,
  refuse,
  serverErrorRule,
  type ToAuthorization,
  tryAgain,
  tryCredentials,
  tryOrder,
} from './try-credentials.ts'

const none: ToAuthorization = () => null
const makeToken = (): string => randomBytes(24).toString('base64url')
const random: ToAuthorization = () => ({ value: `Bearer ${makeToken()}` })
const bearer =
  (make: () => string): ToAuthorization =>
  () => ({ value: `Bearer ${make()}` })
const send =
  (value: string): ToAuthorization =>
  () => ({ value })

/** The valid token with the scheme Basic: as the password or as the user. */
const toBasic = ({ token }: Session, part: 'password' | 'user'): Authorization => {
  const write = (shown: string) => (part === 'password' ? `plant:${shown}` : `${shown}:`)
  return {
    value: `Basic ${Buffer.from(write(token)).toString('base64')}`,
    shell: `Basic $(printf %s "${write('$PLANT_STORE_TOKEN')}" | base64 -w0)`,
  }
}

/** Unusual requests, for which a service may forget to check the credentials. */
const toOtherWays = (path: string): readonly [title: string, options: RequestOptions][] => [
  ['with a query', { path: `${path}?more=1` }],
  ['with a body in chunks', { isChunked: true }],
  ['without Accept and User-Agent', { isBare: true }],
  ['with the content type text/plain', { contentType: 'text/plain' }],
]

/** All kinds of wrong credentials, and valid ones in another spelling. */
export const credentials: readonly Check[] = [
  refuse('refuses-missing-credentials', () => [
    ['no Authorization', none],
    ['an empty Authorization', send('')],
    ['no Authorization a second time', none],
  ]),
  {
    rule: 'refuses-missing-credentials',
    trials: ({ path, memory }) => [
      tryAgain(
        'refuses-missing-credentials',
        'a created plant and then a new one, both without credentials',
        none,
      ),
      ...toOtherWays(path)
        .filter(([, { isChunked = false }]) => !(isChunked && memory.isHttp10))
        .map(([title, options]) =>
          tryCredentials('refuses-missing-credentials', [`no Authorization, ${title}`, none], options),
        ),
    ],
  },
  refuse('refuses-unissued-token', ({ invalidToken }) => [
    ...(invalidToken === undefined
      ? []
      : ([
          [
            'the token of --invalid-token',
            () => ({ value: `Bearer ${invalidToken}`, shell: 'Bearer $PLANT_STORE_INVALID_TOKEN' }),
          ],
        ] as const)),
    ...unissued.map(([title, make]) => [title, bearer(make)] as const),
    ...['bearer', 'BEARER'].map(
      (scheme) =>
        [`a random token with the scheme ${scheme}`, () => ({ value: `${scheme} ${makeToken()}` })] as const,
    ),
  ]),
  {
    rule: 'refuses-unissued-token',
    trials: () => [
      tryAgain(
        'refuses-unissued-token',
        'a created plant and then a new one, both with a random token',
        random,
      ),
    ],
  },
  refuse('refuses-altered-token', ({ token }) =>
    alter(token).map(([title], index) => [
      title,
      (session) => {
        const [, value, shell] = alter(session.token)[index] ?? []
        return { value: `Bearer ${value}`, shell: `Bearer ${shell}` }
      },
    ]),
  ),
  refuse('refuses-token-in-other-case', ({ token }) =>
    swapCase(token) === token
      ? []
      : [
          [
            'the token with upper and lower case swapped',
            (session) => ({
              value: `Bearer ${swapCase(session.token)}`,
              shell: `Bearer $(printf %s "$PLANT_STORE_TOKEN" | tr 'A-Za-z' 'a-zA-Z')`,
            }),
          ],
        ],
  ),
  refuse('refuses-empty-token', () =>
    values['refuses-empty-token'].map((value) => [`the header ${JSON.stringify(value)}`, send(value)]),
  ),
  refuse('refuses-malformed-token', () => [
    [
      'the valid token in quotes',
      ({ token }) => ({ value: `Bearer "${token}"`, shell: 'Bearer \\"$PLANT_STORE_TOKEN\\"' }),
    ],
    ...malformed.map(([title, make]) => {
      const value = `Bearer ${make(randomBytes(12).toString('hex'))}`
      return [title, send(value), !/^[\x20-\x7e]*$/.test(value)] as const
    }),
  ]),
  refuse('refuses-other-scheme', () => [
    ...(['password', 'user'] as const).map(
      (part) =>
        [`Basic with the token as the ${part}`, (session: Session) => toBasic(session, part)] as const,
    ),
    ...values['refuses-other-scheme'].map(
      (scheme) =>
        [`the scheme ${scheme} with the token`, (session: Session) => authorize(session, scheme)] as const,
    ),
    ['the token without a scheme', ({ token }) => ({ value: token, shell: '$PLANT_STORE_TOKEN' })],
    [
      'Bearer and the token without a space',
      ({ token }) => ({ value: `Bearer${token}`, shell: 'Bearer$PLANT_STORE_TOKEN' }),
    ],
  ]),
  {
    rule: serverErrorRule,
    trials: () => [
      ...(
        [
          ['a random token of 6,000 letters', bearer(() => randomBytes(4500).toString('base64url')), true],
          ['a token of dots', send('Bearer ...')],
          ['the beginning of a JWT', send('Bearer eyJhbGciOiJIUzI1NiJ9')],
          ['a JWT with empty parts', send('Bearer e30.e30.e30')],
        ] as const
      ).map((one) => tryCredentials('refuses-unissued-token', one)),
      tryCredentials('refuses-other-scheme', ['Basic with text that is not base64', send('Basic %%%')]),
      tryCredentials('refuses-other-scheme', ['a comma as the credentials', send(',')]),
    ],
  },
  {
    rule: 'refused-credentials-store-nothing',
    trials: () =>
      (
        [
          ['a plant without credentials, then with them', none],
          ['a plant with a random token, then with the right one', random],
        ] as const
      ).map(([title, toAuthorization]) =>
        tryStoredNothing('refused-credentials-store-nothing', title, (session, plant) =>
          createRequest(session, writePlant(plant), { authorization: toAuthorization(session) }),
        ),
      ),
  },
  refuse('refuses-text-after-token', () =>
    [' plant', ', realm="plants"', ';x=1'].map((text) => [
      `the token and ${JSON.stringify(text)}`,
      ({ token }) => ({
        value: `Bearer ${token}${text}`,
        shell: `Bearer \${PLANT_STORE_TOKEN}${text.replaceAll('"', '\\"')}`,
      }),
    ]),
  ),
  {
    rule: 'credentials-before-body',
    trials: () => [
      tryOrder('no credentials with three bodies', none),
      tryOrder('a random token with three bodies', random),
    ],
  },
  {
    rule: 'scheme-in-any-case',
    trials: () =>
      ['bearer', 'BEARER', 'bEaReR'].map((scheme) =>
        tryCreated(`the scheme ${scheme}`, { rule: 'scheme-in-any-case' }, createPlainPlant, (session) => ({
          authorization: authorize(session, scheme),
        })),
      ),
  },
]
