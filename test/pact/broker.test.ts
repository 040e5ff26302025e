import { expect, test } from 'vitest'
import {
  BrokerError,
  PactFileError,
  PactOptionsError,
  type VerifyProviderOptions,
  verifyProvider,
} from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { startStandInBroker } from './stand-in-broker.ts'
import { type Difference, writeFile, writeInteraction, writePact } from './written-pact.ts'

const token = 'token-of-the-provider'

const pactOf = (consumer: string, id: string, difference: Difference = {}): object => ({
  ...writePact([{ ...writeInteraction(difference), _id: id }]),
  consumer: { name: consumer },
})
const wrong = { response: { status: 201 } }

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
  await using broker = await startStandInBroker({
    pacts: { shop: pactOf('shop', 'a1'), bot: pactOf('bot', 'b1', wrong) },
  })
  const report = await verify({
    url: `${broker.url}/broker`,
    token: 'token-of-the-broker',
    selectors: [{ mainBranch: true }, { environment: 'production', deployed: true }],
    branch: 'feat/ids',
    publish: { version: '1.2.3', buildUrl: 'https://ci.example/7' },
  })
  expect(report).toMatchObject({
    outcome: 'failed',
    notes: [],
    interactions: [
      { consumer: 'shop', status: 'passed' },
      { consumer: 'bot', status: 'failed' },
    ],
  })
  const asked = broker.requests.map(({ method, url, body }) => [method, url, body && JSON.parse(body)])
  const result = (id: string, success: boolean): object => ({
    providerApplicationVersion: '1.2.3',
    success,
    buildUrl: 'https://ci.example/7',
    verifiedBy: { implementation: 'plant-store-kit', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    testResults: [{ interactionId: id, success }],
  })
  const branch = ['PUT', '/branches/feat%2Fids/versions/1.2.3', {}]
  expect(asked).toEqual([
    ['GET', '/broker', ''],
    [
      'POST',
      '/for/plant-store/verification',
      {
        consumerVersionSelectors: [{ mainBranch: true }, { environment: 'production', deployed: true }],
        providerVersionBranch: 'feat/ids',
        includePendingStatus: false,
      },
    ],
    ['GET', '/pact/shop', ''],
    ['GET', '/pact/bot', ''],
    ['GET', '/provider', ''],
    branch,
    ['POST', '/results/shop', result('a1', true)],
    ['GET', '/provider', ''],
    branch,
    ['POST', '/results/bot', result('b1', false)],
  ])
  expect(new Set(broker.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-of-the-broker']),
  )
  expect(JSON.stringify(broker.requests)).not.toContain(token)
})

