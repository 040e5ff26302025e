import { describe, expect, test, vi } from 'vitest'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { type RecordingBackend, startRecordingBackend } from './recording-backend.ts'
import {
  type Difference,
  headers,
  readNotes,
  token,
  verifyInteractions,
  withBody,
  writeFile,
  writeInteraction,
  writePact,
  writePactFile,
} from './written-pact.ts'

const wrong = { response: { status: 201 } }

test('the token replaces only the bearer tokens of the pact, and the path of the base address comes first', async () => {
  await using backend = await startRecordingBackend()
  const withHeader = (value: string): object => ({ headers: { Authorization: [value] } })
  const invalid = [{ name: 'the token is not valid' }]
  const differences = [
    { description: 'valid', request: headers.valid },
    { description: 'without credentials', request: headers.none },
    { description: 'another scheme', request: withHeader('Basic b2Y6YQ==') },
    { description: 'without a token', request: withHeader('Bearer') },
    { description: 'small letters', request: withHeader('bearer x') },
    { description: 'what is no token', request: withHeader('Bearer "abc"') },
    { description: '401', request: withHeader('Bearer old'), response: { status: 401, body: undefined } },
    { description: 'one that is not valid', states: invalid, request: withHeader('Bearer invalid-token') },
  ]
  await verifyInteractions(`${backend.url}/base/`, differences)
  const sent = (): unknown[] => backend.requests.map((request) => request.headers.authorization)
  expect(sent()).toEqual([
    `Bearer ${token}`,
    undefined,
    'Basic b2Y6YQ==',
    'Bearer',
    `bearer ${token}`,
    'Bearer "abc"',
    'Bearer old',
    'Bearer invalid-token',
  ])
  expect(new Set(backend.requests.map(({ url }) => url))).toEqual(new Set(['/base/plants']))
  const options = { invalidToken: 'expired', description: 'not valid' }
  expect((await verifyInteractions(backend.url, differences.slice(-2), options)).cases).toHaveLength(1)
  expect(sent().at(-1)).toBe('Bearer expired')
})

test('a failed interaction shows its exchange, without tokens; headers of the connection and the framing are noted, and not compared', async () => {
  const own = { 'X-Id': 'expired', 'Transfer-Encoding': 'chunked' }
  await using backend = await startRecordingBackend(({ headers }) => ({
    status: 'x-wrong' in headers ? 201 : 200,
    headers: own,
  }))
  const ofConnection = {
    'Transfer-Encoding': ['chunked'],
    'Keep-Alive': ['timeout=5'],
    'Content-Length': ['9'],
  }
  const differences: Difference[] = [
    { description: 'fails', request: { headers: { Authorization: ['Bearer x'], 'X-Wrong': ['1'] } } },
    { description: 'passes', response: { headers: ofConnection } },
  ]
  const { cases } = await verifyInteractions(backend.url, differences, { invalidToken: 'expired' })
  expect(cases.map(({ status }) => status)).toEqual(['failed', 'passed'])
  expect(cases[1]?.findings.map(({ kind, place }) => [kind, place])).toEqual(
    Object.keys(ofConnection).map((name) => ['note', `/interactions/1/response/headers/${name}`]),
  )
  const { request, answer } = cases[0]?.findings[0]?.exchanges[0] ?? {}
  expect(request?.curl).toContain(`'${backend.url}/plants'`)
  expect(request?.curl).toContain('"authorization: Bearer $PLANT_STORE_TOKEN"')
  expect(request?.body).toBe(backend.requests[0]?.body)
  expect(answer).toMatchObject({
    status: 201,
    headers: expect.arrayContaining([['x-id', '***']]),
    body: '{"name":"Fern"}',
  })
  expect(backend.requests[0]?.headers).not.toHaveProperty('x-plant-store-interaction')
  expect(JSON.stringify(cases)).not.toContain(token)
})

