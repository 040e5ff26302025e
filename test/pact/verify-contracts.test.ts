import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { checkPact, verifyProvider } from '../../src/pact/pact.ts'
import { contracts, startService } from './services.ts'

const token = 'local-token'

test.each(['documented', 'usual'] as const)(
  'the mock with the responses %s satisfies the pacts of the example consumers twice',
  async (responses) => {
    await using server = await startServer({ port: 0, credentials: [token], responses })
    for (let run = 0; run < 2; run++) {
      const { outcome, cases } = await verifyProvider(server.url, { token, pacts: contracts })
      expect([outcome, cases.filter(({ status }) => status !== 'passed')]).toEqual(['passed', []])
    }
  },
)

test('a right service that is no mock of the kit satisfies them, too', async () => {
  await using service = await startService(undefined, { credentials: [token] })
  expect((await verifyProvider(service.url, { token, pacts: contracts })).outcome).toBe('passed')
})

test('they agree with the description, without notes', () => {
  const { outcome, cases } = checkPact(contracts)
  expect([outcome, cases.flatMap(({ findings }) => findings)]).toEqual(['passed', []])
})

type Change = NonNullable<Parameters<typeof startService>[0]>

const isTaken = (status: number): boolean => status < 300

test.each<[what: string, change: Change, failed: number]>([
  ['responds with 201', ({ status }) => (isTaken(status) ? { status: 201 } : {}), 9],
  [
    'rejects ids over 2^53',
    ({ status }, body) =>
      isTaken(status) && /\d{16}/.test(body) ? { status: 400, body: '{"error":1,"message":"no"}' } : {},
    3,
  ],
  [
    'accepts fractions',
    (_usual, body) => (body.includes('1.5') ? { status: 200, body: '{"name":"Century plant"}' } : {}),
    1,
  ],
  [
    'accepts ids beyond int64',
    (_usual, body) =>
      body.includes('9223372036854775808}') || body.includes('9223372036854775808,')
        ? { status: 200, body: '{"name":"x"}' }
        : {},
    2,
  ],
  [
    'changes names',
    ({ status, body }) => (isTaken(status) ? { body: body.replace('"name":"', '"name":"the ') } : {}),
    8,
  ],
  [
    'forgets tags',
    ({ status, body }) => (isTaken(status) ? { body: body.replace(/,"tag":"[^"]*"/, '') } : {}),
    8,
  ],
  ['has names of numbers', ({ status }) => (isTaken(status) ? { body: '{"name":5}' } : {}), 9],
  ['rejects without a message', ({ status }) => (status === 400 ? { body: '{"error":1}' } : {}), 5],
  [
    'rejects with a page',
    ({ status }) => (status === 400 ? { headers: { 'content-type': 'text/html' }, body: '<p>no' } : {}),
    5,
  ],
  ['rejects with 500', ({ status }) => (status === 400 ? { status: 500 } : {}), 5],
  ['accepts any token', ({ status }) => (status === 401 ? { status: 200, body: '{"name":"x"}' } : {}), 3],
])('a service that %s is found', async (_what, change, failed) => {
  await using service = await startService(change, { credentials: [token], responses: 'usual' })
  const { outcome, cases } = await verifyProvider(service.url, { token, pacts: contracts })
  expect([outcome, cases.filter(({ status }) => status === 'failed').length]).toEqual(['failed', failed])
})