test('without publish nothing is published, and a user name is sent with Basic authentication', async () => {
  await using broker = await startStandInBroker({ pacts: { shop: pactOf('shop', 'a1') } })
  const report = await verify({ url: `${broker.url}/broker`, username: 'me', password: 'secret' })
  expect(report.outcome).toBe('passed')
  expect(broker.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  expect(JSON.parse(broker.requests[1]?.body ?? '').consumerVersionSelectors).toEqual([
    { mainBranch: true },
    { deployedOrReleased: true },
  ])
  expect(broker.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:secret')}`)
})

test('a pending pact may fail with enablePending', async () => {
  await using broker = await startStandInBroker({
    pacts: { bot: pactOf('bot', 'b1', wrong) },
    pending: ['bot'],
  })
  const options = { url: `${broker.url}/broker`, includeWipSince: '2026-01-31' }
  const report = await verify(options, { enablePending: true })
  expect(report).toMatchObject({ outcome: 'passed', interactions: [{ status: 'pending' }] })
  expect(JSON.parse(broker.requests[1]?.body ?? '')).toMatchObject({
    includePendingStatus: true,
    includeWipPactsSince: '2026-01-31',
  })
  expect(await verify({ url: `${broker.url}/broker` })).toMatchObject({ outcome: 'failed' })
})

test('a pact can be named by its URL; the token of the broker is sent only to the broker', async () => {
  await using broker = await startStandInBroker({ pacts: { shop: pactOf('shop', 'a1') } })
  await using elsewhere = await startStandInBroker({ pacts: { bot: pactOf('bot', 'b1') } })
  const options = { url: `${broker.url}/broker`, token: 'token-of-the-broker' }
  const pacts = [`${broker.url}/pact/shop`, `${elsewhere.url}/pact/bot`]
  expect(await verify(options, { pacts })).toMatchObject({ outcome: 'passed', interactions: [{}, {}] })
  expect(broker.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-of-the-broker'])
  expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

test('a pact at a URL that is not UTF-8 is broken', async () => {
  const text = JSON.stringify(pactOf('shop', 'a1')).replace('plant', 'pl\u00e4nt')
  await using server = await startRecordingBackend(() => ({ body: Buffer.from(text, 'latin1') }))
  const running = verify(undefined, { pacts: `${server.url}/x.json` })
  await expect(running).rejects.toThrow(
    /x\.json isn't a pact: the byte 0xe4 is not UTF-8 at line 1, column \d+$/,
  )
})

test('pacts of files are verified together with those of the broker', async () => {
  await using broker = await startStandInBroker({ pacts: { bot: pactOf('bot', 'b1') } })
  const report = await verify({ url: `${broker.url}/broker` }, { pacts: writeFile(pactOf('shop', 'a1')) })
  expect(report).toMatchObject({
    outcome: 'passed',
    interactions: [{ consumer: 'shop' }, { consumer: 'bot' }],
  })
})

test('links of a pact that lead elsewhere do not get the token of the broker', async () => {
  await using elsewhere = await startRecordingBackend()
  const link = { href: `${elsewhere.url}/results` }
  const pact = { ...pactOf('shop', 'a1'), _links: { 'pb:publish-verification-results': link } }
  await using broker = await startStandInBroker({ pacts: { bot: pactOf('bot', 'b1') } })
  const options = { url: `${broker.url}/broker`, token: 'token-of-the-broker', publish: { version: '1' } }
  await verify(options, { pacts: writeFile(pact) })
  expect(elsewhere.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/results', undefined],
  ])
})

test('a result that could not be published fails the run, with a note', async () => {
  const without = ['pb:publish-verification-results']
  await using broker = await startStandInBroker({ pacts: { shop: pactOf('shop', 'a1') }, without })
  const report = await verify({ url: `${broker.url}/broker`, publish: { version: '1' } })
  expect(report).toMatchObject({
    outcome: 'failed',
    interactions: [{ status: 'passed' }],
    notes: [expect.stringMatching(/could not be published: .+ has no link pb:publish-verification-results/)],
  })
})

test('the signal ends publishing, which fails the run, with a note', async () => {
  const controller = new AbortController()
  await using hanging = await startRecordingBackend(() => {
    controller.abort()
    return { status: 0 }
  })
  const link = { href: `${hanging.url}/results` }
  const pact = { ...pactOf('shop', 'a1'), _links: { 'pb:publish-verification-results': link } }
  await using broker = await startStandInBroker({ pacts: { bot: pactOf('bot', 'b1') } })
  const options = { url: `${broker.url}/broker`, publish: { version: '1' } }
  const report = await verify(options, { pacts: writeFile(pact), signal: controller.signal })
  expect(hanging.requests).toHaveLength(1)
  expect(report).toMatchObject({
    outcome: 'failed',
    interactions: [{ status: 'passed' }, { status: 'passed' }],
    notes: [1, 2].map(() =>
      expect.stringMatching(/could not be published: the run was stopped before .+ answered$/),
    ),
  })
})

test('a truncated answer is an error of the broker', async () => {
  await using broker = await startRecordingBackend(() => ({
    headers: { 'Content-Length': '1000' },
    body: '{"_links":',
    isCutOff: true,
  }))
  const running = verify({ url: `${broker.url}/broker` })
  await expect(running).rejects.toThrow(BrokerError)
  await expect(running).rejects.toThrow(/\/broker stopped in the middle of its answer: /)
})

test.each<
  [title: string, path: string, more: Partial<VerifyProviderOptions>, error: unknown, message: RegExp]
>([
  [
    'a broker without pacts for the provider',
    '/broker',
    {},
    PactFileError,
    /^the broker has no pacts for the provider "plant-store"/,
  ],
  [
    'an address of something other than a broker',
    '/pact/shop',
    {},
    BrokerError,
    /has no link pb:provider-pacts-for-verification/,
  ],
  [
    'a query in the address of a broker without links',
    '/provider?key=hidden',
    {},
    BrokerError,
    /^http:\S+\/provider\?… has no link/,
  ],
  [
    'a query in the address of a pact',
    '/broker',
    { broker: undefined, pacts: 'http://127.0.0.1:1/x.json?sig=hidden' } as never,
    BrokerError,
    /^http:\/\/127\.0\.0\.1:1\/x\.json\?… is not reachable: (?!.*hidden)/,
  ],
  [
    'a query in an invalid address of a pact',
    '/broker',
    { pacts: 'htps://127.0.0.1:1/x.json?sig=hidden' },
    PactOptionsError,
    /^pacts must be an http or https URL$/,
  ],
  [
    'an address that is not found',
    '/nothing?key=hidden',
    {},
    BrokerError,
    /\/nothing\?… was answered with 404$/,
  ],
  [
    'a password in its address',
    '/broker',
    { broker: { url: 'http://me:secret@127.0.0.1' } },
    PactOptionsError,
    /^broker\.url must have no user and password in it$/,
  ],
  [
    'a password in the address of a build',
    '/broker',
    {
      broker: {
        url: 'http://127.0.0.1:1',
        publish: { version: '1', buildUrl: 'https://me:secret@ci.example/7' },
      },
    },
    PactOptionsError,
    /^broker\.publish\.buildUrl must have no user and password in it$/,
  ],
  [
    'a password in the address of a pact',
    '/broker',
    { pacts: ['http://me:secret@127.0.0.1:1/x.json'] },
    PactOptionsError,
    /^pacts must have no user and password in it$/,
  ],
  [
    'a password in an address of another protocol',
    '/broker',
    { pacts: 'ftp://me:secret@127.0.0.1:1/x.json' },
    PactOptionsError,
    /^pacts must be an http or https URL$/,
  ],
  [
    'a password in an invalid address',
    '/broker',
    { stateChangeUrl: 'http://me:secret@127.0.0.1:99999/' },
    PactOptionsError,
    /^stateChangeUrl must be an http or https URL$/,
  ],
  ['no provider', '/broker', { provider: undefined } as never, PactOptionsError, /pass provider$/],
  [
    'results of only some interactions',
    '/broker',
    { description: 'plant' },
    PactOptionsError,
    /^results of only some interactions can't be published/,
  ],
])('%s is an error', async (_title, path, more, error, message) => {
  await using broker = await startStandInBroker({ pacts: {} })
  const running = verify({ url: `${broker.url}${path}`, publish: { version: '1' } }, more)
  await expect(running).rejects.toThrow(error as typeof Error)
  await expect(running).rejects.toThrow(message)
})