test('a run does not depend on environment variables for proxies or of Pact, and leaves no listener', async () => {
  await using backend = await startRecordingBackend()
  const listeners = process.listenerCount('exit')
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:2')
  vi.stubEnv('PACT_DESCRIPTION', 'nothing like this')
  vi.stubEnv('PACT_PROVIDER_STATE', 'nothing like this')
  vi.stubEnv('PACT_PROVIDER_NO_STATE', 'true')
  vi.stubEnv('NODE_OPTIONS', '--no-such-option')
  const { outcome, cases: interactions } = await verifyInteractions(backend.url, [
    {},
    { description: 'another' },
  ])
  expect([outcome, interactions.length]).toEqual(['passed', 2])
  expect(process.listenerCount('exit')).toBe(listeners)
})

test('interactions that Pact cannot send fail, but break no rule', async () => {
  await using backend = await startRecordingBackend()
  const text = JSON.stringify(writePact([writeInteraction()]))
  const pacts = [text.replace('"id":7', '"id":1e400'), text.replace('Bearer of-the-pact', 'a\\r\\nb')]
  const { cases } = await verifyProvider(backend.url, { token, pacts: pacts.map((one) => writeFile(one)) })
  expect(cases.map(({ status, findings: [one] }) => [status, one?.problem, one?.rule])).toEqual([
    ['failed', expect.stringContaining("Pact's verifier skipped the interaction"), undefined],
    ['failed', expect.stringContaining('Invalid header value'), undefined],
  ])
})

test('a service that always answers 429 is waited for once, and not again for each plant and state', async () => {
  const limited = { status: 429, headers: { 'Retry-After': '0' }, body: '' }
  await using backend = await startRecordingBackend(() => limited)
  const states = [{ name: 'a plant with the id exists', params: { id: '7' } }]
  const ofStored = [...'abcdef'].map((description) => ({ description, states }))
  const free = [...'ghijkl'].map((description) => ({ description }))
  expect(await verifyInteractions(backend.url, [...ofStored, ...free])).toMatchObject({ outcome: 'failed' })
  // Each state twice, since the id may be stored; three more tries of the first; and the requests of the pact.
  expect(backend.requests).toHaveLength(6 * 2 + 3 + 6)
})

test('only pending interactions may fail with enablePending, also among those with the same description; messages are skipped', async () => {
  await using backend = await startRecordingBackend()
  const message = { type: 'Asynchronous/Messages', description: 'a message' }
  const differences = [{ pending: true, ...wrong }, {}, { pending: true }, message]
  const statuses = ['pending', 'passed', 'passed', 'skipped']
  const verify = async (all: readonly Difference[]) => {
    const report = await verifyInteractions(backend.url, all, { enablePending: true })
    return [report.outcome, report.cases.map(({ word }) => word)]
  }
  expect(await verify(differences)).toEqual(['passed', statuses])
  expect(await verify([...differences, wrong])).toEqual(['failed', [...statuses, 'failed']])
})

