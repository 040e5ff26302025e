import { join } from 'node:path'
import { PactV4, SpecificationVersion } from '@pact-foundation/pact'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { writePact as writeInteractions } from '../../src/pact/consumer/write-pact.ts'
import { checkPact, type Interaction, interaction, verifyProvider } from '../../src/pact/pact.ts'
import { contracts } from '../mock/contracts.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { expectRefused } from '../tools/refused.ts'
import { shop } from './corpus-shop.ts'
import { readPact } from './written-pact.ts'

const { bookings: contract } = contracts
const room = { name: 'Blue', kind: 'single' }

/** What a consumer sends. */
interface Sent {
  method?: string
  path: string
  body?: string
  headers?: Record<string, string>
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string): Sent => ({ method: 'POST', path, body, headers: json })
const problem = { title: 'no' }
const uuid = '4f4e4e14-c824-4d63-b37a-d8d698862f1d'

/** Interactions about rooms, with a request that fits and the status of Pact's mock. */
const ofRooms: [Interaction, Sent, status: number][] = [
  [
    interaction(contract, 'createRoom', { request: { body: room } }),
    post('/rooms', JSON.stringify(room)),
    201,
  ],
  [interaction(contract, 'createRoom'), post('/rooms', '{"name":"Any","kind":"double"}'), 201],
  [
    interaction(contract, 'createRoom', {
      request: { body: { name: 'Blue' } },
      response: { status: 422, body: problem },
    }),
    post('/rooms', '{"name":"Blue"}'),
    422,
  ],
  [
    interaction(contract, 'readRoom', { response: { body: { name: 'Blue', beds: 2 } } }),
    { path: '/rooms/12' },
    200,
  ],
  [
    interaction(contract, 'readRoom', { request: { path: { roomId: 9007199254740993n } } }),
    { path: '/rooms/9007199254740993' },
    200,
  ],
  [
    interaction(contract, 'readRoom', { response: { status: 404, body: problem } }),
    { path: '/rooms/13' },
    404,
  ],
  [
    interaction(contract, 'listRooms', {
      request: { query: { limit: 5 } },
      response: { body: { items: [{ name: 'Blue' }], total: 1 } },
    }),
    { path: '/rooms?limit=5' },
    200,
  ],
  [
    interaction(contract, 'replaceRoom', { request: { body: room } }),
    { ...post('/rooms/7', JSON.stringify(room)), method: 'PUT' },
    200,
  ],
  [
    interaction(contract, 'changeRoom', { request: { body: { name: 'Red' } } }),
    {
      method: 'PATCH',
      path: '/rooms/7',
      body: '{"name":"Red"}',
      headers: { 'content-type': 'application/merge-patch+json' },
    },
    200,
  ],
  [interaction(contract, 'removeRoom'), { method: 'DELETE', path: '/rooms/7' }, 204],
  [
    interaction(contract, 'createBooking', { request: { body: { guest: 'Ann' } } }),
    post('/rooms/7/bookings', '{"guest":"Ann"}'),
    201,
  ],
  [interaction(contract, 'readBooking'), { path: `/rooms/7/bookings/${uuid}` }, 200],
  [interaction(contract, 'report'), { path: '/report', headers: {} }, 200],
  [
    interaction(contract, 'removeRoom', { request: { credentials: 'missing' }, response: { status: '4XX' } }),
    { method: 'DELETE', path: '/rooms/7' },
    401,
  ],
]

const toPact = (dir: string, spec: 'V3' | 'V4'): PactV4 =>
  new PactV4({
    consumer: 'desk',
    provider: 'rooms',
    dir: join(dir, spec),
    spec: SpecificationVersion[`SPECIFICATION_VERSION_${spec}`],
    logLevel: 'error',
  })

async function ask(url: string, { path, headers = {}, ...init }: Sent): Promise<number> {
  const own = { 'x-api-key': 'a-key', ...headers }
  return (await fetch(url + path, { ...init, headers: own })).status
}

