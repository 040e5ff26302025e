import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { type PlannedAnswer, type RecordingBackend, startRecordingBackend } from './recording-backend.ts'
import {
  type Difference,
  withBody,
  writeFile,
  writeInteraction,
  writePact,
  writePactFile,
} from './written-pact.ts'

const token = 'token-of-the-provider'
let right: RecordingBackend
beforeAll(async () => {
  right = await startRecordingBackend()
})
afterAll(() => right[Symbol.asyncDispose]())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

type More = Partial<VerifyProviderOptions> & { url?: string | URL }

const verify = (pacts: string, { url = right.url, ...more }: More = {}) =>
  verifyProvider(url, { token, pacts, ...more })

const state = { states: [{ name: 'the shop is open' }] }
const problemsOf = async (running: ReturnType<typeof verifyProvider>): Promise<[string, string[]]> => {
  const { outcome, interactions } = await running
  return [outcome, interactions.flatMap(({ findings }) => findings.map(({ problem }) => problem))]
}

describe('verification does not pass by accident: it fails', () => {
  test.each<
    [title: string, differences: Difference[], more: Partial<VerifyProviderOptions>, problem: RegExp]
  >([
    [
      'if a state has no handler',
      [state],
      {},
      /"the shop is open" could not be set up: there is no handler for this state$/,
    ],
    [
      'if one of several states has no handler',
      [state],
      { states: { 'the shop is closed': () => undefined } },
      /there is no handler for this state$/,
    ],
    [
      'if a handler throws',
      [state],
      {
        states: {
          'the shop is open': () => {
            throw new Error('no key')
          },
        },
      },
      /could not be set up: no key$/,
    ],
    [
      'if a handler rejects',
      [state],
      { states: { 'the shop is open': () => Promise.reject(new Error('no key')) } },
      /could not be set up: no key$/,
    ],
    [
      'if the teardown of an interaction throws',
      [state],
      { states: { 'the shop is open': { teardown: () => Promise.reject(new Error('stuck')) } } },
      /could not be cleaned up: stuck$/,
    ],
    [
      'if the address for states cannot be reached',
      [state],
      { stateChangeUrl: 'http://127.0.0.1:1/' },
      /http:\/\/127\.0\.0\.1:1\/ gave no answer/,
    ],
    [
      'if the address for states cannot be reached, whose query is not shown',
      [state],
      { stateChangeUrl: 'http://127.0.0.1:1/states?key=hidden' },
      /: http:\/\/127\.0\.0\.1:1\/states\?… gave no answer: (?!.*hidden)/,
    ],
    ['if a pending interaction fails', [{ pending: true, response: { status: 201 } }], {}, /expected 201/],
    [
      'if an interaction is a message',
      [{ type: 'Asynchronous/Messages' }],
      {},
      /^the interaction is an asynchronous message/,
    ],
    [
      'if an interaction is of an unknown kind',
      [{ type: 'Carrier/Pigeon' }],
      {},
      /^the interaction is of the kind Carrier\/Pigeon/,
    ],
    [
      'if one of two interactions with the same description is wrong',
      [{}, { response: { status: 201 } }, {}],
      {},
      /^expected 201 but was 200$/,
    ],
  ])('%s', async (_title, differences, more, problem) => {
    const [outcome, problems] = await problemsOf(verify(writePactFile(...differences), more))
    expect(outcome).toBe('failed')
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  test('if the address for states answers with an error, which is not retried', async () => {
    await using hooks = await startRecordingBackend(() => ({ status: 500 }))
    const [outcome, problems] = await problemsOf(
      verify(writePactFile(state), { stateChangeUrl: `${hooks.url}?key=hidden` }),
    )
    expect([outcome, problems[0]]).toEqual(['failed', expect.stringMatching(/\?… answered with 500$/)])
    expect(hooks.requests).toHaveLength(1)
  })

  test('if Pact skips an interaction because it cannot hold one of its numbers', async () => {
    const text = JSON.stringify(writePact([writeInteraction()])).replace('"id":7', '"id":1e400')
    expect(await problemsOf(verify(writeFile(text)))).toEqual([
      'failed',
      [expect.stringMatching(/^Pact's verifier skipped the interaction/)],
    ])
  })

  test.each<[title: string, answer: (url: string) => PlannedAnswer]>([
    ['redirects to the right answer', () => ({ status: 307, headers: { Location: `${right.url}/plants` } })],
    ['does not answer in time', () => ({ status: 0 })],
    ['answers with a body that is not JSON', () => ({ body: '<p>' })],
    ['answers with an empty body', () => ({ body: '' })],
  ])('if the provider %s', async (_title, answer) => {
    await using backend = await startRecordingBackend((_request, url) => answer(url))
    const options = { token, pacts: writePactFile({}), requestLimit: 500 }
    expect((await verifyProvider(backend.url, options)).outcome).toBe('failed')
  })
})

test('interactions that the environment variables of Pact exclude are verified, too', async () => {
  vi.stubEnv('PACT_DESCRIPTION', 'nothing like this')
  vi.stubEnv('PACT_PROVIDER_STATE', 'nothing like this')
  vi.stubEnv('PACT_PROVIDER_NO_STATE', 'true')
  const { outcome, interactions } = await verify(writePactFile({}, { description: 'another' }))
  expect([outcome, interactions.length]).toEqual(['passed', 2])
})

describe('a provider that cannot be verified neither passes nor fails', () => {
  test('a provider that cannot be reached', async () => {
    const report = await verify(writePactFile({}), { url: 'http://127.0.0.1:1' })
    expect(report).toMatchObject({
      outcome: 'unjudged',
      unjudged: { kind: 'unreachable' },
      interactions: [],
    })
  })

  const hangs: [what: string, more: (url: string) => More][] = [
    ['the provider', (url) => ({ url: new URL('/', url) })],
    ['the address for states', (url) => ({ stateChangeUrl: url })],
    ['the broker', (url) => ({ pacts: undefined, provider: 'plant-store', broker: { url } }) as object],
    ['the address of the pact', (url) => ({ pacts: url })],
  ]

  /** Starts a server that never answers, and aborts at its first request after the one that checks that it runs. */
  const startHanging = (controller: AbortController): Promise<RecordingBackend> =>
    startRecordingBackend(({ url }) => {
      if (url === '/') return { status: 404 }
      controller.abort()
      return { status: 0 }
    })

  test.each(hangs)('a signal stops the run although %s never answers', async (_what, more) => {
    const controller = new AbortController()
    await using hanging = await startHanging(controller)
    const { signal } = controller
    const report = await verify(writePactFile({}), { ...more(`${hanging.url}/hangs`), signal })
    expect(hanging.requests).toHaveLength(1)
    expect(report).toMatchObject({
      outcome: 'unjudged',
      unjudged: { kind: 'stopped', message: 'the run was stopped' },
    })
  })

  test.each(hangs)('the time limit ends the run although %s never answers', async (_what, more) => {
    const limit = 54_321
    const controller = new AbortController()
    const startTimer = AbortSignal.timeout
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) =>
      time === limit ? controller.signal : startTimer(time),
    )
    await using hanging = await startHanging(controller)
    const report = await verify(writePactFile({}), { ...more(`${hanging.url}/hangs`), limit })
    expect(hanging.requests).toHaveLength(1)
    expect(report).toMatchObject({
      outcome: 'unjudged',
      unjudged: { kind: 'stopped', message: 'the limit of 54321 ms ended the run. Pass --limit 120000' },
    })
  })
})

test('pacts for other providers are ignored if the option provider names one, with a note', async () => {
  const other = writeFile({ ...writePact([writeInteraction()]), provider: { name: 'weather' } })
  const report = await verify('', { pacts: [writePactFile({}), other], provider: 'plant-store' })
  expect(report).toMatchObject({
    outcome: 'passed',
    interactions: [{ provider: 'plant-store' }],
    notes: [`${other} is for the provider "weather" and was ignored`],
  })
})

test('pending interactions may fail with enablePending, with a note', async () => {
  const wrong = { response: { status: 201 } }
  const report = await verify(writePactFile({ pending: true, ...wrong }, {}), { enablePending: true })
  expect(report.outcome).toBe('passed')
  expect(report.interactions.map(({ status }) => status)).toEqual(['pending', 'passed'])
  const strict = await verify(writePactFile({ pending: true }, wrong), { enablePending: true })
  expect(strict.outcome).toBe('failed')
})

test('a failed interaction shows its exchange, with the actual id and without tokens', async () => {
  await using backend = await startRecordingBackend(() => ({ status: 201, headers: { 'X-Id': token } }))
  const { interactions } = await verify(writePactFile({}), { url: backend.url })
  const exchange = interactions[0]?.exchange
  expect(exchange?.request.curl).toContain(`'${backend.url}/plants'`)
  expect(exchange?.request.curl).toContain('"authorization: Bearer $PLANT_STORE_TOKEN"')
  expect(exchange?.request.body).toBe(backend.requests[0]?.body)
  expect(exchange?.answer).toMatchObject({
    status: 201,
    headers: expect.arrayContaining([['x-id', '***']]),
    body: '{"name":"Fern"}',
  })
  expect(backend.requests[0]?.headers).not.toHaveProperty('x-plant-store-interaction')
  expect(JSON.stringify(interactions)).not.toContain(token)
})

test.each([401, 403])('a token that the provider refuses with %i is reported once', async (status) => {
  await using backend = await startRecordingBackend(() => ({ status }))
  const pacts = writePactFile({}, { description: 'another' })
  const report = await verify(pacts, { url: backend.url })
  expect(report).toMatchObject({
    outcome: 'unjudged',
    interactions: [],
    unjudged: {
      kind: 'refused',
      message: `the provider refuses the token: it answers ${status} to every plant that should be created. Pass a valid token`,
    },
  })
})

test.each<[path: string, advice: (url: string) => string]>([
  ['/plants', (url) => `Pass ${url}; the kit adds /plants to it`],
  ['/api', () => 'Pass the base address of the service; the kit adds /plants to it'],
])('a wrong address gets a suggestion: %s', async (path, advice) => {
  await using backend = await startRecordingBackend(({ url }) => ({ status: url === '/plants' ? 200 : 404 }))
  const url = `${backend.url}${path}`
  const report = await verify(writePactFile({}, { response: { status: 400 } }), { url })
  expect(report).toMatchObject({
    outcome: 'unjudged',
    interactions: [],
    unjudged: {
      kind: 'not-found',
      message: `nothing accepts POST at ${url}/plants: it answers 404. ${advice(backend.url)}`,
    },
  })
})

test('an interaction with another path than /plants fails if the provider does not have it', async () => {
  await using backend = await startRecordingBackend(() => ({ status: 404 }))
  const report = await verify(writePactFile({ request: { path: '/others' } }), { url: backend.url })
  expect(report.outcome).toBe('failed')
})

test('a mismatch is reported with its place, the expected and the actual value, and the broken rule', async () => {
  await using backend = await startRecordingBackend(() => ({ body: `{"name":5,"tag":"${token}"}` }))
  const pacts = writePactFile({ response: { ...withBody({ name: 'Fern', tag: 'x' }) } })
  const { interactions } = await verifyProvider(backend.url, { token, pacts })
  expect(interactions[0]?.findings).toEqual([
    expect.objectContaining({
      place: '$.body.name',
      expected: '"Fern"',
      actual: '5',
      rule: expect.objectContaining({ id: 'plant-has-name' }),
    }),
    expect.objectContaining({
      place: '$.body.tag',
      expected: '"x"',
      actual: '"***"',
      rule: expect.objectContaining({ id: 'omitted-tag-stays-out' }),
    }),
  ])
  expect(JSON.stringify(interactions)).not.toContain(token)
})
