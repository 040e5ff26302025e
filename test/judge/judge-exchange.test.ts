import { expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import type { Exchange } from '../../src/http/exchange.ts'
import type { Expectation } from '../../src/judge/expectation.ts'
import { judgeExchange } from '../../src/judge/judge-exchange.ts'
import { bookings } from '../mock/bookings.ts'

const contract = toContract(bookings)
const json = 'application/json'
const problem = 'application/problem+json'
const room = { id: 1, name: 'Blue', kind: 'single', createdAt: '2031-01-01T00:00:00Z' }

const toExchange = (status: number, type: string | undefined, body: unknown): Exchange => ({
  request: { method: 'POST', path: '/v1/rooms', headers: [], pieces: [] },
  outcome: {
    kind: 'answer',
    answer: {
      version: '1.1',
      status,
      headers: type === undefined ? [] : [['content-type', type]],
      body: Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
    },
  },
  duration: 1,
})

const accept = { kind: 'accept', rule: 'accepts-valid-body' } as const
const reject = { kind: 'reject', rule: 'rejects-invalid-body', reason: 'body' } as const

test.each<[string, Pick<Expectation, 'kind' | 'rule' | 'reason'>, Exchange, string[]]>([
  ['a documented success', accept, toExchange(201, json, room), []],
  ['a success that is not documented', accept, toExchange(200, json, room), ['documented-status']],
  [
    'a rejected valid request',
    accept,
    toExchange(422, problem, { title: 'No', status: 422 }),
    ['accepts-valid-body'],
  ],
  ['a conflict, which says nothing', accept, toExchange(409, problem, { title: 'No', status: 409 }), []],
  ['another content type', accept, toExchange(201, 'text/html', '<p>'), ['response-content-type']],
  ['no JSON', accept, toExchange(201, json, '{'), ['response-body-schema']],
  [
    'a property of another type',
    accept,
    toExchange(201, json, { ...room, id: '1' }),
    ['response-body-schema'],
  ],
  ['a writeOnly property', accept, toExchange(201, json, { ...room, secret: 'x' }), ['response-body-schema']],
  ['an accepted invalid request', reject, toExchange(201, json, room), ['rejects-invalid-body']],
  [
    'an error of another shape',
    reject,
    toExchange(422, problem, { title: 1 }),
    ['response-body-schema', 'response-body-schema'],
  ],
  ['an unusual status', reject, toExchange(418, json, {}), ['rejection-status']],
  ['a 5xx', reject, toExchange(500, json, {}), ['no-server-error']],
  [
    'a page of the framework',
    { kind: 'reject', rule: 'malformed-body', reason: 'media' },
    toExchange(400, 'text/html', '<p>'),
    ['error-body-schema'],
  ],
])('%s', (_title, expectation, exchange, rules) => {
  const operation = contract.operation('createRoom')
  const findings = judgeExchange({ operation, place: '', tried: 'a request', ...expectation }, exchange)
  // Location is documented, but not required.
  expect(findings.map(({ rule }) => rule).filter((rule) => rule !== 'optional-response-headers')).toEqual(
    rules,
  )
})

test('a finding names the operation, and the keyword in the description', () => {
  const operation = contract.operation('createRoom')
  const [finding] = judgeExchange(
    { operation, place: '', tried: 'a plain request', ...accept },
    toExchange(201, json, { ...room, kind: 'triple' }),
  )
  expect(finding).toMatchObject({
    rule: 'response-body-schema',
    level: 'must',
    operation: 'createRoom',
    place: '/components/schemas/Room/properties/kind/enum',
    message: '/kind must be single or double, got "triple"',
  })
})
