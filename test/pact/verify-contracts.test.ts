import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { checkPact, verifyProvider } from '../../src/pact/pact.ts'
import { contracts, startService } from './services.ts'

const token = 'local-token'
const options = { token, pacts: contracts }

test('the mock satisfies the pacts of the example consumers twice', async () => {
  await using server = await startServer({ port: 0, credentials: [token], responses: 'documented' })
  for (let run = 0; run < 2; run++) {
    const { outcome, cases } = await verifyProvider(server.url, options)
    expect([outcome, cases.filter(({ status }) => status !== 'passed')]).toEqual(['passed', []])
  }
})

test('a right service that is no mock of the kit satisfies them, too', async () => {
  await using service = await startService(undefined, { credentials: [token] })
  expect((await verifyProvider(service.url, options)).outcome).toBe('passed')
})

test('they agree with the description, without notes', () => {
  const { outcome, cases } = checkPact(contracts)
  expect([outcome, cases.flatMap(({ findings }) => findings)]).toEqual(['passed', []])
})

type Change = NonNullable<Parameters<typeof startService>[0]>

/** What a service makes wrong with one plant after the other; the last plants are right. */
const ofPlants: readonly Change[] = [
  () => ({ status: 201 }),
  () => ({ status: 400, body: '{"error":1,"message":"too many digits"}' }),
  ({ body }) => ({ body: body.replace('"name":"', '"name":"the ') }),
  ({ body }) => ({ body: body.replace(/,"tag":"[^"]*"/, '') }),
  () => ({ body: '{"name":5}' }),
]
/** What it makes wrong with rejections, by their requests. */
const ofRejections: readonly [request: RegExp, change: ReturnType<Change>][] = [
  [/1\.5/, { status: 200, body: '{"name":"Century plant"}' }],
  [/9223372036854775808[,}]/, { status: 200, body: '{"name":"Century plant"}' }],
  [/"tag":\[/, { body: '{"error":1}' }],
  [/"name":null/, { headers: { 'content-type': 'text/html' }, body: '<p>no' }],
  [/^\{"id":\d+\}$/, { status: 500 }],
]

test('an interaction of a service that makes a mistake with it fails', async () => {
  let plants = 0
  const change: Change = (usual, body) => {
    if (usual.status < 300) return ofPlants[plants++]?.(usual, body) ?? {}
    if (usual.status === 401) return { status: 200, body: '{"name":"x"}' }
    return ofRejections.find(([request]) => request.test(body))?.[1] ?? {}
  }
  await using service = await startService(change, { credentials: [token] })
  const { outcome, cases } = await verifyProvider(service.url, options)
  const passed = cases.filter(({ status }) => status === 'passed')
  expect([outcome, plants, passed.length, cases.length]).toEqual(['failed', 9, 4, 17])
})
