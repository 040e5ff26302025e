import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { StateHandlers } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { noPlant, token, verifyInteractions, withBody } from './written-pact.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
const fromState = { type: 'ProviderState', expression: '${id}', dataType: 'INTEGER' }
const generated = { generators: { body: { '$.id': fromState } } }
const open = { name: 'the shop is open', params: { since: 'May', big: 9007199254740993n } }

const readIds = (requests: readonly { body: string }[]): string[] =>
  requests.map(({ body }) => /"id":(-?\d+)/.exec(body)?.[1] ?? '')

describe('handlers', () => {
  test('run by name, with parameters, before and after the interaction', async () => {
    await using backend = await startRecordingBackend()
    const calls: unknown[] = []
    const log = (what: string) => (params: object) => calls.push([what, params, backend.requests.length])
    const states: StateHandlers = {
      'the shop is open': { setup: async (params) => log('setup')(params), teardown: log('teardown') },
      'the shop is closed': { teardown: log('closed') },
    }
    const both = [open, { name: 'the shop is closed' }]
    const { outcome } = await verifyInteractions(backend.url, [{ states: both }], { states })
    expect(outcome).toBe('passed')
    expect(calls).toEqual([
      ['setup', open.params, 0],
      ['teardown', open.params, 1],
      ['closed', {}, 1],
    ])
  })

  test('return ids that stay exact on their way to the service, also those of the states of the kit', async () => {
    await using backend = await startRecordingBackend()
    const ids = ['9007199254740993', '-9223372036854775808']
    const differences = ids.map((id) => ({ states: [noPlant(id)], request: generated }))
    const states: StateHandlers = {
      'no plant with the id exists': ({ id }) => ({ id: BigInt(id as string) }),
    }
    const { outcome } = await verifyInteractions(backend.url, differences, { states })
    expect([outcome, readIds(backend.requests)]).toEqual(['passed', ids])
  })

  test('that fail or are missing fail the interaction, which is not sent', async () => {
    const states: StateHandlers = {
      throws: () => {
        throw new Error('no key')
      },
      rejects: () => Promise.reject('no key'),
      fine: () => undefined,
      sticks: { teardown: () => Promise.reject(new Error('stuck')) },
    }
    const setUp = 'could not be set up:'
    const failures: Record<string, string | undefined> = {
      throws: `${setUp} no key`,
      rejects: `${setUp} no key`,
      fine: undefined,
      missing: `${setUp} there is no handler for this state. Pass states, or --state-change-url`,
      sticks: 'could not be cleaned up: stuck',
      'no plant with the id exists': `${setUp} the state has no parameter id that is an integer`,
    }
    await using backend = await startRecordingBackend()
    const differences = Object.keys(failures).map((name) => ({
      description: name,
      states: [{ name }],
      request: withBody({ name: 'without an id' }),
    }))
    const { cases: interactions } = await verifyInteractions(backend.url, differences, { states })
    expect(interactions.map(({ findings }) => findings.map(({ problem }) => problem))).toEqual(
      Object.entries(failures).map(([name, why]) => (why ? [`the state "${name}" ${why}`] : [])),
    )
    expect(backend.requests).toHaveLength(2)
  })
})

