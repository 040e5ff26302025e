import { randomBytes } from 'node:crypto'
import { isSuccess } from '../../judge/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { authorize, createPlainPlant, createRequest, writePlant } from '../create-request.ts'
import { judgeRefused, wasTaken } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { tryCreated, tryRefused, tryStoredNothing } from './trials.ts'
import { type Authorization, alter, malformed, swapCase, toBasic, unissued } from './wrong-credentials.ts'

type ToAuthorization = (session: Session) => Authorization | null

const serverErrorRule = 'refused-credentials-no-5xx'

function tryCredentials(
  rule: RuleId,
  title: string,
  toAuthorization: ToAuthorization,
  { isForHttpLayer = false } = {},
): Trial {
  const kind = rule === 'refuses-unissued-token' ? 'a token' : title
  const openRule =
    rule === 'refuses-missing-credentials' ? 'status-for-missing-credentials' : 'status-for-invalid-token'
  const trial = tryRefused(
    title,
    { rule, serverErrorRule, openRule, isForHttpLayer },
    (session) => writePlant(createPlainPlant(session)),
    (session) => ({ authorization: toAuthorization(session) }),
  )
  return { ...trial, kind }
}

/** Makes a trial that sends the same bytes with valid credentials and then with wrong ones: a cached answer must not be reused. */
function tryAgain(rule: RuleId, title: string, toAuthorization: ToAuthorization): Trial {
  return {
    title,
    async run(session) {
      const body = writePlant(createPlainPlant(session))
      const created = await session.send(createRequest(session, body))
      if (!wasTaken(created)) return []
      const authorization = toAuthorization(session)
      const again = await session.send(createRequest(session, body, { authorization }))
      return judgeRefused(session, again, { rule, serverErrorRule, title })
    },
  }
}

/** Makes a trial that compares the statuses of wrong credentials with a valid body and with others. */
function tryOrder(title: string, toAuthorization: ToAuthorization): Trial {
  const rule = 'credentials-before-body'
  return {
    title,
    async run(session) {
      const authorization = toAuthorization(session)
      const bodies = [writePlant(createPlainPlant(session)), '{"id":"one"}', '{"id":']
      const exchanges = await Promise.all(
        bodies.map((body) => session.send(createRequest(session, body, { authorization }))),
      )
      const verdicts = exchanges
        .flatMap((exchange) =>
          judgeRefused(session, exchange, { rule: 'refuses-unissued-token', serverErrorRule }),
        )
        .filter((verdict) => verdict.rule !== 'refuses-unissued-token')
      const statuses = exchanges.map(({ outcome }) =>
        outcome.kind === 'answer' ? outcome.answer.status : undefined,
      )
      const [valid, ...others] = statuses
      const odd = exchanges[statuses.findIndex((status) => status !== valid)]
      // An answer that asks for fewer requests says nothing about the credentials.
      const isTold = !statuses.some((status) => status === undefined || status === 429 || status === 503)
      if (valid === undefined || isSuccess(valid) || !isTold) return verdicts
      const problem =
        odd && `a valid body gets ${valid}, an invalid one ${others[0]}, one that is not JSON ${others[1]}`
      return [
        ...verdicts,
        { rule, exchanges: odd ? [odd] : exchanges, ...(problem !== undefined && { problem }) },
      ]
    },
  }
}

const none: ToAuthorization = () => null
const makeToken = (): string => randomBytes(24).toString('base64url')
const random: ToAuthorization = () => ({ value: `Bearer ${makeToken()}` })

