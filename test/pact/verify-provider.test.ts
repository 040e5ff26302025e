import { describe, expect, test, vi } from 'vitest'
import { type StateHandlers, verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { headers, withBody, writeFile, writeInteraction, writePact, writePactFile } from './written-pact.ts'

const token = 'token-of-the-provider'
const noPlant = (id: string): object => ({ name: 'no plant with the id exists', params: { id } })
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
const fromState = { type: 'ProviderState', expression: '${id}', dataType: 'INTEGER' }
const generated = { generators: { body: { '$.id': fromState } } }

const readIds = (requests: readonly { body: string }[]): bigint[] =>
  requests.map(({ body }) => BigInt(/"id":(-?\d+)/.exec(body)?.[1] ?? ''))

describe('ids', () => {
  const examples = ['9007199254740993', '9223372036854775807', '-9223372036854775808', '4294967296', '7']
  const bits = (id: bigint): number => (id < 0n ? -id : id).toString(2).length

  const anyInteger = { matchingRules: { body: { '$.id': { matchers: [{ match: 'integer' }] } } } }

  test.each([
    ['with a generator', generated],
    ['without a generator', {}],
  ])('of examples, %s, become free ids of the same size, exact to the last digit', async (_how, more) => {
    await using backend = await startRecordingBackend()
    const interactions = examples.map((id) => ({
      states: [noPlant(id)],
      request: { ...withBody({ id: BigInt(id), name: 'Fern' }), ...anyInteger, ...more },
    }))
    const pacts = writePactFile(...interactions)
    const { outcome } = await verifyProvider(backend.url, { token, pacts })
    await verifyProvider(backend.url, { token, pacts })
    expect(outcome).toBe('passed')
    const ids = readIds(backend.requests)
    expect(new Set(ids).size).toBe(examples.length * 2)
    for (const [index, id] of ids.entries()) {
      const example = BigInt(examples[index % examples.length] ?? '')
      expect(id).not.toBe(example)
      expect(id % 2n).not.toBe(0n)
      expect(id < 0n).toBe(example < 0n)
      if (bits(example) > 53) expect(bits(id)).toBeGreaterThan(53)
      if (bits(example) > 62) expect(bits(id)).toBeGreaterThan(62)
      if (bits(example) <= 31) expect(bits(id)).toBeLessThanOrEqual(31)
    }
  })

  test('stay exact from a handler of a state to the provider', async () => {
    await using backend = await startRecordingBackend()
    const ids = ['9007199254740993', '9223372036854775807']
    const pacts = writePactFile(...ids.map((id) => ({ states: [noPlant(id)], request: generated })))
    const states: StateHandlers = {
      'no plant with the id exists': ({ id }) => ({ id: BigInt(id as string) }),
    }
    const { outcome } = await verifyProvider(backend.url, { token, pacts, states })
    expect([outcome, readIds(backend.requests)]).toEqual(['passed', ids.map(BigInt)])
  })

  test('that no provider can store are sent unchanged', async () => {
    await using backend = await startRecordingBackend()
    const ids = ['1.5', '7.0', '9223372036854775808']
    const interaction = JSON.stringify(writeInteraction({ states: [] }))
    const sent = ids.map((id) => interaction.replace('"id":7', `"id":${id}`))
    const pact = JSON.stringify(writePact([])).replace('"interactions":[]', `"interactions":[${sent}]`)
    await verifyProvider(backend.url, { token, pacts: writeFile(pact) })
    const bodies = backend.requests.map(({ body }) => body)
    expect(bodies).toEqual(ids.map((id) => expect.stringContaining(`"id":${id},`)))
  })
})

test('the token replaces only the bearer tokens of the pact', async () => {
  await using backend = await startRecordingBackend()
  const withHeader = (value: string): object => ({ headers: { Authorization: [value] } })
  const invalid = [{ name: 'the token is not valid' }]
  const pacts = writePactFile(
    { description: 'valid', request: headers.valid },
    { description: 'without credentials', request: headers.none },
    { description: 'another scheme', request: withHeader('Basic b2Y6YQ==') },
    { description: 'without a token', request: withHeader('Bearer') },
    { description: 'small letters', request: withHeader('bearer x') },
    { description: 'one that is not valid', states: invalid, request: withHeader('Bearer invalid-token') },
  )
  await verifyProvider(backend.url, { token, pacts })
  const sent = backend.requests.map((request) => request.headers.authorization)
  expect(sent).toEqual([
    `Bearer ${token}`,
    undefined,
    'Basic b2Y6YQ==',
    'Bearer',
    `bearer ${token}`,
    'Bearer invalid-token',
  ])
  await verifyProvider(backend.url, { token, pacts, invalidToken: 'expired' })
  expect(backend.requests.at(-1)?.headers.authorization).toBe('Bearer expired')
})

describe("the kit's own states need nothing from a provider", () => {
  const stored = { request: withBody({ id: 7, name: 'Fern' }), response: { status: 409, body: undefined } }

  test('the kit creates the plant first', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const states = [
      { name: 'a plant with the id exists', params: { id: '7' } },
      { name: 'a plant with id 8 exists' },
    ]
    const other = { ...stored, request: withBody({ id: 8, name: 'Fern' }) }
    const pacts = writePactFile(
      ...states.map((state, index) => ({ states: [state], ...(index === 0 ? stored : other) })),
    )
    const report = await verifyProvider(server.url, { token, pacts })
    expect(report).toMatchObject({
      outcome: 'passed',
      interactions: states.map(({ name }) => ({ states: [name] })),
    })
    const statuses = server.store.requests.all().map(({ answer }) => answer?.status)
    expect(statuses).toEqual([404, 200, 409, 200, 409])
  })

  test('it fails if the plant cannot be created, and says why', async () => {
    await using backend = await startRecordingBackend(() => ({ status: 500 }))
    const pacts = writePactFile({ states: [{ name: 'a plant with id 7 exists' }], ...stored })
    const { outcome, interactions } = await verifyProvider(backend.url, { token, pacts })
    expect(outcome).toBe('failed')
    expect(interactions[0]?.findings[0]?.problem).toMatch(
      /^the state "a plant with the id exists" could not be set up: a plant with the id \d+ could not be created: the request was answered with 500$/,
    )
  })

  test.each<[version: string, pact: object]>([
    ['2.0.0', { providerState: 'no plant with id 7 exists' }],
    ['3.0.0', { providerStates: [{ name: 'no plant with id 7 exists' }] }],
  ])('also in version %s, twice with one provider', async (version, states) => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const file = writeFile({
      ...writePact([
        {
          description: 'a plant is created',
          ...states,
          request: {
            method: 'POST',
            path: '/plants',
            headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
            body: { id: 7, name: 'Fern' },
          },
          response: { status: 200, body: { name: 'Fern' } },
        },
      ]),
      metadata: { pactSpecification: { version } },
    })
    for (let run = 0; run < 2; run++) {
      const report = await verifyProvider(server.url, { token, pacts: file })
      expect(report).toMatchObject({
        outcome: 'passed',
        interactions: [{ description: 'a plant is created' }],
      })
    }
    expect(await server.store.plants.get(7)).toMatchObject({ name: 'Fern' })
  })
})

