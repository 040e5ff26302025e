import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { type PlantStorePact, plantStorePact, type ReadyInteraction } from '../../src/pact/pact.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { expectRefused } from '../tools/refused.ts'
import { type SendPlantOptions, sendPlant } from '../tools/send.ts'
import { createFreshIds, verifyWithPact } from './real-verifier.ts'
import { makeFolder, readPact } from './written-pact.ts'

const file = 'shop-plant-store.json'
const fern = '{"id":1,"name":"Fern"}'
const refused: [number, string] = [400, '{"error":40003,"message":"the request is refused"}']
const anonymous = { token: '' }

/** Runs the test of a consumer that sends this plant; returns the answer of the mock. */
async function execute(
  interaction: ReadyInteraction,
  plant: string,
  options?: SendPlantOptions,
): Promise<[status: number, body: string]> {
  let answer: [number, string] = [0, '']
  await interaction.executeTest(async ({ url }) => {
    const { status, body } = await sendPlant(url, plant, options)
    answer = [status, body]
  })
  return answer
}

/** Every ready interaction, with a plant that matches it and the answer of the mock. */
const ready: [
  words: string,
  begin: (pact: PlantStorePact) => ReadyInteraction,
  plant: string,
  answer: [status: number, body: string],
  options?: SendPlantOptions,
][] = [
  [
    '',
    (pact) => pact.plantCreated(),
    '{"name":"Fern","id":-9223372036854775808}',
    [200, '{"name":"Monstera"}'],
    { token: 'a.real~token' },
  ],
  [
    ' with a tag',
    (pact) => pact.plantWithTagCreated(),
    '{"id":7,"name":"Fern","tag":"outdoors"}',
    [200, '{"name":"Monstera","tag":"foliage"}'],
  ],
  [
    ' with the id 9007199254740993, the name "Century plant", the tag "slow"',
    (pact) => pact.plantCreated({ id: 9007199254740993n, name: 'Century plant', tag: 'slow' }),
    '{"id":9007199254740993,"name":"Century plant","tag":"slow"}',
    [200, '{"name":"Century plant","tag":"slow"}'],
  ],
  [
    ', refused as name is missing',
    (pact) => pact.bodyRefused({ id: 9223372036854775807n }),
    '{"id":9223372036854775807}',
    refused,
  ],
  [', refused as the body must be an object, got "1"', (pact) => pact.bodyRefused('1'), '"1"', refused],
  [', refused as the body is missing', (pact) => pact.bodyRefused(), '', refused],
  [' without credentials', (pact) => pact.credentialsRefused('missing'), fern, [401, ''], anonymous],
  [' with a token that is not valid', (pact) => pact.credentialsRefused('invalid'), fern, [401, '']],
]

describe('every ready interaction', () => {
  const versions = { V4: '4.0', V3: '3.0.0' } as const
  const descriptions = ready.map(([words]) => `a request to create a plant${words}`).sort()
  let folder: Folder
  beforeAll(async () => {
    folder = createFolder()
    for (const spec of ['V4', 'V3'] as const) {
      const pact = plantStorePact({ consumer: 'shop', dir: folder.file(spec), spec })
      for (const [words, begin, plant, answer, options] of ready)
        expect(await execute(begin(pact), plant, options), words).toEqual(answer)
    }
    return () => folder[Symbol.dispose]()
  })

  test.each(['V4', 'V3'] as const)('is in the file of %s', (spec) => {
    expect(readdirSync(folder.file(spec))).toEqual([file])
    const pact = readPact(folder.file(`${spec}/${file}`))
    expect(pact.interactions.map(({ description }) => description)).toEqual(descriptions)
    expect(pact.metadata).toMatchObject({ pactSpecification: { version: versions[spec] } })
    expect(pact.interactions[0]).toMatchObject({
      request: { matchingRules: { body: { '$.id': {}, '$.name': {} }, header: { Authorization: {} } } },
      response: { status: 200, matchingRules: { body: { '$.name': { matchers: [{ match: 'type' }] } } } },
    })
  })

  test.each(['usual', 'documented'] as const)(
    "is satisfied by the mock with the responses %s, by Pact's own verifier",
    async (responses) => {
      for (const spec of ['V4', 'V3']) {
        await using server = await startServer({ port: 0, responses })
        const verified = await verifyWithPact([folder.file(`${spec}/${file}`)], server.url, createFreshIds())
        expect(verified.toSorted()).toEqual(descriptions)
      }
    },
  )
})

test('the service gets exactly the id that the pact names, and otherwise the one that its state returns', async () => {
  const dir = makeFolder()
  const pact = plantStorePact({ consumer: 'shop', dir })
  await execute(pact.plantCreated({ id: 9007199254740993n }), '{"id":9007199254740993,"name":"Fern"}')
  await execute(pact.plantCreated(), fern)
  await using server = await startServer({ port: 0 })
  const states: unknown[] = []
  await verifyWithPact([join(dir, file)], server.url, (state, { id }) => {
    states.push([state, id])
    return '{"id":"9223372036854775807"}'
  })
  const [noPlant, name] = ['no plant with the id exists', '"name":"Monstera"']
  expect(states).toEqual([
    [noPlant, '1'],
    [noPlant, '9007199254740993'],
  ])
  const bodies = server.mock.requests.all().map(({ request }) => request.body)
  expect(bodies).toEqual([`{"id":9223372036854775807,${name}}`, `{"id":9007199254740993,${name}}`])
})

