import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { files } from '../tools/certificates/certificates.ts'
import { type RecordingBackend, startRecordingBackend } from './recording-backend.ts'
import { headers, token, verifyInteractions, writeFile, writeInteraction, writePact } from './written-pact.ts'

const wrong = { response: { status: 201 } }

test('the token replaces only the bearer tokens of the pact, and the path of the base address comes first, whatever the environment says', async () => {
  await using backend = await startRecordingBackend()
  // Of proxies and of Node.
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:2')
  vi.stubEnv('NODE_OPTIONS', '--no-such-option')
  const states = [{ name: 'the credentials are not valid' }]
  const rows: [description: string, sent: string | undefined, states?: object[]][] = [
    ['another scheme', 'Basic b2Y6YQ=='],
    ['without a token', 'Bearer'],
    ['what is no token', 'Bearer "abc"'],
    ['one that is not valid', 'Bearer invalid-token', states],
  ]
  await verifyInteractions(`${backend.url}/base/`, [
    { description: 'valid', request: headers.valid },
    { description: 'without credentials', request: headers.none },
    ...rows.map(([description, sent, states = []]) => ({
      description,
      states,
      request: { headers: { Authorization: [sent] } },
    })),
  ])
  const sent = backend.requests.map((request) => request.headers.authorization)
  expect(sent).toEqual([`Bearer ${token}`, undefined, ...rows.map(([, value]) => value)])
  expect(new Set(backend.requests.map(({ url }) => url))).toEqual(new Set(['/base/plants']))
})

test('headers of the run replace those of the pact, and a token that has expired is renewed', async () => {
  await using backend = await startRecordingBackend(({ headers: sent }) =>
    sent.authorization === 'Bearer second' ? {} : { status: 401 },
  )
  const tokens = ['first', 'second']
  const request = { headers: { Authorization: ['Bearer x'], 'X-Api-Key': ['of-the-pact'] } }
  const options = { token: async () => tokens.shift() ?? '', headers: { 'X-Api-Key': 'secret-key' } }
  const { cases } = await verifyInteractions(backend.url, [{ request }, { request, ...wrong }], options)
  expect(cases.map(({ status }) => status)).toEqual(['passed', 'failed'])
  expect(backend.requests.map(({ headers: sent }) => [sent.authorization, sent['x-api-key']])).toEqual([
    ['Bearer first', 'secret-key'],
    ['Bearer second', 'secret-key'],
    ['Bearer second', 'secret-key'],
  ])
  const [exchange] = cases[1]?.findings[0]?.exchanges ?? []
  expect(exchange?.request.curl).toContain('"authorization: Bearer $PLANT_STORE_TOKEN"')
  expect(JSON.stringify(cases)).not.toMatch(/secret-key|Bearer second/)
})

test('a service with a certificate of its own needs --ca', async () => {
  await using server = await startServer({
    port: 0,
    tlsCert: readFileSync(files.cert, 'utf8'),
    tlsKey: readFileSync(files.key, 'utf8'),
  })
  const verified = await verifyInteractions(server.url, [{}], { ca: files.cert })
  expect(verified.outcome).toBe('passed')
  expect((await verifyInteractions(server.url, [{}])).unjudged?.kind).toBe('unreachable')
})

test('an interaction that Pact cannot send fails, and a pact that it cannot read is an error', async () => {
  await using backend = await startRecordingBackend()
  const text = JSON.stringify(writePact([writeInteraction()]))
  const verify = (pact: string) => verifyProvider(backend.url, { token, pacts: writeFile(pact) })
  const { cases } = await verify(text.replace('Bearer of-the-pact', 'a\\r\\nb'))
  expect(cases.map(({ word, findings: [one] }) => [word, one?.problem])).toEqual([
    ['failed', expect.stringContaining('Invalid header value')],
  ])
  const error = { name: 'PactFileError', message: expect.stringContaining('Failed to parse Pact JSON') }
  await expect(verify(text.replace('"id":7', '"id":1e400'))).rejects.toThrow(expect.objectContaining(error))
  expect(backend.requests).toEqual([])
})

test('an interaction that the pact marks as pending may fail, and no other', async () => {
  await using backend = await startRecordingBackend()
  const differences = [{ pending: true, ...wrong }, {}, { pending: true }, wrong]
  const { outcome, cases } = await verifyInteractions(backend.url, differences)
  expect([outcome, ...cases.map(({ word }) => word)]).toEqual([
    'failed',
    ...['pending', 'passed', 'passed', 'failed'],
  ])
})

describe('a run is stopped', () => {
  /** Starts a server that never answers, and aborts at its first request after the one that checks that it runs. */
  const startHanging = (controller: AbortController): Promise<RecordingBackend> =>
    startRecordingBackend(({ url }) => {
      if (url === '/') return { status: 404 }
      controller.abort()
      return { status: 0 }
    })

  test.each<[what: string, more: (url: string) => Partial<VerifyProviderOptions>]>([
    ['the service', () => ({})],
    ['the address for states', (url) => ({ stateChangeUrl: url })],
    ['the broker', (url) => ({ provider: 'plant-store', broker: { pactBrokerUrl: url } })],
  ])('by a signal although %s never answers', async (_what, more) => {
    const controller = new AbortController()
    await using hanging = await startHanging(controller)
    const options = { signal: controller.signal, ...more(`${hanging.url}/hangs`) }
    expect(await verifyInteractions(hanging.url, [{}], options)).toMatchObject({
      outcome: 'unjudged',
      unjudged: { kind: 'stopped', message: 'the run was stopped' },
      cases: [],
    })
    expect(hanging.requests.length).toBeGreaterThan(0)
  })

  test('by its limit, with the advice to pass a larger one, although the address of a pact never answers', async () => {
    const controller = new AbortController()
    const startTimer = AbortSignal.timeout
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) =>
      time === 90_000 ? controller.signal : startTimer(time),
    )
    await using hanging = await startHanging(controller)
    const options = { pacts: `${hanging.url}/hangs`, limit: 90_000 }
    expect((await verifyInteractions(hanging.url, [], options)).unjudged).toEqual({
      kind: 'stopped',
      message: 'the limit of 90000 ms ended the run. Pass --limit 180000',
    })
  })
})
