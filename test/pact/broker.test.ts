import { expect, test, vi } from 'vitest'
import { fetchPact } from '../../src/pact/broker/broker.ts'
import { PactFileError, type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { startStandInBroker } from './stand-in-broker.ts'
import { readNotes, token, writeFile, writeInteraction, writePact } from './written-pact.ts'

const right = writeInteraction({ states: [] })
const wrong = writeInteraction({ description: 'another is created', response: { status: 201 } })

/** A pact of a consumer; its interactions have the ids a0, a1 and so on. */
const pactOf = (consumer: string, ...interactions: object[]): object => ({
  ...writePact(interactions.map((one, index) => ({ _id: `${consumer[0]}${index}`, ...one }))),
  consumer: { name: consumer },
})
const shop = pactOf('shop', right)
const bot = pactOf('bot', right)

/** Verifies a correct provider with the pacts of a broker. */
async function verify(broker: VerifyProviderOptions['broker'], more: Partial<VerifyProviderOptions> = {}) {
  await using backend = await startRecordingBackend()
  return await verifyProvider(backend.url, {
    token,
    provider: 'plant-store',
    ...(broker && { broker }),
    ...more,
  })
}

test('selectors choose pacts over the links of the broker, and the result of each pact is published', async () => {
  const pacts = { shop, bot: pactOf('bot', right, wrong, { ...right, _id: undefined, description: 'no id' }) }
  await using broker = await startStandInBroker({ pacts })
  const report = await verify({
    url: `${broker.url}/broker`,
    token: 'token-of-the-broker',
    selectors: [{ mainBranch: true }, { environment: 'production', deployed: true }],
    branch: 'feat/ids',
    publish: { version: '1.2.3', buildUrl: 'https://ci.example/7' },
  })
  expect(report).toMatchObject({ outcome: 'failed', notes: [] })
  expect(report.cases.map(({ consumer, status }) => `${consumer} ${status}`)).toEqual([
    'shop passed',
    'bot passed',
    'bot failed',
    'bot passed',
  ])
  const wrongStatus = { attribute: 'status', description: '$.status: expected 201 but was 200' }
  const result = (results: Record<string, boolean>): object => ({
    providerApplicationVersion: '1.2.3',
    success: Object.values(results).every(Boolean),
    buildUrl: 'https://ci.example/7',
    verifiedBy: { implementation: 'plant-store-kit', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    testResults: Object.entries(results).map(([interactionId, success]) => ({
      interactionId,
      success,
      ...(!success && { mismatches: [wrongStatus] }),
    })),
  })
  const search = {
    consumerVersionSelectors: [{ mainBranch: true }, { environment: 'production', deployed: true }],
    providerVersionBranch: 'feat/ids',
    includePendingStatus: false,
  }
  const branch = ['PUT', '/branches/feat%2Fids/versions/1.2.3', {}]
  expect(broker.requests.map(({ method, url, body }) => [method, url, body && JSON.parse(body)])).toEqual([
    ['GET', '/broker', ''],
    ['POST', '/for/plant-store/verification', search],
    ['GET', '/pact/shop', ''],
    ['GET', '/pact/bot', ''],
    ['GET', '/provider', ''],
    branch,
    ['POST', '/results/shop', result({ s0: true })],
    ['GET', '/provider', ''],
    branch,
    ['POST', '/results/bot', result({ b0: true, b1: false })],
  ])
  expect(new Set(broker.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-of-the-broker']),
  )
  expect(JSON.stringify(broker.requests)).not.toContain(token)
})

test('a user is sent with Basic authentication; without selectors and publish, the usual pacts and nothing more', async () => {
  await using broker = await startStandInBroker({ pacts: { shop } })
  const report = await verify({ url: `${broker.url}/broker`, username: 'me', password: 'secret' })
  expect(report.outcome).toBe('passed')
  expect(broker.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  expect(JSON.parse(broker.requests[1]?.body ?? '').consumerVersionSelectors).toEqual([
    { mainBranch: true },
    { deployedOrReleased: true },
  ])
  expect(broker.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:secret')}`)
})

test('published results say where an answer differs and which rule it breaks, without the token', async () => {
  await using broker = await startStandInBroker({ pacts: { shop } })
  await using backend = await startRecordingBackend(() => ({
    headers: { 'Content-Type': 'text/plain' },
    body: `{"name":"${token}"}`,
  }))
  const options = { url: `${broker.url}/broker`, publish: { version: '1' } }
  await verifyProvider(backend.url, { token, provider: 'plant-store', broker: options })
  const { testResults } = JSON.parse(broker.requests.at(-1)?.body ?? '')
  expect(testResults).toEqual([
    {
      interactionId: 's0',
      success: false,
      mismatches: [
        {
          attribute: 'header',
          identifier: 'content-type',
          description: expect.stringMatching(/text\/plain.*\(created-content-type\)$/),
        },
      ],
    },
  ])
  expect(JSON.stringify(broker.requests)).not.toContain(token)
})

test.each([
  ['without publishing', undefined, 'It failed.'],
  ['with it', { version: '1' }, 'It failed, and everybody knows.'],
])('the notices of the broker that are about a run %s are notes', async (_how, publish, ofFailed) => {
  const before = 'The pact is the latest from main.'
  const notices = [
    { when: 'before_verification', text: before },
    { when: 'after_verification:success_true_published_false', text: 'It passed.' },
    { when: 'after_verification:success_true_published_true', text: 'It passed.' },
    { when: 'after_verification:success_false_published_false', text: 'It failed.' },
    { when: 'after_verification:success_false_published_true', text: 'It failed, and everybody knows.' },
  ]
  await using broker = await startStandInBroker({ pacts: { shop, bot: pactOf('bot', wrong) }, notices })
  const text = (consumer: string, notice: string): string =>
    `The broker says about ${broker.url}/pact/${consumer}: ${notice}`
  expect(readNotes(await verify({ url: `${broker.url}/broker`, ...(publish && { publish }) }))).toEqual([
    text('shop', before),
    text('shop', 'It passed.'),
    text('bot', before),
    text('bot', ofFailed),
  ])
})

test('files are verified even if the broker has no pacts, with a note', async () => {
  await using broker = await startStandInBroker({ pacts: {} })
  const report = await verify({ url: `${broker.url}/broker`, username: 'me' }, { pacts: writeFile(shop) })
  expect(broker.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:')}`)
  expect(report).toMatchObject({ outcome: 'passed', cases: [{ consumer: 'shop', status: 'passed' }] })
  expect(readNotes(report)).toEqual([expect.stringMatching(/^the broker has no pacts for the service/)])
})

test('only a pending pact may fail with enablePending', async () => {
  const failing = { shop, bot: pactOf('bot', wrong) }
  await using broker = await startStandInBroker({ pacts: failing, pending: ['bot'] })
  const options = { url: `${broker.url}/broker`, includeWipSince: '2026-01-31' }
  const report = await verify(options, { enablePending: true })
  expect(report).toMatchObject({
    outcome: 'passed',
    cases: [{ status: 'passed' }, { word: 'pending' }],
  })
  expect(JSON.parse(broker.requests[1]?.body ?? '')).toMatchObject({
    includePendingStatus: true,
    includeWipPactsSince: '2026-01-31',
  })
  await using strict = await startStandInBroker({ pacts: failing, pending: ['shop'] })
  expect(await verify({ url: `${strict.url}/broker` }, { enablePending: true })).toMatchObject({
    outcome: 'failed',
  })
})

test('a pact can be named by its URL; the token of the broker is sent only to the broker', async () => {
  await using broker = await startStandInBroker({ pacts: { shop } })
  await using elsewhere = await startStandInBroker({ pacts: { bot } })
  const options = { url: `${broker.url}/broker`, token: 'token-of-the-broker' }
  const pacts = [`${broker.url}/pact/shop`, `${elsewhere.url}/pact/bot`]
  expect(await verify(options, { pacts })).toMatchObject({ outcome: 'passed', cases: [{}, {}] })
  expect(broker.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-of-the-broker'])
  expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

test('a pact at a URL that is not UTF-8 is broken', async () => {
  const text = JSON.stringify(shop).replace('plant', 'pl\u00e4nt')
  await using server = await startRecordingBackend(() => ({ body: Buffer.from(text, 'latin1') }))
  await expect(verify(undefined, { pacts: `${server.url}/x.json?key=hidden` })).rejects.toThrow(
    /x\.json\?… isn't a pact: it is not UTF-8$/,
  )
})

test('pacts of files are verified together with those of the broker; their links do not get its token', async () => {
  await using elsewhere = await startRecordingBackend()
  const link = { href: `${elsewhere.url}/results` }
  const linked = { ...shop, _links: { 'pb:publish-verification-results': link } }
  await using broker = await startStandInBroker({ pacts: { bot } })
  const options = { url: `${broker.url}/broker`, token: 'token-of-the-broker', publish: { version: '1' } }
  const report = await verify(options, { pacts: writeFile(linked) })
  expect(report).toMatchObject({
    outcome: 'passed',
    cases: [{ consumer: 'shop' }, { consumer: 'bot' }],
  })
  expect(elsewhere.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/results', undefined],
  ])
})

const results = 'pb:publish-verification-results'

test('a result that is not published fails the run, with a note that says why', async () => {
  const names = ['unlinked', 'no-url', 'gone']
  const pacts = Object.fromEntries(names.map((name) => [name.replace('-', '_'), pactOf(name, right)]))
  const links = { unlinked: undefined, no_url: 'http://', gone: '/gone' }
  await using broker = await startStandInBroker({ pacts, results: links })
  const report = await verify({ url: `${broker.url}/broker`, publish: { version: '1' } })
  expect(report).toMatchObject({
    outcome: 'failed',
    headline: 'The results could not be published',
    cases: [{ status: 'passed' }, { status: 'passed' }, { status: 'passed' }],
  })
  expect(readNotes(report)).toEqual(
    [
      /pact\/unlinked could not be published: http:\S+ has no link pb:publish-ver/,
      /pact\/no_url could not be published: Invalid URL$/,
      /pact\/gone could not be published: POST http:\S+\/gone was answered with 404$/,
    ].map((problem) => expect.stringMatching(problem)),
  )
})

test('a result of a branch without a link is not published', async () => {
  await using broker = await startStandInBroker({
    pacts: { shop },
    links: { 'pb:branch-version': undefined },
  })
  const report = await verify({ url: `${broker.url}/broker`, branch: 'main', publish: { version: '1' } })
  expect(readNotes(report)).toEqual([expect.stringMatching(/: the service has no link pb:branch/)])
})

test('the signal ends publishing, which fails the run, with a note', async () => {
  const controller = new AbortController()
  await using hanging = await startRecordingBackend(() => {
    controller.abort()
    return { status: 0 }
  })
  const links = { [results]: `${hanging.url}/results` }
  await using broker = await startStandInBroker({ pacts: { shop, bot }, links })
  const options = { url: `${broker.url}/broker`, publish: { version: '1' } }
  const report = await verify(options, { signal: controller.signal })
  expect(hanging.requests).toHaveLength(1)
  expect(report).toMatchObject({
    outcome: 'failed',
    cases: [{ status: 'passed' }, { status: 'passed' }],
  })
  expect(readNotes(report)).toEqual(
    [1, 2].map(() =>
      expect.stringMatching(/could not be published: the run was stopped before .+ answered$/),
    ),
  )
})

test.each<[what: string, path: string, message: RegExp]>([
  ['does not exist', '/nothing', /^GET http:\S+\/nothing\?… was answered with 404$/],
  ['is of something else', '/pact/shop', /^http:\S+\/pact\/shop\?… has no link pb:provider-pacts-for-verif/],
  ['is of a page', '/page', /\/page\?… doesn't answer like a broker: the body is not JSON$/],
  ['breaks off', '/cut', /\/cut\?… stopped in the middle of its answer: ./],
])('an address of a broker that %s is an error', async (_what, path, message) => {
  await using broker = await startRecordingBackend(({ url }) => {
    if (url.startsWith('/cut'))
      return { headers: { 'Content-Length': '1000' }, body: '{"_li', isCutOff: true }
    return url.startsWith('/page') ? { body: '<p>' } : { status: url.startsWith('/pact') ? 200 : 404 }
  })
  await expect(verify({ url: `${broker.url}${path}?key=hidden` })).rejects.toThrow(
    expect.objectContaining({ name: 'BrokerError', message: expect.stringMatching(message) }),
  )
})

test('a broker without pacts for the service is an error', async () => {
  await using broker = await startStandInBroker({ pacts: {} })
  const running = verify({ url: `${broker.url}/broker` })
  await expect(running).rejects.toThrow(/^the broker has no pacts for the service "plant-store" that match/)
  await expect(running).rejects.toThrow(PactFileError)
})

test('an answer of a broker may have 64 MiB', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
  await expect(fetchPact('http://broker.example', undefined, AbortSignal.any([]))).rejects.toThrow(
    'stopped in the middle of its answer: the body has more than 67108864 bytes',
  )
})
