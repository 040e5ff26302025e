import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { createMock, type Mock, type MockOptions } from '../../src/index.ts'
import type { PactSpecification } from '../../src/pact/options.ts'
import { type RecordedMock, recordPact } from '../../src/pact/pact.ts'
import { createFreshIds, verifyWithPact } from './real-verifier.ts'
import { makeFolder, readPact } from './written-pact.ts'

/** Makes a mock and sends it these bodies. */
async function respond(bodies: readonly string[], options: MockOptions = {}, headers = {}): Promise<Mock> {
  const mock = createMock(options)
  const { path } = mock.contract.operations[0] as { path: string }
  const [basePath = ''] = mock.contract.basePaths
  const sent = { authorization: 'Bearer s3cr3t-of-ours', 'content-type': 'application/json', ...headers }
  for (const body of bodies)
    await mock.handle({ method: 'POST', path: `${basePath}${path}`, headers: sent, body })
  return mock
}

const noInt64 = ', refused as id must be an integer from -9223372036854775808 to 9223372036854775807'
const [f, g] = ['"name":"F"}', '"name":"G"}']

/** Two requests of each kind, and the interaction that is recorded. */
const kinds: [description: string, bodies: [string, string]][] = [
  ['', ['{"id":8,"name":"Fern"}', '{"name":"Ivy","id":-3,"color":"green"}']],
  [' with a tag', ['{"id":81,"name":"Fern","tag":"a"}', '{"id":82,"name":"Ivy","tag":""}']],
  [' with an id beyond 2^53', [`{"id":9223372036854775807,${f}`, `{"id":-9007199254740993,${g}`]],
  [
    ' with an id beyond 2^53, a tag',
    [`{"id":9007199254740995,"tag":"a",${f}`, `{"id":9007199254740997,"tag":"b",${f}`],
  ],
  [', refused as the body must be an object, got an array', ['[]', '[{"id":1,"name":"Fern"}]']],
  [', refused as the body must be an object, got 1', ['12', '1.5']],
  [', refused as the body must be an object, got null', ['null', ' null']],
  [', refused as name is missing', ['{"id":5}', '{"id":9007199254740993,"tag":"x"}']],
  [', refused as id is missing; name is missing', ['{}', '{"tag":"x"}']],
  [`${noInt64}, got 1.5`, [`{"id":0.1,${f}`, `{"id":9007199254740993.5,${g}`]],
  [`${noInt64}, got 9223372036854775808`, [`{"id":1e400,${f}`, `{"id":-9223372036854775809,${g}`]],
  [`${noInt64}, got "text"`, [`{"id":"1",${f}`, `{"id":"",${g}`]],
  [
    ', refused as tag must be a string, got an object',
    [`{"id":1,"tag":{"a":1},${f}`, `{"id":2,"tag":{},${g}`],
  ],
]
const specs: PactSpecification[] = ['V4', 'V3']

test('there is one interaction for each kind, and the mock satisfies them all with both presets', async () => {
  const mock = await respond(kinds.flatMap(([, bodies]) => bodies))
  const dir = makeFolder()
  const results = specs.map((spec) => recordPact(mock, { consumer: 'shop', dir: join(dir, spec), spec }))
  const all = kinds.map(([words]) => `a request to create a plant${words}`).sort()
  expect(results.map(({ recorded, notRecorded }) => [recorded, notRecorded])).toEqual([
    [all, []],
    [all, []],
  ])
  const pacts = results.map(({ file }) => file)
  for (const responses of ['usual', 'documented'] as const) {
    await using server = await startServer({ port: 0, responses })
    const verified = await verifyWithPact(pacts, server.url, createFreshIds())
    expect(verified.toSorted()).toEqual([...all, ...all].toSorted())
  }
})

test('its bytes depend neither on the values, nor the order, nor the runs', async () => {
  const [one, other] = [makeFolder(), makeFolder()]
  const first = await respond(kinds.map(([, [body]]) => body))
  recordPact(first, { consumer: 'shop', dir: one })
  const half = kinds.length / 2
  const second = kinds.map(([, [, body]]) => body).reverse()
  for (const bodies of [second.slice(0, half), second.slice(half)])
    recordPact(await respond(bodies), { consumer: 'shop', dir: other })
  const read = (dir: string): string => readFileSync(join(dir, 'shop-plant-store.json'), 'utf8')
  expect(read(one)).toBe(read(other))
  expect(read(one)).not.toContain('s3cr3t')
})

