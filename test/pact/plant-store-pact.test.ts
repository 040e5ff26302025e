import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toCanonicalJson } from '../../src/pact/file/canonical-json.ts'
import { readPact } from '../../src/pact/file/pact-file.ts'
import type { PactSpecification } from '../../src/pact/options.ts'
import { type PlantStorePact, plantStorePact, type ReadyInteraction } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { createFreshIds, verifyWithPact } from './real-verifier.ts'
import { type SentRequest, send } from './send.ts'
import { makeFolder } from './temporary-folder.ts'

type Answer = Awaited<ReturnType<typeof send>>
const refused = { status: 400, body: '{"error":40003,"message":"the request is refused"}' }

/** Every ready interaction, with a request that matches it and the answer of the mock. */
const ready: [
  description: string,
  begin: (pact: PlantStorePact) => ReadyInteraction,
  request: SentRequest,
  answer: Answer,
][] = [
  [
    'a request to create a plant',
    (pact) => pact.plantCreated(),
    { token: 'a.real~token', body: '{"name":"Fern","id":-9223372036854775808}' },
    { status: 200, body: '{"name":"Monstera"}' },
  ],
  [
    'a request to create a plant with a tag',
    (pact) => pact.plantWithTagCreated(),
    { token: 'x', body: '{"id":7,"name":"Fern","tag":"outdoors"}' },
    { status: 200, body: '{"name":"Monstera","tag":"foliage"}' },
  ],
  [
    'a request to create a plant with the id 9007199254740993, the name "Century plant", the tag "slow"',
    (pact) => pact.plantCreated({ id: 9007199254740993n, name: 'Century plant', tag: 'slow' }),
    { token: 'x', body: '{"id":9007199254740993,"name":"Century plant","tag":"slow"}' },
    { status: 200, body: '{"name":"Century plant","tag":"slow"}' },
  ],
  [
    'a request to create a plant, refused as name is missing',
    (pact) => pact.bodyRefused({ id: 9223372036854775807n }),
    { token: 'x', body: '{"id":9223372036854775807}' },
    refused,
  ],
  [
    'a request to create a plant, refused as the body must be an object, got "1"',
    (pact) => pact.bodyRefused('1'),
    { token: 'x', body: '"1"' },
    refused,
  ],
  [
    'a request to create a plant, refused as the body is missing',
    (pact) => pact.bodyRefused(),
    { token: 'x', body: '' },
    refused,
  ],
  [
    'a request to create a plant without credentials',
    (pact) => pact.credentialsRefused('missing'),
    { body: '{"id":7,"name":"Fern"}' },
    { status: 401, body: '' },
  ],
  [
    'a request to create a plant with a token that is not valid',
    (pact) => pact.credentialsRefused('invalid'),
    { token: 'x', body: '{"id":7,"name":"Fern"}' },
    { status: 401, body: '' },
  ],
]

