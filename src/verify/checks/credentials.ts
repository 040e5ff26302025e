import { randomBytes } from 'node:crypto'
import { isSuccess, type RequestHeader, wasTaken } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { values } from '../../judge/generated/values.ts'
import {
  authorize,
  createPlainPlant,
  createRequest,
  type RequestOptions,
  writePlant,
} from '../create-request.ts'
import { judgeRefused } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { alter, malformed, swapCase, unissued } from './tokens.ts'
import { tryCreated, tryRefused, tryStoredNothing } from './trials.ts'

type Authorization = Omit<RequestHeader, 'name'>
type ToAuthorization = (session: Session) => Authorization | null
type CredentialsCase = readonly [title: string, toAuthorization: ToAuthorization, isForHttpLayer?: boolean]

const serverErrorRule = 'refused-credentials-no-5xx'

/** Makes a trial of a valid plant with invalid credentials. */
const tryCredentials = (
  rule: RuleId,
  [title, toAuthorization, isForHttpLayer = false]: CredentialsCase,
  options: RequestOptions = {},
): Trial => ({
  kind: rule === 'refuses-unissued-token' ? 'a token' : title,
  ...tryRefused(
    title,
    {
      rule,
      serverErrorRule,
      openRule:
        rule === 'refuses-missing-credentials'
          ? 'status-for-missing-credentials'
          : 'status-for-invalid-token',
      isForHttpLayer,
    },
    (session) => writePlant(createPlainPlant(session)),
    (session) => ({ ...options, authorization: toAuthorization(session) }),
  ),
})

const refuse = (rule: RuleId, toCases: (session: Session) => readonly CredentialsCase[]): Check => ({
  rule,
  trials: (session) => toCases(session).map((one) => tryCredentials(rule, one)),
})

/** Makes a trial that sends the same bytes with valid credentials and then with wrong ones, and another plant with these: neither an answer nor a refused token must be cached as accepted. */
const tryAgain = (rule: RuleId, title: string, toAuthorization: ToAuthorization): Trial => ({
  title,
  async run(session) {
    const body = writePlant(createPlainPlant(session))
    if (!wasTaken(await session.send(createRequest(session, body)))) return []
    const authorization = toAuthorization(session)
    const again = await session.send(createRequest(session, body, { authorization }))
    const other = writePlant(createPlainPlant(session))
    const second = await session.send(createRequest(session, other, { authorization }))
    return [again, second].flatMap((exchange) =>
      judgeRefused(session, exchange, { rule, serverErrorRule, title }),
    )
  },
})

/** Makes a trial that compares the statuses of wrong credentials with a valid body and with others. */
const tryOrder = (title: string, toAuthorization: ToAuthorization): Trial => ({
  title,
  async run(session) {
    const authorization = toAuthorization(session)
    const bodies = [writePlant(createPlainPlant(session)), '{"id":"one"}', '{"id":']
    const exchanges = await Promise.all(
      bodies.map((body) => session.send(createRequest(session, body, { authorization }))),
    )
    const rule = 'refuses-unissued-token'
    const verdicts = exchanges
      .flatMap((exchange) => judgeRefused(session, exchange, { rule, serverErrorRule }))
      .filter((verdict) => verdict.rule !== rule)
    const statuses = exchanges.map(({ outcome }) => (outcome.kind === 'answer' ? outcome.answer.status : 429))
    const [valid = 429, ...others] = statuses
    const odd = exchanges[statuses.findIndex((status) => status !== valid)]
    // An answer that asks for fewer requests says nothing about the credentials.
    if (isSuccess(valid) || statuses.some((status) => status === 429 || status === 503)) return verdicts
    const told = { rule: 'credentials-before-body', exchanges: odd ? [odd] : exchanges } as const
    const problem = `the status must not depend on the body, got ${valid} for a valid one, ${others[0]} for an invalid one, ${others[1]} for one that is not JSON`
    return [...verdicts, odd ? { ...told, problem } : told]
  },
})

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

/** Requests that a check of credentials for common ones may not see. */
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