const created = (pact: PlantStorePact): ReadyInteraction => pact.plantCreated()
const withoutBody = (pact: PlantStorePact): ReadyInteraction => pact.bodyRefused()
const exactId = (pact: PlantStorePact): ReadyInteraction => pact.plantCreated({ id: 9007199254740993n })
const asText = { headers: { 'content-type': 'text/plain' } }

test.each<[what: string, plant: string, begin: typeof created, options?: SendPlantOptions]>([
  ['an id that it has rounded', '{"id":9007199254740992,"name":"Monstera"}', exactId],
  ['another name', '{"id":1,"name":"fern"}', (pact) => pact.plantCreated({ name: 'Fern' })],
  ['an id as a string', '{"id":"1","name":"Fern"}', created],
  ['a tag that the test does not name', '{"id":1,"name":"F","tag":"t"}', created],
  ['no credentials', fern, created, anonymous],
  ['another content type', fern, created, asText],
  ['a body instead of none', '{}', withoutBody],
  ['a text instead of no body', '""', withoutBody],
  ['null instead of no body', 'null', withoutBody],
])('a consumer that sends %s fails its test and adds nothing', async (_what, plant, begin, options) => {
  const dir = join(makeFolder(), 'pacts')
  for (const spec of ['V4', 'V3'] as const) {
    const sending = execute(begin(plantStorePact({ consumer: 'shop', dir, spec })), plant, options)
    await expect(sending).rejects.toThrow(/Test failed|ismatch|Expected empty body/)
    expect(existsSync(dir)).toBe(false)
  }
})

test('a consumer that sends nothing, and a test that throws, add nothing to the pact', async () => {
  const dir = join(makeFolder(), 'pacts')
  const pact = plantStorePact({ consumer: 'shop', dir })
  await expect(pact.plantCreated().executeTest(async () => {})).rejects.toThrow('expected but not received')
  const failing = pact.plantCreated().executeTest(async ({ url }) => {
    await sendPlant(url)
    throw new Error('the assertion')
  })
  await expect(failing).rejects.toThrow('the assertion')
  expect(existsSync(dir)).toBe(false)
})

test('tests may run at the same time, and have all interactions and options of the mock of Pact', async () => {
  const dir = makeFolder()
  const mock = { host: '127.0.0.2', logLevel: 'error' } as const
  const pact = plantStorePact({ consumer: 'shop', dir, mock })
  const special = pact
    .addInteraction()
    .given('a plant with the id exists', { id: '1' })
    .uponReceiving('a request to create a plant again')
    .withRequest('POST', '/plants', (request) => request.jsonBody({ id: 1, name: 'Fern' }))
    .willRespondWith(409)
  const answers = await Promise.all([
    execute(pact.plantCreated(), fern),
    special.executeTest(async ({ url }) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/)
      return (await sendPlant(url, fern)).status
    }),
    execute(pact.credentialsRefused('invalid', { status: 403, body: { error: 1 } }), fern),
  ])
  expect(answers).toEqual([[200, '{"name":"Monstera"}'], 409, [403, '{"error":1}']])
  expect(readPact(join(dir, file)).interactions).toMatchObject([
    { description: 'a request to create a plant' },
    { description: 'a request to create a plant again', response: { status: 409 } },
    { response: { status: 403, body: { content: { error: 1 } } } },
  ])
})

test('a second interaction with the same description replaces the first one, as in Pact', async () => {
  const dir = makeFolder()
  const pact = plantStorePact({ consumer: 'shop', dir })
  await execute(pact.credentialsRefused('invalid'), fern)
  await execute(pact.credentialsRefused('invalid', { status: 403 }), fern)
  await execute(pact.credentialsRefused('invalid', { status: 401, description: 'an expired token' }), fern)
  const { interactions } = readPact(join(dir, file))
  expect(interactions.map(({ response }) => response)).toMatchObject([{ status: 403 }, { status: 401 }])
})

test('wrong arguments are refused, with the messages of the recording', () => {
  const pact = plantStorePact({ consumer: 'shop', dir: '/nowhere' })
  const refused = [
    () => pact.plantCreated({ id: 2 ** 53 }),
    () => pact.plantCreated({ id: 2n ** 63n }),
    // @ts-expect-error there is no such member
    () => pact.plantCreated({ nmae: 'Fern' }),
    () => pact.bodyRefused({ id: 1, name: 'Fern' }),
    () => pact.bodyRefused({ id: 2 ** 53, name: 'Fern' }),
    () => pact.credentialsRefused('missing', { status: 399 }),
    () => pact.credentialsRefused('missing', { status: 500 }),
    () => pact.credentialsRefused('missing', { status: 400.5 }),
    // @ts-expect-error there are no such credentials
    () => pact.credentialsRefused('expired'),
    () => plantStorePact({ consumer: '' }),
    () => plantStorePact({ consumer: 'a\nb' }),
    () => plantStorePact({ consumer: 'shop', provider: '../x' }),
    // @ts-expect-error there is no such version
    () => plantStorePact({ consumer: 'shop', spec: 'V2' }),
    // @ts-expect-error there is no such option
    () => plantStorePact({ consumer: 'shop', dirr: 'x' }),
    // @ts-expect-error there is no such option
    () => pact.plantCreated({}, { descripton: 'x' }),
    // @ts-expect-error there is no such option
    () => pact.credentialsRefused('missing', { state: 1 }),
  ]
  return expectRefused('refused-arguments', refused, (act) => act())
})