describe('a service cannot be verified', () => {
  const bodyRefused: Difference = {
    states: [],
    request: withBody({ id: 1 }),
    response: { status: 400, ...withBody({ error: 40003, message: 'no' }), matchingRules: { body: {} } },
  }
  const credentialsRefused: Difference = {
    request: headers.none,
    response: { status: 404, headers: {}, body: undefined },
  }
  const refuses = (status: number): string =>
    `^the service refuses the token: it responds with ${status} to every plant that should be created. Pass a valid token$`
  const refusesAll = (status: number): string =>
    `^a plain plant could not be created with the token: the request was answered with ${status}. The pacts have only`

  const notFound = (path: string, status: number): string =>
    `^nothing accepts POST at http:\\S+${path}/plants: it responds with ${status}. Pass `

  test.each<[why: string, path: string, statuses: number[], Difference[], kind: string, message: string]>([
    ['it refuses the token', '', [401, 403], [{}, {}, bodyRefused], 'refused', refuses(401)],
    [
      'the address has the path of the operation',
      '/plants',
      [404],
      [{}],
      'not-found',
      `${notFound('/plants', 404)}http:\\S+\\d; the kit adds /plants to it$`,
    ],
    [
      'the address has a wrong path',
      '/api',
      [405, 501],
      [{}, {}],
      'not-found',
      `${notFound('/api', 405)}the base address of the service; the kit`,
    ],
    ['it refuses everything, as the pact expects', '', [400], [bodyRefused], 'refused', refusesAll(400)],
  ])('if %s', async (_why, path, statuses, differences, kind, message) => {
    let count = 0
    await using backend = await startRecordingBackend(({ method }) => ({
      status: method === 'GET' ? 200 : (statuses[count++ % statuses.length] ?? 0),
    }))
    expect(await verifyInteractions(`${backend.url}${path}`, differences)).toMatchObject({
      outcome: 'unjudged',
      unjudged: { kind, message: expect.stringMatching(message) },
      cases: [],
      broken: [],
      notes: [],
    })
  })

  test.each<[what: string, statuses: number[], differences: Difference[]]>([
    ['not every plant', [401, 401], [{}, {}]],
    ['what a plain plant has otherwise', [401, 401, 401], [{}, {}]],
    [
      'interactions that are none of the operation',
      [404, 405],
      [{ request: { path: '/others' } }, { request: { method: 'PUT' } }],
    ],
  ])('but fails if it refuses %s', async (_what, statuses, differences) => {
    let count = 0
    await using backend = await startRecordingBackend(() => ({ status: statuses[count++] ?? 200 }))
    const { outcome, cases: interactions } = await verifyInteractions(backend.url, differences)
    expect([outcome, interactions.length]).toEqual(['failed', differences.length])
  })

  test('and refusals alone are judged after one more plant, which is not sent if an interaction creates one', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const refused = { ...credentialsRefused, response: { status: 401, headers: {}, body: undefined } }
    expect((await verifyInteractions(server.url, [refused])).outcome).toBe('passed')
    expect(await server.store.plants.count()).toBe(1)
    const stored = {
      states: [{ name: 'a plant with id 7 exists' }],
      response: { status: 409, body: undefined },
    }
    for (const difference of [{}, stored]) await verifyInteractions(server.url, [difference, refused])
    expect(await server.store.plants.count()).toBe(3)
  })
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
    ['the broker', (url) => ({ provider: 'plant-store', broker: { url } })],
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
    expect(hanging.requests).toHaveLength(1)
  })

  test.each([
    [54_321, 120_000],
    [90_000, 180_000],
    [undefined, 240_000],
  ])('by its limit of %s ms, with the advice to pass %s', async (limit, advised) => {
    const controller = new AbortController()
    const startTimer = AbortSignal.timeout
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) =>
      time === (limit ?? 120_000) ? controller.signal : startTimer(time),
    )
    await using hanging = await startHanging(controller)
    const options = { pacts: `${hanging.url}/hangs`, ...(limit !== undefined && { limit }) }
    expect((await verifyInteractions(hanging.url, [], options)).unjudged).toEqual({
      kind: 'stopped',
      message: `the limit of ${limit ?? 120_000} ms ended the run. Pass --limit ${advised}`,
    })
  })
})

test('broken pacts, notes and the time stand in the report of a run that could not be judged', async () => {
  const other = writeFile({ ...writePact([writeInteraction()]), provider: { name: 'weather' } })
  const pacts = [writePactFile({}), writeFile('{'), other]
  const [start, now] = [performance.now(), Date.now()]
  const report = await verifyProvider('http://127.0.0.1:2', { token, pacts, provider: 'plant-store' })
  expect(report.duration).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
  expect(Date.parse(report.startedAt)).toBeGreaterThanOrEqual(now)
  expect(report).toMatchObject({
    command: 'verify-pacts',
    subject: 'http://127.0.0.1:2',
    outcome: 'unjudged',
    unjudged: {
      kind: 'unreachable',
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:2\/ is not reachable: /),
    },
    broken: [expect.stringContaining("isn't a pact")],
  })
  expect(readNotes(report)).toEqual([expect.stringContaining('weather')])
})