test.each(['usual', 'documented'] as const)(
  'rejected credentials, responded to by %s, are recorded with a matcher for every client error',
  async (preset) => {
    const dir = makeFolder()
    const options: MockOptions = { responses: preset, credentials: ['another'] }
    const plant = ['{"id":1,"name":"Fern"}']
    recordPact(await respond(plant, options), { consumer: 'shop', dir })
    recordPact(await respond(plant, options, { authorization: undefined }), { consumer: 'shop', dir })
    const { interactions } = readPact(join(dir, 'shop-plant-store.json'))
    expect(interactions).toMatchObject([
      {
        description: 'a request to create a plant with a token that is not valid',
        providerStates: [{ name: 'no plant with the id exists' }, { name: 'the token is not valid' }],
        response: {
          matchingRules: { status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } } },
        },
      },
      { description: 'a request to create a plant without credentials', providerStates: [{}] },
    ])
  },
)

const plant = '{"id":1,"name":"Fern"}'
const statuses = 'the status must be 200 or 400, got'
const undocumented = 'the specification does not say how the service responds to'
const seed = { plants: [{ id: 1, name: 'Ivy' }] }

/** An exchange that the mock never has: another implementation may. */
const foreign = (body: string, status: number, headers: Record<string, string> = {}): RecordedMock => {
  const sent = { authorization: 'Bearer x', 'content-type': 'application/json', ...headers }
  const received = status === 200 ? '{"name":"Fern"}' : '{"error":1,"message":"no"}'
  const response = { status, headers: { 'content-type': 'application/json' }, body: received }
  const exchange = { request: { method: 'POST', path: '/plants', headers: sent, body }, response }
  return { requests: { all: () => [exchange, exchange], dropped: 0 } }
}

/** Makes a mock that has responded to one request without a body. */
async function respondTo(method: string, path: string): Promise<Mock> {
  const mock = createMock()
  await mock.handle({ method, path, headers: {}, body: '' })
  return mock
}

const asText = { 'content-type': 'text/plain' }
const dropped = { title: 'x', steps: [{ fault: 'dropped-connection' }] } as const
const textType = 'the header Content-Type must be application/json, got "text/plain"'
const noOperation = 'the request is not for the operation POST /plants'

test.each<[reason: string, status: number, () => RecordedMock | Promise<RecordedMock>]>([
  [`${statuses} 401`, 401, () => respond([plant], {}, { authorization: 'Basic b2Y6dXM=' })],
  [`${statuses} 409`, 409, () => respond([plant], { seed })],
  [`${statuses} 415`, 415, () => respond([plant], {}, asText)],
  [`${undocumented} duplicate-key`, 400, () => respond([plant], { responses: 'documented', seed })],
  [
    `${undocumented} unsupported-media-type`,
    400,
    () => respond([plant], { responses: 'documented' }, asText),
  ],
  [`${undocumented} forced`, 400, () => respond([plant], {}, { prefer: 'code=400' })],
  ['the fault dropped-connection was injected', 0, () => respond([plant], { scenario: dropped })],
  [noOperation, 405, () => respondTo('GET', '/plants')],
  [noOperation, 404, () => respondTo('POST', '/plant')],
  ["Pact's mock can't expect a body that is not JSON", 400, () => respond(['{"id":5'])],
  ['id is missing', 200, () => foreign('{}', 200)],
  ['the status must be 200, got 400', 400, () => foreign(plant, 400)],
  [
    'the scheme of the credentials must be Bearer',
    200,
    () => foreign(plant, 200, { authorization: 'Basic x' }),
  ],
  [textType, 200, () => foreign(plant, 200, asText)],
  [textType, 400, () => foreign(plant, 400, asText)],
])('requests that the specification does not document are listed: %s', async (reason, status, makeMock) => {
  const dir = join(makeFolder(), 'pacts')
  const mock = await makeMock()
  const { file, recorded, notRecorded } = recordPact(mock, { consumer: 'shop', dir })
  const request = expect.stringMatching(/^(?:GET|POST) \/plants?$/)
  expect(notRecorded).toEqual(mock.requests.all().map(() => ({ request, status, reason })))
  expect([recorded, existsSync(file)]).toEqual([[], false])
})

test.each([
  ['id', [true, null, [], {}], [true, null, [], {}]],
  ['name', [5, false, null, ['a'], { a: 1 }], [1, true, null, [], {}]],
  ['tag', [2, false, null, ['a'], { a: 1 }], [1, true, null, [], {}]],
])('a wrong %s is recorded as the example of its type', async (member, values, examples) => {
  const bodies = values.map((value) => JSON.stringify({ id: 8, name: 'Fern', [member]: value }))
  for (const [index, body] of bodies.entries()) {
    const { file } = recordPact(await respond([body]), { consumer: 'shop', dir: makeFolder() })
    const content = readPact(file).interactions.map(({ request }) => Object(request).body.content)
    expect(content).toEqual([{ id: 1, name: 'Monstera', [member]: examples[index] }])
  }
})

test('by default, the pact is in the folder pacts and named after both sides', () => {
  const nothing = { recorded: [], notRecorded: [] }
  const file = join('pacts', 'shop-plant-store.json')
  expect(recordPact(createMock(), { consumer: 'shop' })).toEqual({ file, ...nothing })
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
