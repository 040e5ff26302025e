import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { createMock, type Mock, type MockOptions } from '../../src/index.ts'
import { checkPact, recordPact, verifyProvider } from '../../src/pact/pact.ts'
import { contracts } from '../mock/contracts.ts'
import { makeFolder, readPact } from './written-pact.ts'

const json = { 'content-type': 'application/json' }

/** Makes a mock of the plant store and sends it these bodies. */
async function respond(bodies: readonly string[], options: MockOptions = {}, headers = {}): Promise<Mock> {
  const mock = createMock(options)
  const { path } = mock.contract.operations[0] as { path: string }
  const [basePath = ''] = mock.contract.basePaths
  const sent = { authorization: 'Bearer s3cr3t-of-ours', ...json, ...headers }
  for (const body of bodies)
    await mock.handle({ method: 'POST', path: `${basePath}${path}`, headers: sent, body })
  return mock
}

/** Two requests of each kind, and the interaction that is recorded. */
const kinds: [description: string, bodies: [string, string]][] = [
  ['200 for id, name', ['{"id":8,"name":"Fern"}', '{"name":"Ivy","id":-3}']],
  ['200 for id, name, tag', ['{"id":81,"name":"Fern","tag":"a"}', '{"id":82,"name":"Ivy","tag":""}']],
  ['400 as wrong: body (type)', ['[]', '[]']],
  ['400 for id as wrong: body/name (required)', ['{"id":5}', '{"id":9007199254740993}']],
  ['400 as wrong: body/id (required), body/name (required)', ['{}', ' {}']],
  ['400 for id, name as wrong: body/id (type)', ['{"id":"1","name":"F"}', '{"name":"G","id":"1"}']],
]

test('there is one interaction for each kind, and the mock satisfies them all', async () => {
  const mock = await respond(kinds.flatMap(([, bodies]) => bodies))
  const dir = makeFolder()
  const files = (['V4', 'V3'] as const).map((spec) => {
    const { file, recorded, notRecorded } = recordPact(mock, { consumer: 'shop', dir: join(dir, spec), spec })
    expect([recorded, notRecorded]).toEqual([kinds.map(([words]) => `createPlant gets ${words}`).sort(), []])
    return file
  })
  expect(checkPact(files).outcome).toBe('passed')
  await using server = await startServer({ port: 0 })
  const { outcome, cases } = await verifyProvider(server.url, { token: 'x', pacts: files })
  expect([outcome, cases.length]).toEqual(['passed', 2 * kinds.length])
})

test('its bytes depend neither on right values, nor the order, nor the runs', async () => {
  const [one, other] = [makeFolder(), makeFolder()]
  recordPact(await respond(kinds.map(([, [body]]) => body)), { consumer: 'shop', dir: one })
  const second = kinds.map(([, [, body]]) => body).reverse()
  for (const bodies of [second.slice(0, 3), second.slice(3)])
    recordPact(await respond(bodies), { consumer: 'shop', dir: other })
  const read = (dir: string): string => readFileSync(join(dir, 'shop-plant-store.json'), 'utf8')
  expect(read(one)).toBe(read(other))
  expect(read(one)).not.toContain('s3cr3t')
})

test('every interaction that a test made with another API is recorded, and satisfied with its states', async () => {
  const contract = contracts.bookings
  const mock = createMock({ contract })
  const ask = (method: string, path: string, body?: object, headers: object = json) =>
    mock.handle({
      method,
      path: `/v1${path}`,
      headers: { 'x-api-key': 'secret-key', ...headers },
      body: body === undefined ? '' : JSON.stringify(body),
    })
  await ask('POST', '/rooms', { name: 'Blue', kind: 'single' })
  await ask('GET', '/rooms?limit=5&kind=single')
  await ask('GET', '/rooms/1')
  await ask('GET', '/rooms/77')
  await ask('PATCH', '/rooms/1', { name: 'Red' }, { 'content-type': 'application/merge-patch+json' })
  await ask('POST', '/rooms/1/bookings', { guest: 'Ann' })
  await ask('POST', '/rooms', { name: 'Blue' })
  await ask('DELETE', '/rooms/1')
  await ask('GET', '/rooms/1', undefined, { 'x-api-key': '' })
  await ask('GET', '/beds')
  const options = { consumer: 'desk', provider: 'rooms', dir: makeFolder() }
  const { file, recorded, notRecorded } = recordPact(mock, options)
  expect(recorded).toEqual([
    'changeRoom gets 200 for name',
    'createBooking gets 201 for guest',
    'createRoom gets 201 for kind, name',
    'createRoom gets 422 for name as wrong: body/kind (required)',
    'listRooms gets 200 for limit, kind',
    'readRoom gets 200',
    'readRoom gets 404',
    'readRoom gets a 4xx with invalid credentials',
    'removeRoom gets 204',
  ])
  expect(notRecorded).toEqual([
    { request: 'GET /v1/beds', status: 404, reason: 'the description has no such operation' },
  ])
  expect(readFileSync(file, 'utf8')).not.toContain('secret-key')
  const errors = checkPact(file, { contract }).cases.flatMap(({ findings }) => findings)
  expect(errors.filter(({ kind }) => kind === 'error')).toEqual([])
  await using server = await startServer({ port: 0, contract, credentials: { key: 'the-key' } })
  const headers = { 'X-Api-Key': 'the-key' }
  const { cases } = await verifyProvider(server.url, { pacts: file, headers })
  expect(cases.flatMap(({ findings }) => findings.map(({ problem }) => problem))).toEqual([])
})