/** All kinds of wrong credentials, and valid ones in another spelling. */
export const credentials: readonly Check[] = [
  {
    rule: 'refuses-missing-credentials',
    trials: () => [
      tryCredentials('refuses-missing-credentials', 'no Authorization', none),
      tryCredentials('refuses-missing-credentials', 'an empty Authorization', () => ({ value: '' })),
      tryCredentials('refuses-missing-credentials', 'no Authorization, again', none),
      tryAgain('refuses-missing-credentials', 'a created plant, again without credentials', none),
    ],
  },
  {
    rule: 'refuses-unissued-token',
    trials: ({ invalidToken }) => [
      ...(invalidToken === undefined
        ? []
        : [
            tryCredentials('refuses-unissued-token', 'the token of --invalid-token', () => ({
              value: `Bearer ${invalidToken}`,
              shell: 'Bearer $PLANT_STORE_INVALID_TOKEN',
            })),
          ]),
      ...unissued.map(([title, make]) =>
        tryCredentials('refuses-unissued-token', title, () => ({ value: `Bearer ${make()}` })),
      ),
      ...['bearer', 'BEARER'].map((scheme) =>
        tryCredentials('refuses-unissued-token', `a random token with the scheme ${scheme}`, () => ({
          value: `${scheme} ${makeToken()}`,
        })),
      ),
      tryAgain('refuses-unissued-token', 'a created plant, again with a random token', random),
    ],
  },
  {
    rule: 'refuses-altered-token',
    trials: ({ token }) =>
      alter(token).map(([title, altered]) =>
        tryCredentials('refuses-altered-token', title, (session) => {
          const ofCurrent = alter(session.token).find(([other]) => other === title)
          return ofCurrent?.[1] ?? altered
        }),
      ),
  },
  {
    rule: 'refuses-token-in-other-case',
    trials: ({ token }) => {
      const swapped = swapCase(token)
      return swapped === undefined
        ? []
        : [
            tryCredentials(
              'refuses-token-in-other-case',
              'the token in the other case',
              (session) => swapCase(session.token) ?? swapped,
            ),
          ]
    },
  },
  {
    rule: 'refuses-empty-token',
    trials: () =>
      ['Bearer', 'Bearer ', 'Bearer    '].map((value) =>
        tryCredentials('refuses-empty-token', `the header ${JSON.stringify(value)}`, () => ({ value })),
      ),
  },
  {
    rule: 'refuses-malformed-token',
    trials: () => [
      tryCredentials('refuses-malformed-token', 'the valid token in quotes', ({ token }) => ({
        value: `Bearer "${token}"`,
        shell: 'Bearer \\"$PLANT_STORE_TOKEN\\"',
      })),
      ...malformed.map(([title, make]) => {
        const value = `Bearer ${make(randomBytes(12).toString('hex'))}`
        const isForHttpLayer = !/^[\x20-\x7e]*$/.test(value)
        return tryCredentials('refuses-malformed-token', title, () => ({ value }), { isForHttpLayer })
      }),
    ],
  },
  {
    rule: 'refuses-other-scheme',
    trials: () => [
      ...(['password', 'user'] as const).map((part) =>
        tryCredentials('refuses-other-scheme', `Basic with the token for a ${part}`, ({ token }) =>
          toBasic(token, part),
        ),
      ),
      ...['Basic', 'Token', 'Digest', 'ApiKey', 'Bearerx', 'MAC'].map((scheme) =>
        tryCredentials('refuses-other-scheme', `the scheme ${scheme} with the token`, (session) =>
          authorize(session, scheme),
        ),
      ),
      tryCredentials('refuses-other-scheme', 'the token without a scheme', ({ token }) => ({
        value: token,
        shell: '$PLANT_STORE_TOKEN',
      })),
      tryCredentials('refuses-other-scheme', 'Bearer and the token without a space', ({ token }) => ({
        value: `Bearer${token}`,
        shell: 'Bearer$PLANT_STORE_TOKEN',
      })),
    ],
  },
  {
    rule: serverErrorRule,
    trials: () => [
      tryCredentials(
        'refuses-unissued-token',
        'a random token of 6,000 letters',
        () => ({ value: `Bearer ${randomBytes(4500).toString('base64url')}` }),
        { isForHttpLayer: true },
      ),
      tryCredentials('refuses-other-scheme', 'Basic with text that is not base64', () => ({
        value: 'Basic %%%',
      })),
      tryCredentials('refuses-other-scheme', 'a comma for credentials', () => ({ value: ',' })),
      tryCredentials('refuses-unissued-token', 'a token of dots', () => ({ value: 'Bearer ...' })),
      tryCredentials('refuses-unissued-token', 'the beginning of a JWT', () => ({
        value: 'Bearer eyJhbGciOiJIUzI1NiJ9',
      })),
      tryCredentials('refuses-unissued-token', 'a JWT of nothing', () => ({ value: 'Bearer e30.e30.e30' })),
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
  {
    rule: 'refuses-text-after-token',
    trials: () =>
      [' plant', ', realm="plants"', ';x=1'].map((text) =>
        tryCredentials('refuses-text-after-token', `the token and ${JSON.stringify(text)}`, ({ token }) => ({
          value: `Bearer ${token}${text}`,
          shell: `Bearer \${PLANT_STORE_TOKEN}${text.replaceAll('"', '\\"')}`,
        })),
      ),
  },
  {
    rule: 'credentials-before-body',
    trials: () => [
      tryOrder('no credentials with three bodies', none),
      tryOrder('a random token with three bodies', random),
    ],
  },
  {
    rule: 'scheme-in-any-case',
    trials: (session) =>
      ['bearer', 'BEARER', 'bEaReR'].map((scheme) =>
        tryCreated(`the scheme ${scheme}`, { rule: 'scheme-in-any-case' }, createPlainPlant, () => ({
          authorization: authorize(session, scheme),
        })),
      ),
  },
]