describe('other states', () => {
  const state = { name: 'the shop is open', params: { since: 'May', big: 9007199254740993n } }

  test('run handlers by name, with parameters, before and after the interaction', async () => {
    await using backend = await startRecordingBackend()
    const calls: unknown[] = []
    const states: StateHandlers = {
      'the shop is open': {
        setup: async (params) => calls.push(['setup', params, backend.requests.length]),
        teardown: (params) => calls.push(['teardown', params, backend.requests.length]),
      },
    }
    const pacts = writePactFile({ states: [state] })
    const { outcome } = await verifyProvider(backend.url, { token, pacts, states })
    expect(outcome).toBe('passed')
    expect(calls).toEqual([
      ['setup', state.params, 0],
      ['teardown', state.params, 1],
    ])
  })

  test('use the address, which gets a request for each state and may return ids', async () => {
    await using backend = await startRecordingBackend()
    await using hooks = await startRecordingBackend(() => ({ body: '{"id":9223372036854775807}' }))
    const pacts = writePactFile({ states: [state, noPlant('7')], request: generated })
    const stateChangeUrl = `${hooks.url}/states`
    const report = await verifyProvider(backend.url, { token, pacts, stateChangeUrl })
    expect(report.outcome).toBe('passed')
    expect(readIds(backend.requests)).toEqual([9223372036854775807n])
    const own = '"params":{"big":9007199254740993,"since":"May"},"state":"the shop is open"}'
    const ofKit = '"params":{"id":"7"},"state":"no plant with the id exists"}'
    expect(hooks.requests.map(({ url, body }) => [url, body])).toEqual([
      ['/states', `{"action":"setup",${own}`],
      ['/states', `{"action":"setup",${ofKit}`],
      ['/states', `{"action":"teardown",${own}`],
      ['/states', `{"action":"teardown",${ofKit}`],
    ])
  })
})

test('proxies in environment variables are not used', async () => {
  await using backend = await startRecordingBackend()
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:1')
  const report = await verifyProvider(backend.url, { token, pacts: writePactFile({}) })
  expect(report.outcome).toBe('passed')
})

test('the path of the base address comes before that of the pact', async () => {
  await using server = await startServer({ port: 0, tokens: [token], basePath: '/api' })
  const pacts = writePactFile({})
  for (const end of ['', '/'])
    expect(await verifyProvider(`${server.url}${end}`, { token, pacts })).toMatchObject({
      outcome: 'passed',
    })
})