test('a client says what it reads of a response, and the pact has nothing else', async () => {
  const mock = createMock({ contract: contracts.bookings })
  const headers = { 'x-api-key': 'a-key', ...json }
  const body = '{"name":"Blue","kind":"single"}'
  await mock.handle({ method: 'POST', path: '/v1/rooms', headers, body })
  await mock.handle({ method: 'POST', path: '/v1/rooms', headers, body: '{}' })
  await mock.handle({ method: 'GET', path: '/v1/rooms', headers, body: '' })
  const reads = { createRoom: ['id'], 'createRoom 422': ['title'], listRooms: ['items.name', 'total'] }
  const { file } = recordPact(mock, { consumer: 'desk', dir: makeFolder(), reads })
  const responses = readPact(file).interactions.map(({ response }) => response)
  expect(responses).toEqual(
    [
      [201, { id: expect.any(Number) }],
      [422, { title: expect.any(String) }],
      [200, { items: [{ name: expect.any(String) }], total: expect.any(Number) }],
    ].map(([status, content]) =>
      expect.objectContaining({ status, body: expect.objectContaining({ content }) }),
    ),
  )
})

const plant = '{"id":1,"name":"Fern"}'
const seed = { plants: [{ id: 1, name: 'Ivy' }] }

test.each<[reason: string, status: number, () => Promise<Mock>]>([
  ['the status 409 is not documented', 409, () => respond([plant], { seed })],
  ['the status 415 is not documented', 415, () => respond([plant], {}, { 'content-type': 'text/plain' })],
  ["the description doesn't forbid the request", 400, () => respond([plant], {}, { prefer: 'code=400' })],
  [
    'the status 0 is not documented',
    0,
    () => respond([plant], { scenario: { title: 'x', steps: [{ fault: 'dropped-connection' }] } }),
  ],
  ["Pact's mock can't expect a body that is not JSON", 400, () => respond(['{"id":5'])],
])('what the description does not document is listed: %s', async (reason, status, makeMock) => {
  const dir = join(makeFolder(), 'pacts')
  const { file, recorded, notRecorded } = recordPact(await makeMock(), { consumer: 'shop', dir })
  expect(notRecorded).toEqual([{ request: 'POST /plants', status, reason }])
  expect([recorded, existsSync(file)]).toEqual([[], false])
})

test('by default, the pact is in the folder pacts and named after both sides', () => {
  const file = join('pacts', 'shop-plant-store.json')
  expect(recordPact(createMock(), { consumer: 'shop' })).toEqual({ file, recorded: [], notRecorded: [] })
})

test('the base path of a mock is not recorded, since the base address of a service includes it', async () => {
  const mock = await respond([plant], { contract: plantStoreAt('/v1') })
  const { file } = recordPact(mock, { consumer: 'shop', dir: makeFolder() })
  expect(readPact(file).interactions).toMatchObject([{ request: { path: '/plants' } }])
})

test('a journal that has dropped requests is an error', async () => {
  for (const journal of [1, 0]) {
    const mock = await respond([plant, '{}'], { journal })
    expect(() => recordPact(mock, { consumer: 'shop', dir: makeFolder() })).toThrow(
      `Failed to record the pact: the journal has dropped ${2 - journal} requests. Give the mock a larger journal`,
    )
  }
})