describe('interactions of any API', () => {
  let folder: Folder
  beforeAll(async () => {
    folder = createFolder()
    for (const spec of ['V4', 'V3'] as const)
      for (const [one, sent, status] of ofRooms)
        await one.addTo(toPact(folder.path, spec)).executeTest(async ({ url }) => {
          expect(await ask(url, sent), one.description).toBe(status)
        })
    return () => folder[Symbol.dispose]()
  })
  const file = (spec: string): string => folder.file(`${spec}/desk-rooms.json`)

  test('have the states and matchers of the recording', async () => {
    const { interactions } = readPact(file('V4'))
    const text = interactions.map((one) => `${stringify(one)}\n`).join('')
    await expect(text).toMatchFileSnapshot('recordings/interactions.txt')
  })

  test("of versions 3 and 4 are promised by the description, and satisfied by the mock, by Pact's own verifier, with the states", async () => {
    const pacts = ['V3', 'V4'].map(file)
    await using server = await startServer({ port: 0, contract, credentials: { key: 'the-key' } })
    const headers = { 'X-Api-Key': 'the-key' }
    for (const { cases } of [
      checkPact(pacts, { contract }),
      await verifyProvider(server.url, { pacts, headers }),
    ]) {
      expect(cases.filter(({ status }) => status !== 'passed')).toEqual([])
      expect(cases).toHaveLength(2 * ofRooms.length)
    }
  })
})

const stringify = ({ description, providerStates, request, response }: Record<string, unknown>): string =>
  [
    String(description),
    `states ${write(providerStates)}`,
    `request ${write(request)}`,
    `response ${write(response)}`,
  ].join('\n  ')

const write = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one))

test.each<[what: string, one: Interaction, sent: Sent, isOpen?: true]>([
  [
    'another name',
    interaction(contract, 'createRoom', { request: { body: room } }),
    post('/rooms', '{"name":"Red","kind":"single"}'),
  ],
  [
    'an id that it has rounded',
    interaction(contract, 'readRoom', { request: { path: { roomId: 9007199254740993n } } }),
    { path: '/rooms/9007199254740992' },
  ],
  [
    'no key',
    interaction(contract, 'removeRoom'),
    { method: 'DELETE', path: '/rooms/7', headers: { 'x-api-key': '' } },
  ],
  [
    'a body in place of none',
    interaction(contract, 'createRoom', { request: { body: null }, response: { status: 400 } }),
    post('/rooms', '{}'),
  ],
  [
    'another value of a required header that is not named',
    interaction(shop, 'listArticles'),
    { path: '/articles', headers: { 'X-Tenant': 'us' } },
    true,
  ],
  [
    'another day in a query that is not named',
    interaction(contracts['train travel'], 'get-trips'),
    { path: '/trips?origin=a&destination=b&date=2030-01-01', headers: { Authorization: 'Bearer x' } },
    true,
  ],
])('a consumer that sends %s fails its test, unless that is open', async (_what, one, sent, isOpen) => {
  using folder = createFolder()
  const run = one.addTo(toPact(folder.path, 'V4')).executeTest(async ({ url }) => ask(url, sent))
  if (isOpen) expect(await run).toBe(200)
  else await expect(run).rejects.toThrow(/Test failed|ismatch|Expected empty body|but received/)
})

const { plants: _plants, ...others } = contracts

test.each(Object.entries({ ...others, shop }))(
  'the mock satisfies an interaction of every operation of %s that documents a success',
  async (name, own) => {
    using folder = createFolder()
    const operations = own.operations.filter(({ responses }) => responses.success !== undefined)
    const provider = name.replace(' ', '-')
    const parties = { consumer: 'any', provider, dir: folder.path, spec: 'V4' } as const
    const listed = own.operations.filter(({ id }) => id === 'listBookings')
    const missing = listed.map(({ id }) => interaction(own, id, { response: { status: 404 } }))
    writeInteractions(parties, [...operations.map(({ id }) => interaction(own, id)), ...missing])
    const pacts = folder.file(`any-${provider}.json`)
    const errors = checkPact(pacts, { contract: own }).cases.filter(({ status }) => status === 'failed')
    await using server = await startServer({ port: 0, contract: own })
    const { cases } = await verifyProvider(server.url, { pacts, token: 'any-token' })
    expect([errors, cases.filter(({ status }) => status !== 'passed')]).toEqual([[], []])
    expect(cases).toHaveLength(operations.length + missing.length)
  },
)

test('wrong arguments are rejected, with the messages of the recording', () => {
  const wrong = [
    () => interaction('createRoom'),
    () => interaction(contract, 'createRoom', { response: { status: 99 } }),
    // @ts-expect-error there is no such option
    () => interaction(contract, 'createRoom', { requests: {} }),
    // @ts-expect-error there are no such credentials
    () => interaction(contract, 'createRoom', { request: { credentials: 'expired' } }),
  ]
  return expectRefused('refused-arguments', wrong, (act) => act())
})