describe.each<PactSpecification>(['V4', 'V3'])('in %s', (spec) => {
  test('every ready interaction has its description, and the fake satisfies them all with both presets', async () => {
    const dir = makeFolder()
    const pact = plantStorePact({ consumer: 'shop', dir, spec })
    for (const [, begin, request, answer] of ready) {
      expect(await begin(pact).executeTest(({ url }) => send(url, request))).toEqual(answer)
    }
    expect(readdirSync(dir)).toEqual(['shop-plant-store.json'])
    const file = join(dir, 'shop-plant-store.json')
    const descriptions = ready.map(([description]) => description).sort()
    expect(readPact(file).interactions.map(({ description }) => description)).toEqual(descriptions)
    const expected = descriptions.map((description) => ({ description, result: 'OK' }))
    for (const answers of ['http', 'documented'] as const) {
      await using fake = await startServer({ port: 0, answers })
      expect(await verifyWithPact(file, fake.url, createFreshIds())).toEqual(expected)
    }
  })

  test.each([
    ['9007199254740993', '{"id":9007199254740993}'],
    ['9223372036854775807', '{"id":"9223372036854775807"}'],
    ['-9223372036854775808', '{"id":-9223372036854775808}'],
    ['9007199254740995', '{}'],
  ])('the provider gets exactly the id %s if its state answers %s', async (id, answer) => {
    const dir = makeFolder()
    await plantStorePact({ consumer: 'importer', dir, spec })
      .plantCreated({ id: 9007199254740995n, name: 'Fern' })
      .executeTest(({ url }) => send(url, { token: 'x', body: '{"id":9007199254740995,"name":"Fern"}' }))
    await using fake = await startServer({ port: 0 })
    const states: [name: string, params: object][] = []
    const results = await verifyWithPact(join(dir, 'importer-plant-store.json'), fake.url, (name, params) => {
      states.push([name, params])
      return answer
    })
    expect(results).toMatchObject([{ result: 'OK' }])
    expect(states).toEqual([['no plant with the id exists', { id: '9007199254740995' }]])
    expect(fake.store.requests.all().map(({ request }) => request.body)).toEqual([
      `{"id":${id},"name":"Fern"}`,
    ])
  })

  test('the file is what Pact writes, without the versions of its writers', async () => {
    const dir = makeFolder()
    await plantStorePact({ consumer: 'shop', dir, spec })
      .plantCreated()
      .executeTest(({ url }) => send(url, { token: 'x', body: '{"id":1,"name":"Fern"}' }))
    const file = join(dir, 'shop-plant-store.json')
    expect(readFileSync(file, 'utf8')).toBe(toCanonicalJson(readPact(file)))
    const { metadata, interactions } = readPact(file)
    expect(metadata).toEqual({ pactSpecification: { version: spec === 'V4' ? '4.0' : '3.0.0' } })
    expect(interactions).toMatchObject([
      {
        request: { matchingRules: { body: { '$.id': {}, '$.name': {} }, header: { Authorization: {} } } },
        response: { status: 200, matchingRules: { body: { '$.name': { matchers: [{ match: 'type' }] } } } },
      },
    ])
  })
})

test.each<[what: string, begin: (pact: PlantStorePact) => ReadyInteraction, request: SentRequest]>([
  [
    'an id that it has rounded',
    (pact) => pact.plantCreated({ id: 9007199254740993n }),
    { token: 'x', body: '{"id":9007199254740992,"name":"Monstera"}' },
  ],
  [
    'another name than the test names',
    (pact) => pact.plantCreated({ name: 'Fern' }),
    { token: 'x', body: '{"id":1,"name":"fern"}' },
  ],
  ['an id as a string', (pact) => pact.plantCreated(), { token: 'x', body: '{"id":"1","name":"Fern"}' }],
  [
    'a tag that the test does not name',
    (pact) => pact.plantCreated(),
    { token: 'x', body: '{"id":1,"name":"F","tag":"t"}' },
  ],
  ['no credentials', (pact) => pact.plantCreated(), { body: '{"id":1,"name":"Fern"}' }],
  [
    'another content type',
    (pact) => pact.plantCreated(),
    { token: 'x', body: '{"id":1,"name":"Fern"}', contentType: 'text/plain' },
  ],
])('a consumer that sends %s fails its test and adds nothing to the pact', async (_what, begin, request) => {
  const dir = join(makeFolder(), 'pacts')
  const pact = plantStorePact({ consumer: 'shop', dir })
  await expect(begin(pact).executeTest(({ url }) => send(url, request))).rejects.toThrow(
    /Test failed|mismatch/,
  )
  expect(existsSync(dir)).toBe(false)
})

test('a consumer that sends nothing, and a test that throws, add nothing to the pact', async () => {
  const dir = join(makeFolder(), 'pacts')
  const pact = plantStorePact({ consumer: 'shop', dir })
  await expect(pact.plantCreated().executeTest(async () => {})).rejects.toThrow('expected but not received')
  const request = { token: 'x', body: '{"id":1,"name":"Fern"}' }
  const failing = pact.plantCreated().executeTest(async ({ url }) => {
    await send(url, request)
    throw new Error('the assertion')
  })
  await expect(failing).rejects.toThrow('the assertion')
  expect(existsSync(dir)).toBe(false)
})

