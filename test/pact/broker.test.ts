import { expect, test } from 'vitest'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { type BrokerContent, startStandInBroker } from './stand-in-broker.ts'
import { readNotes, token, writeFile, writeInteraction, writePact } from './written-pact.ts'

const right = writeInteraction({ states: [] })
const wrong = writeInteraction({ description: 'another is created', response: { status: 201 } })

/** A pact of a consumer; its interactions have the ids a0, a1 and so on. */
const pactOf = (consumer: string, ...interactions: object[]): object => ({
  ...writePact(interactions.map((one, index) => ({ _id: `${consumer[0]}${index}`, ...one }))),
  consumer: { name: consumer },
})
const shop = pactOf('shop', right)
const bot = pactOf('bot', right, wrong)

/** Verifies a correct provider with the pacts of a broker, and returns the report and what the broker was asked. */
async function verify(
  content: BrokerContent,
  broker: VerifyProviderOptions['broker'] = {},
  more: Partial<VerifyProviderOptions> = {},
) {
  await using backend = await startRecordingBackend()
  await using started = await startStandInBroker(content)
  const all = { pactBrokerUrl: started.url, pactBrokerToken: 'token-of-the-broker', ...broker }
  const options = { token, provider: 'plant-store', broker: all, ...more }
  const report = await verifyProvider(backend.url, options)
  const asked = started.requests.map(
    ({ method, url, body }) => `${method} ${url}${body && ` ${JSON.stringify(JSON.parse(body))}`}`,
  )
  return { report, asked, requests: started.requests }
}

test("Pact's verifier gets the options of a broker, chooses its pacts, and publishes their results once", async () => {
  const { report, asked, requests } = await verify(
    { pacts: { shop, bot }, pending: ['shop'] },
    {
      consumerVersionSelectors: [{ environment: 'production', deployed: true }],
      enablePending: true,
      includeWipPactsSince: '2026-01-31',
      providerVersionBranch: 'feat/ids',
      publishVerificationResult: true,
      providerVersion: '1.2.3',
      buildUrl: 'https://ci.example/7',
    },
  )
  expect(report.cases.map(({ consumer, word }) => `${consumer} ${word}`)).toEqual([
    'shop passed',
    'bot passed',
    'bot failed',
  ])
  const search = expect.stringContaining('POST /for/plant-store/verification {"includePendingStatus":true')
  const branch = 'PUT /branches/feat%2Fids/versions/1.2.3 {}'
  const result = (consumer: string, success: boolean): unknown =>
    expect.stringMatching(
      `^POST /results/${consumer} .*"providerApplicationVersion":"1.2.3","success":${success}`,
    )
  expect(asked.filter((one) => !one.startsWith('GET'))).toEqual([
    search,
    branch,
    result('shop', true),
    branch,
    result('bot', false),
  ])
  expect(JSON.parse(requests.find(({ method }) => method === 'POST')?.body ?? '')).toMatchObject({
    consumerVersionSelectors: [{ environment: 'production', deployed: true }],
    providerVersionBranch: 'feat/ids',
    includeWipPactsSince: '2026-01-31',
  })
  expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-of-the-broker']),
  )
  expect(JSON.stringify([requests, report])).not.toContain(token)
})

test('by default, the pacts of main branches and of deployed or released versions are chosen with those of files and URLs, and nothing is published', async () => {
  await using elsewhere = await startStandInBroker({ pacts: { bot } })
  const pacts = [writeFile(shop), `${elsewhere.url}/pact/bot`]
  const { report, asked } = await verify({ pacts: { shop } }, {}, { pacts })
  expect(report.cases.map(({ consumer }) => consumer)).toEqual(['shop', 'bot', 'bot', 'shop'])
  expect(asked.filter((one) => !one.startsWith('GET'))[0]).toContain(
    '"consumerVersionSelectors":[{"mainBranch":true},{"deployedOrReleased":true}]',
  )
  expect(asked.filter((one) => /results|branches/.test(one))).toEqual([])
})

test('what the broker says about a pact is a note, and a pending pact may fail', async () => {
  const notices = [
    { when: 'before_verification', text: 'The pact is the latest from main.' },
    { when: 'after_verification:success_false_published_false', text: 'It failed.' },
  ]
  const content = { pacts: { bot }, pending: ['bot'], notices }
  const { report } = await verify(content, { enablePending: true })
  expect(report).toMatchObject({ outcome: 'passed', cases: [{}, { word: 'pending' }] })
  expect(readNotes(report)).toEqual(['The broker says: The pact is the latest from main.'])
})

test('a result that is not published fails the run, with a note that says why', async () => {
  const publish = { publishVerificationResult: true, providerVersion: '1' }
  const { report } = await verify({ pacts: { shop }, results: { shop: '/gone' } }, publish)
  expect(report).toMatchObject({
    outcome: 'failed',
    headline: 'The results could not be published',
    cases: [{ status: 'passed' }],
  })
  expect(readNotes(report)).toEqual([expect.stringMatching(/^Publishing of verification .*\/gone.*404/)])
})

test('a broker without pacts, and one that is none, are errors without the token of the address', async () => {
  await expect(verify({ pacts: {} })).rejects.toThrow(
    expect.objectContaining({
      name: 'PactFileError',
      message: expect.stringContaining("No pacts found for provider 'plant-store'"),
    }),
  )
  const pactBrokerUrl = 'http://127.0.0.1:2/x?token=hidden'
  await expect(verify({ pacts: {} }, { pactBrokerUrl })).rejects.toThrow(/^(?!.*hidden).*127\.0\.0\.1:2/s)
})
