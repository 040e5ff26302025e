import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import type { StateHandlers } from '../../src/pact/pact.ts'
import { bookings } from '../mock/bookings.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { noPlant, verifyInteractions, withBody, withFreeId } from './written-pact.ts'

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
    const differences = ids.map((id) => ({ states: [noPlant(BigInt(id))], request: generated }))
    const states: StateHandlers = {
      'no record of plants has the key': ({ id }) => ({ id }),
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
      'a record of plants exists': `${setUp} only a mock of the kit has a control API for records. Pass states, or --state-change-url`,
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
    expect(backend.requests.filter(({ url }) => url === '/plants')).toHaveLength(2)
  })
})

describe('the address for states', () => {
  test('gets a request for each state and may return ids', async () => {
    await using backend = await startRecordingBackend()
    await using hooks = await startRecordingBackend(({ body }) => ({
      body: body.includes('plant') ? '{"id":9223372036854775807}' : 'done',
    }))
    const difference = { states: [open, noPlant(7)], request: generated }
    const stateChangeUrl = `${hooks.url}/states`
    const report = await verifyInteractions(backend.url, [difference], { stateChangeUrl })
    expect(report).toMatchObject({ outcome: 'passed', cases: [{ findings: [] }] })
    expect(readIds(backend.requests)).toEqual(['9223372036854775807'])
    const own = '"params":{"big":9007199254740993,"since":"May"},"state":"the shop is open"}'
    const ofKit = '"params":{"id":7},"state":"no record of plants has the key"}'
    const bodies = ['setup', 'teardown'].flatMap((action) =>
      [own, ofKit].map((rest) => `{"action":"${action}",${rest}`),
    )
    const [method, url] = ['POST', '/states']
    const headers = expect.objectContaining({ 'content-type': 'application/json' })
    expect(hooks.requests).toEqual(bodies.map((body) => ({ method, url, headers, body })))
  })

  test.each([
    [
      'is not reachable',
      'http://127.0.0.1:2/x?token=hidden',
      /:2\/x\?token=\*{3} gave no response: .*ECONNREFUSED/,
    ],
    ['responds with an error, which is not retried', '', /\/states\?token=\*{3} responded with 500$/],
  ])('fails the interaction if it %s', async (_what, url, problem) => {
    await using backend = await startRecordingBackend()
    await using hooks = await startRecordingBackend(() => ({ status: 500 }))
    const stateChangeUrl = url || `${hooks.url}/states?token=hidden`
    const report = await verifyInteractions(backend.url, [{ states: [open] }], { stateChangeUrl })
    const findings = [{ problem: expect.stringMatching(problem) }]
    expect(report).toMatchObject({ outcome: 'failed', cases: [{ findings }] })
    expect(hooks.requests).toHaveLength(url === '' ? 1 : 0)
  })
})

describe('states that name records', () => {
  test('are set up through the control API of a mock, exactly', async () => {
    const key = 9007199254740993n
    await using server = await startServer({ port: 0, contract: toContract(bookings) })
    const room = { id: key, name: 'Blue', kind: 'single', createdAt: '2026-01-02T03:04:05Z' }
    const request = { method: 'GET', path: `/rooms/${key}`, headers: { 'X-Api-Key': ['k'] }, body: undefined }
    const exists = { name: 'a record of rooms exists', params: room }
    const gone = { name: 'no record of rooms has the key', params: { id: key } }
    const differences = [
      {
        description: 'no room',
        states: [gone],
        request,
        response: { status: 404, headers: {}, body: undefined },
      },
      {
        description: 'a room',
        states: [exists],
        request,
        response: { ...withBody({ id: key, name: 'Blue' }) },
      },
    ]
    const { outcome, cases } = await verifyInteractions(server.url, differences)
    expect([outcome, cases.map(({ findings }) => findings)]).toEqual(['passed', [[], []]])
    expect(await server.mock.records('rooms').get(key)).toMatchObject({ name: 'Blue' })
  })

  test('say what the mock rejects, and which resource there is not', async () => {
    await using server = await startServer({ port: 0 })
    const names = ['plants', 'rooms'].map((name) => `a record of ${name} exists`)
    const differences = names.map((name) => ({ description: name, states: [{ name, params: { id: 'x' } }] }))
    const { cases } = await verifyInteractions(server.url, differences)
    expect(cases.map(({ findings: [one] }) => one?.problem)).toEqual([
      expect.stringMatching(/could not be set up: the mock responded with 4\d\d: .*id/),
      expect.stringMatching(/could not be set up: the mock responded with 404: .*there is no resource/),
    ])
  })

  test('give another service free keys of the same size, so that it can be verified again', async () => {
    await using backend = await startRecordingBackend(({ url }) =>
      url.startsWith('/__admin') ? { status: 404 } : {},
    )
    const differences = [7n, 9223372036854775807n].map((id) => ({
      states: [noPlant(id)],
      request: { ...withBody({ id, name: 'Fern' }), ...withFreeId },
    }))
    expect((await verifyInteractions(backend.url, differences)).outcome).toBe('passed')
    const [small = '', large = ''] = readIds(backend.requests.filter(({ url }) => url === '/plants'))
    expect([small === '7', large === '9223372036854775807']).toEqual([false, false])
    expect([BigInt(small) < 2n ** 31n, BigInt(large) > 2n ** 62n]).toEqual([true, true])
  })
})
