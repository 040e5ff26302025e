import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { PactReport, StateHandlers } from '../../src/pact/pact.ts'
import { contracts } from '../mock/contracts.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { noPlant, verifyInteractions, withBody, withFreeId } from './written-pact.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
const fromState = { type: 'ProviderState', expression: '${id}', dataType: 'INTEGER' }
const generated = { generators: { body: { '$.id': fromState } } }
const open = { name: 'the shop is open', params: { since: 'May', big: 9007199254740993n } }
const setUp = 'could not be set up:'

const readIds = (requests: readonly { body: string }[]): string[] =>
  requests.map(({ body }) => /"id":(-?\d+)/.exec(body)?.[1] ?? '')
const readProblems = ({ cases }: PactReport): (string | undefined)[] =>
  cases.map(({ findings: [one] }) => one?.problem)

describe('handlers', () => {
  const calls: unknown[] = []
  const ids = ['9007199254740993', '-9223372036854775808']
  const failures = {
    throws: `${setUp} no key`,
    rejects: `${setUp} no key`,
    missing: `${setUp} there is no handler for this state. Pass states, or --state-change-url`,
    sticks: 'could not be cleaned up: stuck',
    'a record of plants exists': `${setUp} only a mock of the kit has a control API for records. Pass states, or --state-change-url`,
  }
  let sent: readonly { body: string }[] = []
  let report: PactReport

  beforeAll(async () => {
    await using backend = await startRecordingBackend()
    sent = backend.requests
    const log = (what: string) => (params: object) => calls.push([what, params, sent.length])
    const states: StateHandlers = {
      'the shop is open': { setup: async (params) => log('setup')(params), teardown: log('teardown') },
      'the shop is closed': { teardown: log('closed') },
      'no record of plants has the key': ({ id }) => ({ id }),
      throws: () => {
        throw new Error('no key')
      },
      rejects: () => Promise.reject('no key'),
      sticks: { teardown: () => Promise.reject(new Error('stuck')) },
    }
    const differences = [
      { states: [open, { name: 'the shop is closed' }] },
      ...ids.map((id) => ({ states: [noPlant(BigInt(id))], request: generated })),
      ...Object.keys(failures).map((name) => ({ description: name, states: [{ name }] })),
    ]
    report = await verifyInteractions(backend.url, differences, { states })
  })

  test('run by name, with parameters, before and after the interaction', () => {
    expect(calls).toEqual([
      ['setup', open.params, 0],
      ['teardown', open.params, 1],
      ['closed', {}, 1],
    ])
  })

  test('return ids that stay exact on their way to the service, also those of the states of the kit', () => {
    expect(readIds(sent).slice(1, 3)).toEqual(ids)
  })

  test('that fail or are missing fail the interaction, which is not sent', () => {
    const problems = Object.entries(failures).map(([name, why]) => `the state "${name}" ${why}`)
    expect(readProblems(report)).toEqual([undefined, undefined, undefined, ...problems])
    // Only the state that can't be cleaned up was set up; and the kit asks whether the service is a mock.
    expect(sent.filter(({ body }) => body !== '')).toHaveLength(4)
  })
})

test('an address for states gets a request for each one, may return ids, and fails the interaction', async () => {
  await using backend = await startRecordingBackend()
  await using hooks = await startRecordingBackend(({ body }) => {
    if (body.includes('"fails"')) return { status: 500 }
    if (body.includes('"is lost"')) return { status: 307, headers: { Location: 'http://127.0.0.1:2/' } }
    return { body: body.includes('plant') ? '{"id":9223372036854775807}' : 'done' }
  })
  const own = { states: [open, noPlant(7)], request: generated }
  const broken = ['fails', 'is lost'].map((name) => ({ description: name, states: [{ name }] }))
  const stateChangeUrl = `${hooks.url}/states?token=hidden`
  const report = await verifyInteractions(backend.url, [own, ...broken], { stateChangeUrl })
  expect(readProblems(report)).toEqual([
    undefined,
    expect.stringMatching(/\/states\?token=\*{3} responded with 500$/),
    expect.stringMatching(/\/states\?token=\*{3} gave no response: .*ECONNREFUSED/),
  ])
  expect(readIds(backend.requests)).toEqual(['9223372036854775807'])
  const ofShop = '"params":{"big":9007199254740993,"since":"May"},"state":"the shop is open"}'
  const ofKit = '"params":{"id":7},"state":"no record of plants has the key"}'
  const bodies = ['setup', 'teardown'].flatMap((action) =>
    [ofShop, ofKit].map((rest) => `{"action":"${action}",${rest}`),
  )
  const headers = expect.objectContaining({ 'content-type': 'application/json' })
  expect(hooks.requests[0]).toMatchObject({ method: 'POST', url: '/states?token=hidden', headers })
  // What fails isn't tried again.
  expect(hooks.requests.map(({ body }) => body)).toEqual([
    ...bodies,
    ...broken.map(({ description }) => `{"action":"setup","params":{},"state":"${description}"}`),
  ])
})

describe('states that name records', () => {
  test('are set up through the control API of a mock, exactly, or say why not', async () => {
    const key = 9007199254740993n
    await using server = await startServer({ port: 0, contract: contracts.bookings })
    const room = { id: key, name: 'Blue', kind: 'single', createdAt: '2026-01-02T03:04:05Z' }
    const request = { method: 'GET', path: `/rooms/${key}`, headers: { 'X-Api-Key': ['k'] }, body: undefined }
    const gone = { status: 404, headers: {}, body: undefined }
    const rows: [state: string, params: object, response: object][] = [
      ['no record of rooms has the key', { id: key }, gone],
      ['a record of rooms exists', room, withBody({ id: key, name: 'Blue' })],
      ['a record of rooms exists', { id: 'x' }, gone],
      ['a record of plants exists', { id: 1 }, gone],
    ]
    const differences = rows.map(([name, params, response], at) => ({
      description: `${at}`,
      states: [{ name, params }],
      request,
      response,
    }))
    expect(readProblems(await verifyInteractions(server.url, differences))).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/could not be set up: the mock responded with 4\d\d: .*id/),
      expect.stringMatching(/could not be set up: the mock responded with 404: .*there is no resource/),
    ])
    expect(await server.mock.records('rooms').get(key)).toMatchObject({ name: 'Blue' })
  })

  test('give another service free keys of the same size, so that it can be verified again', async () => {
    await using backend = await startRecordingBackend()
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
