import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { files } from '../tools/certificates/certificates.ts'
import { type RecordingBackend, startRecordingBackend } from './recording-backend.ts'
import {
  type Difference,
  headers,
  readNotes,
  token,
  verifyInteractions,
  writeFile,
  writeInteraction,
  writePact,
  writePactFile,
} from './written-pact.ts'

const wrong = { response: { status: 201 } }

test('the token replaces only the bearer tokens of the pact, and the path of the base address comes first', async () => {
  await using backend = await startRecordingBackend()
  const withHeader = (value: string): object => ({ headers: { Authorization: [value] } })
  const invalid = [{ name: 'the credentials are not valid' }]
  const differences = [
    { description: 'valid', request: headers.valid },
    { description: 'without credentials', request: headers.none },
    { description: 'another scheme', request: withHeader('Basic b2Y6YQ==') },
    { description: 'without a token', request: withHeader('Bearer') },
    { description: 'what is no token', request: withHeader('Bearer "abc"') },
    { description: 'one that is not valid', states: invalid, request: withHeader('Bearer invalid-token') },
  ]
  await verifyInteractions(`${backend.url}/base/`, differences)
  const sent = (): unknown[] => backend.requests.map((request) => request.headers.authorization)
  expect(sent()).toEqual([
    `Bearer ${token}`,
    undefined,
    'Basic b2Y6YQ==',
    'Bearer',
    'Bearer "abc"',
    'Bearer invalid-token',
  ])
  expect(new Set(backend.requests.map(({ url }) => url))).toEqual(new Set(['/base/plants']))
})

test('a failed interaction shows its exchange, without tokens', async () => {
  await using backend = await startRecordingBackend(() => ({ status: 201, headers: { 'X-Id': token } }))
  const { cases } = await verifyInteractions(backend.url, [{}])
  const { request, answer } = cases[0]?.findings[0]?.exchanges[0] ?? {}
  expect(request?.curl).toContain(`'${backend.url}/plants'`)
  expect(request?.curl).toContain('"authorization: Bearer $PLANT_STORE_TOKEN"')
  expect(request?.body).toBe(backend.requests[0]?.body)
  expect(answer).toMatchObject({
    status: 201,
    headers: expect.arrayContaining([['x-id', '***']]),
    body: '{"name":"Fern"}',
  })
  expect(JSON.stringify(cases)).not.toContain(token)
})

test('a run does not depend on environment variables for proxies and for Node', async () => {
  await using backend = await startRecordingBackend()
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:2')
  vi.stubEnv('NODE_OPTIONS', '--no-such-option')
  const { outcome, cases } = await verifyInteractions(backend.url, [{}, { description: 'another' }])
  expect([outcome, cases.length]).toEqual(['passed', 2])
})

test('headers of the run replace those of the pact, and a token that has expired is renewed', async () => {
  await using backend = await startRecordingBackend(({ headers: sent }) =>
    sent.authorization === 'Bearer second' ? {} : { status: 401 },
  )
  const tokens = ['first', 'second']
  const request = { headers: { Authorization: ['Bearer x'], 'X-Api-Key': ['of-the-pact'] } }
  const options = { token: async () => tokens.shift() ?? '', headers: { 'X-Api-Key': 'secret-key' } }
  const { outcome, cases } = await verifyInteractions(backend.url, [{ request }], options)
  expect([outcome, backend.requests.map(({ headers: sent }) => sent.authorization)]).toEqual([
    'passed',
    ['Bearer first', 'Bearer second'],
  ])
  expect(new Set(backend.requests.map(({ headers: sent }) => sent['x-api-key']))).toEqual(
    new Set(['secret-key']),
  )
  expect(JSON.stringify(cases)).not.toContain('secret-key')
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

test('an interaction that the pact marks as pending may fail', async () => {
  await using backend = await startRecordingBackend()
  const differences = [{ pending: true, ...wrong }, {}, { pending: true }]
  const verify = async (all: readonly Difference[]) => {
    const report = await verifyInteractions(backend.url, all)
    return [report.outcome, report.cases.map(({ word }) => word)]
  }
  const words = ['pending', 'passed', 'passed']
  expect(await verify(differences)).toEqual(['passed', words])
  expect(await verify([...differences, wrong])).toEqual(['failed', [...words, 'failed']])
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
    ['the address of the pact', (url) => ({ pacts: url })],
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

  test('by its limit, with the advice to pass a larger one', async () => {
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

test('notes stand in the report of a run that could not be judged', async () => {
  const other = writeFile({ ...writePact([writeInteraction()]), provider: { name: 'weather' } })
  const pacts = [writePactFile({}), other]
  const report = await verifyProvider('http://127.0.0.1:2', { token, pacts, provider: 'plant-store' })
  expect(report).toMatchObject({
    command: 'verify-pacts',
    subject: 'http://127.0.0.1:2',
    outcome: 'unjudged',
    unjudged: {
      kind: 'unreachable',
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:2\/ is not reachable: /),
    },
  })
  expect(readNotes(report)).toEqual([expect.stringContaining('weather')])
})
