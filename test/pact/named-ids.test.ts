import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describePactReport, verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { writePactFile } from './written-pact.ts'

const token = 'token-of-the-provider'
const importer = new URL('../../contracts/importer-plant-store.json', import.meta.url).pathname

/** The ids that the importer's pact names exactly. */
const named = [...readFileSync(importer, 'utf8').matchAll(/create a plant with the id (-?\d+)/g)].map(
  ([, id = '']) => id,
)

/** Starts a plant store that keeps ids, and refuses some. */
function startStore(refused: readonly string[], statusForStored: number) {
  const stored = new Set<string>()
  return startRecordingBackend(({ headers, body }) => {
    const refuse = (status: number, message: string) => ({
      status,
      body: JSON.stringify({ error: 40000, message }),
    })
    if (headers.authorization !== `Bearer ${token}`) return refuse(401, 'no')
    const [, id = '', name = ''] = /^\{"id":(-?\d+),"name":"(.+?)"/.exec(body) ?? []
    if (id === '' || refused.includes(id) || id === '9223372036854775808') return refuse(400, 'no')
    if (stored.has(id)) return refuse(statusForStored, 'no')
    stored.add(id)
    return { body: JSON.stringify({ name, tag: 'x' }) }
  })
}

const verify = (url: string) => verifyProvider(url, { token, pacts: importer })

test('the pact of the importer names the smallest and the largest ids', () => {
  expect(named.toSorted()).toEqual(
    ['-1', '-9223372036854775808', '0', '4294967296', '9007199254740993', '9223372036854775807'].toSorted(),
  )
})

test.each([
  ['409, as for no other reason', 409, 0],
  ['400, as for any wrong id', 400, 4],
])(
  'a provider that refuses 0, -1 or the edges of int64 fails the pact if it answers stored ids with %s',
  async (_how, statusForStored, notes) => {
    const refused = ['0', '-1', '9223372036854775807', '-9223372036854775808']
    await using backend = await startStore(refused, statusForStored)
    const { outcome, interactions } = await verify(backend.url)
    expect(outcome).toBe('failed')
    const failed = interactions.filter(({ status }) => status === 'failed')
    const ids = failed.map(({ description }) => /the id (-?\d+)/.exec(description)?.[1])
    expect(ids.toSorted()).toEqual(refused.toSorted())
    expect(failed.every(({ substitutes }) => substitutes === undefined)).toBe(true)
    const found = failed.flatMap(({ findings }) => findings)
    expect(found.filter(({ severity }) => severity === 'note')).toHaveLength(notes)
  },
)

test('ids are sent as the pact names them; if they are stored, another is sent, and the line says which', async () => {
  await using backend = await startStore([], 409)
  const first = await verify(backend.url)
  expect(first.outcome).toBe('passed')
  const lines = describePactReport(first, { isVerbose: true })
  for (const id of named) {
    expect(backend.requests.map(({ body }) => body)).toContainEqual(expect.stringContaining(`"id":${id},`))
    expect(lines).toMatch(new RegExp(`the id ${id}, the name .+"agave"$`, 'm'))
  }
  const again = await verify(backend.url)
  expect(again.outcome).toBe('passed')
  const text = describePactReport(again, { isVerbose: true })
  for (const id of named) {
    const [, sent = ''] =
      new RegExp(`"agave" \\(sent with the id (-?\\d+) instead of ${id}\\)$`, 'm').exec(text) ?? []
    expect(sent).not.toBe(id)
    expect(backend.requests.map(({ body }) => body)).toContainEqual(expect.stringContaining(`"id":${sent},`))
  }
})

test('a state whose handler returns a wrong id or hangs is named', async () => {
  await using backend = await startRecordingBackend()
  const pacts = writePactFile(
    { description: 'a', states: [{ name: 'the shop is open' }] },
    { description: 'b', states: [{ name: 'the shop is closed' }] },
  )
  const { outcome, interactions } = await verifyProvider(backend.url, {
    token,
    pacts,
    requestLimit: 1500,
    states: {
      'the shop is open': () => ({ id: 'abc' }),
      'the shop is closed': () => new Promise(() => {}),
    },
  })
  expect([outcome, interactions.flatMap(({ findings }) => findings.map(({ problem }) => problem))]).toEqual([
    'failed',
    [
      'the state "the shop is open" could not be set up: it returned an id that is not an integer: "abc"',
      'the state "the shop is closed" could not be set up: it took longer than 1500 ms',
    ],
  ])
})

test.each<[message: string, options: object]>([
  ['there is no option tokn; the options are token, ', { tokn: 'x' }],
  ['broker: there is no option tokn; the options are url, ', { broker: { url: 'http://x', tokn: 'x' } }],
  [
    'broker.publish: there is no option versoin; the options are version, buildUrl',
    { provider: 'x', broker: { url: 'http://x', publish: { versoin: '1' } } },
  ],
  [
    'broker.selectors: there is no option mainBranhc; the options are consumer, ',
    { provider: 'x', broker: { url: 'http://x', selectors: [{ mainBranhc: true }] } },
  ],
  [
    'the handler of the state "open": there is no option setupp; the options are setup, teardown',
    { states: { open: { setupp: () => undefined } } },
  ],
])('%s', async (message, options) => {
  const running = verifyProvider('http://127.0.0.1:1', { token, pacts: 'x.json', ...options })
  await expect(running).rejects.toThrow(
    expect.objectContaining({ name: 'PactOptionsError', message: expect.stringContaining(message) }),
  )
})