describe('the address for states', () => {
  test('gets a request for each state and may return ids', async () => {
    await using backend = await startRecordingBackend()
    await using hooks = await startRecordingBackend(({ body }) => ({
      body: body.includes('plant') ? '{"id":9223372036854775807}' : 'done',
    }))
    const difference = { states: [open, noPlant('7')], request: generated }
    const stateChangeUrl = `${hooks.url}/states`
    const report = await verifyInteractions(backend.url, [difference], { stateChangeUrl })
    expect(report).toMatchObject({ outcome: 'passed', cases: [{ findings: [] }] })
    expect(readIds(backend.requests)).toEqual(['9223372036854775807'])
    const own = '"params":{"big":9007199254740993,"since":"May"},"state":"the shop is open"}'
    const ofKit = '"params":{"id":"7"},"state":"no plant with the id exists"}'
    const bodies = ['setup', 'teardown'].flatMap((action) =>
      [own, ofKit].map((rest) => `{"action":"${action}",${rest}`),
    )
    const [method, url] = ['POST', '/states']
    const headers = expect.objectContaining({ 'content-type': 'application/json' })
    expect(hooks.requests).toEqual(bodies.map((body) => ({ method, url, headers, body })))
  })

  test.each([
    ['is not reachable', 'http://127.0.0.1:2/x?a=hidden', /:2\/x\?… gave no (?!.*hidden).*ECONNREFUSED/],
    ['answers with an error, which is not retried', '', /\/states\?… answered with 500$/],
  ])('fails the interaction if it %s', async (_what, url, problem) => {
    await using backend = await startRecordingBackend()
    await using hooks = await startRecordingBackend(() => ({ status: 500 }))
    const stateChangeUrl = url || `${hooks.url}/states?key=hidden`
    const report = await verifyInteractions(backend.url, [{ states: [open] }], { stateChangeUrl })
    const findings = [{ problem: expect.stringMatching(problem) }]
    expect(report).toMatchObject({ outcome: 'failed', cases: [{ findings }] })
    expect(hooks.requests).toHaveLength(url === '' ? 1 : 0)
  })
})

describe("the kit's own states need nothing from a service", () => {
  const stored = { response: { status: 409, body: undefined } }

  test('the kit creates the plant first with a plain request', async () => {
    await using server = await startServer({ port: 0, credentials: [token] })
    const states = [
      { name: 'a plant with the id exists', params: { id: '7' } },
      { name: 'a plant with id 8 exists' },
    ]
    const differences = states.map((state, index) => ({
      states: [state],
      request: withBody({ id: 7 + index, name: 'Fern' }),
      ...stored,
    }))
    expect(await verifyInteractions(server.url, differences)).toMatchObject({
      outcome: 'passed',
      cases: states.map(({ name }) => ({ states: [name] })),
    })
    const answered = server.mock.requests.all()
    expect(answered.map(({ response }) => response?.status)).toEqual([404, 200, 409, 200, 409])
    const { host } = new URL(server.url)
    const plain = { host, accept: 'application/json', 'content-type': 'application/json' }
    expect(answered[1]?.request.headers).toMatchObject(plain)
    expect(answered[1]?.request.body).toMatch(/^\{"id":\d+,"name":"Monstera"\}$/)
  })

  test('the plant has the texts of the state, and a 5xx for it breaks the rule about stored ids', async () => {
    await using backend = await startRecordingBackend(({ body }) => ({
      status: body.includes('Moss') ? 200 : 500,
    }))
    const state = { name: 'a plant with the id exists', params: { id: '7', name: 'Moss', tag: 'x' } }
    const { cases } = await verifyInteractions(backend.url, [{ states: [state], ...stored }])
    expect(backend.requests[0]?.body).toMatch(/"name":"Moss","tag":"x"/)
    expect(cases[0]?.findings.map(({ rule }) => rule)).toEqual(['stored-id-no-5xx'])
  })

  test('it fails if the plant cannot be created', async () => {
    await using backend = await startRecordingBackend(({ body }) =>
      body.includes('"Moss"') ? { status: 500 } : { headers: { 'Content-Length': '99' }, isCutOff: true },
    )
    const differences = ['Moss', 'Oak'].map((name) => ({
      description: name,
      states: [{ name: 'a plant with id 7 exists', params: { name } }],
      ...stored,
    }))
    const { cases } = await verifyInteractions(backend.url, differences)
    const what = 'the state "a plant with id 7 exists" could not be set up: a plant could not be created: '
    expect(cases.map(({ findings }) => findings[0]?.problem)).toEqual(
      ['the answer was 500', 'no answer came'].map((why) => `${what}${why}`),
    )
  })
})