test('tests may run at the same time, and interactions may use all of Pact', async () => {
  const dir = makeFolder()
  const pact = plantStorePact({ consumer: 'shop', dir })
  const special = pact
    .addInteraction()
    .given('a plant with the id exists', { id: '1' })
    .uponReceiving('a request to create a plant again')
    .withRequest('POST', '/plants', (request) => request.jsonBody({ id: 1, name: 'Fern' }))
    .willRespondWith(409)
  const plant = { token: 'x', body: '{"id":1,"name":"Fern"}' }
  const answers = await Promise.all([
    pact.plantCreated().executeTest(({ url }) => send(url, plant)),
    special.executeTest(({ url }) => send(url, plant)),
    pact
      .credentialsRefused('invalid', { status: 403, body: { error: 1 } })
      .executeTest(({ url }) => send(url, plant)),
  ])
  expect(answers.map((answer) => answer?.status)).toEqual([200, 409, 403])
  expect(readPact(join(dir, 'shop-plant-store.json')).interactions).toMatchObject([
    { description: 'a request to create a plant' },
    { description: 'a request to create a plant again', response: { status: 409 } },
    { response: { status: 403, body: { content: { error: 1 } } } },
  ])
})

test('the mock has the options that Pact gets', async () => {
  const pact = plantStorePact({
    consumer: 'shop',
    dir: makeFolder(),
    mock: { host: '127.0.0.2', logLevel: 'error' },
  })
  await pact.plantCreated().executeTest(async ({ url }) => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/)
    await send(url, { token: 'x', body: '{"id":1,"name":"Fern"}' })
  })
})

test('a second interaction with the same description but other content fails, and the first one stays', async () => {
  const dir = makeFolder()
  const execute = (begin: (pact: PlantStorePact) => ReadyInteraction) =>
    begin(plantStorePact({ consumer: 'shop', dir })).executeTest(({ url }) =>
      send(url, { token: 'x', body: '{"id":1,"name":"Fern"}' }),
    )
  await execute((pact) => pact.credentialsRefused('invalid'))
  const before = readFileSync(join(dir, 'shop-plant-store.json'), 'utf8')
  await execute((pact) => pact.credentialsRefused('invalid'))
  await expect(execute((pact) => pact.credentialsRefused('invalid', { status: 403 }))).rejects.toThrow(
    'has another interaction with the description "a request to create a plant with a token that is not valid"',
  )
  expect(readFileSync(join(dir, 'shop-plant-store.json'), 'utf8')).toBe(before)
  const description = 'a request with an expired token'
  await execute((pact) => pact.credentialsRefused('invalid', { status: 403, description }))
  expect(readPact(join(dir, 'shop-plant-store.json')).interactions).toHaveLength(2)
})

test.each<[act: (pact: PlantStorePact) => unknown, message: string]>([
  [(pact) => pact.plantCreated({ id: 2 ** 53 }), 'id must be an integer from'],
  [(pact) => pact.plantCreated({ id: 2n ** 63n }), 'id must be an integer from'],
  // @ts-expect-error there is no such member
  [(pact) => pact.plantCreated({ nmae: 'Fern' }), 'a NewPlant has no member "nmae"'],
  [(pact) => pact.bodyRefused({ id: 1, name: 'Fern' }), 'the body is a NewPlant'],
  [(pact) => pact.bodyRefused({ id: 2 ** 53, name: 'Fern' }), 'the body is a NewPlant'],
  [
    (pact) => pact.bodyRefused({ id: -(2n ** 63n) - 1n, name: 'Fern' }),
    'Pact can hold only integers from -2^63 to 2^64-1',
  ],
  [
    (pact) => pact.credentialsRefused('missing', { status: 500 }),
    'the status must be an integer from 400 to 499, got 500',
  ],
  // @ts-expect-error there are no such credentials
  [(pact) => pact.credentialsRefused('expired'), 'credentials must be missing or invalid, got "expired"'],
  [() => plantStorePact({ consumer: '' }), 'consumer must be a valid file name without slashes, got ""'],
  [() => plantStorePact({ consumer: 'shop', provider: '../x' }), 'provider must be a valid file name'],
  // @ts-expect-error there is no such version
  [() => plantStorePact({ consumer: 'shop', spec: 'V2' }), 'spec must be V4 or V3, got "V2"'],
  // @ts-expect-error there is no such option
  [() => plantStorePact({ consumer: 'shop', dirr: 'x' }), 'there is no option dirr; the options are'],
  // @ts-expect-error there is no such option
  [(pact) => pact.plantCreated({}, { descripton: 'x' }), 'there is no option descripton'],
])('%s is a PactOptionsError: %s', (act, message) => {
  const pact = plantStorePact({ consumer: 'shop', dir: '/nowhere' })
  expect(() => act(pact)).toThrow(
    expect.objectContaining({ name: 'PactOptionsError', message: expect.stringContaining(message) }),
  )
})
