import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contract } from '../../../src/contract/contract.ts'
import { toContract } from '../../../src/contract/to-contract.ts'
import { createMock } from '../../../src/index.ts'
import { type PactReport, recordPact, type StateHandlers, verifyProvider } from '../../../src/pact/pact.ts'
import { bookings } from '../../mock/bookings.ts'
import { contracts } from '../../mock/contracts.ts'
import { createFolder } from '../../tools/folder.ts'
import { listen } from '../../tools/listen.ts'

interface Sent {
  method: string
  path: string
  body: string
}

/** A response of a right service, before a mistake changes it; without one, the connection ends. */
interface Response {
  status: number
  headers: Record<string, string>
  body: string
}

/** What a wrong service changes. */
type Mistake = (response: Response, request: Sent) => Partial<Response> | undefined

/** A service of a description, and the requests of a consumer. */
interface Api {
  contract: Contract
  headers: Record<string, string>
  /** What is stored when the consumer is recorded. */
  seed?: Record<string, unknown[]>
  /** The method, the path, and the body of each request; without credentials if it begins with a minus. */
  requests: readonly (readonly [target: string, body?: object])[]
}

const json = { 'content-type': 'application/json' }
const some = '4f4e4e14-c824-4d63-b37a-d8d698862f1d'
const trip = `origin=${some}&destination=${some}&date=2024-02-01T09%3A00%3A00Z`

const apis = {
  bookings: {
    contract: toContract({ ...bookings, servers: [] }),
    headers: { 'x-api-key': 'the-key' },
    requests: [
      ['POST /rooms', { name: 'Blue', kind: 'single' }],
      ['POST /rooms', { name: 'Blue' }],
      ['GET /rooms?limit=5'],
      ['GET /rooms/1'],
      ['GET /rooms/77'],
      ['PUT /rooms/1', { name: 'Red', kind: 'double' }],
      ['POST /rooms/1/bookings', { guest: 'Ann' }],
      ['GET /rooms/1/bookings'],
      ['-GET /rooms/1'],
      ['DELETE /rooms/1'],
      ['GET /report'],
    ],
  },
  trains: {
    contract: contracts['train travel'],
    headers: { authorization: 'Bearer the-token' },
    seed: { bookings: [{ id: some, trip_id: some, passenger_name: 'Bob' }] },
    requests: [
      ['POST /bookings', { trip_id: some, passenger_name: 'Ann', has_dog: true }],
      ['POST /bookings', { trip_id: 5 }],
      ['GET /bookings'],
      ['GET /bookings/00000000-0000-4000-8000-000000000000'],
      ['GET /stations'],
      [`GET /trips?${trip}`],
      ['GET /trips'],
      ['-GET /stations'],
      [`POST /bookings/${some}/payment`, { amount: 49.5, currency: 'eur' }],
      [`GET /bookings/${some}`],
      [`DELETE /bookings/${some}`],
    ],
  },
} satisfies Record<string, Api>

/** Starts a service that makes a mistake, with handlers of its states. */
async function startService({ contract, headers }: Api, mistake: Mistake) {
  const credentials = Object.values(headers).map((one) => one.replace('Bearer ', ''))
  const mock = createMock({ contract, credentials })
  const states: StateHandlers = Object.fromEntries(
    contract.resources.flatMap(({ name, key }) => [
      [`a record of ${name} exists`, async (params: object) => mock.records(name).put(params)],
      [
        `no record of ${name} has the key`,
        async (params: Readonly<Record<string, unknown>>) => {
          await mock.records(name).remove(params[key.property] as string)
        },
      ],
    ]),
  )
  const service = await listen(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url: path = '' } = incoming
    const sent = { method, path, body: Buffer.concat(chunks).toString() }
    const usual = await mock.handle({ ...sent, headers: incoming.headers as Record<string, string> })
    const right = {
      status: usual.status,
      headers: { ...usual.headers } as Record<string, string>,
      body: String(usual.body),
    }
    const changed = mistake(right, sent)
    if (changed === undefined) return void response.destroy()
    const { status, headers: fields, body } = { ...right, ...changed }
    const { 'content-length': _length, ...others } = fields
    response.writeHead(status, others).end(body)
  })
  return { ...service, states }
}

const folder = createFolder()
const files: Record<string, string> = {}

beforeAll(async () => {
  for (const [name, { contract, headers, requests, seed = {} }] of Object.entries<Api>(apis)) {
    const mock = createMock({ contract, seed })
    for (const [target, body] of requests) {
      const [method = '', path = ''] = target.replace(/^-/, '').split(' ')
      const own = { ...(!target.startsWith('-') && headers), ...(body && json) }
      await mock.handle({ method, path, headers: own, body: body ? JSON.stringify(body) : '' })
    }
    const { file, recorded, notRecorded } = recordPact(mock, {
      consumer: 'desk',
      provider: name,
      dir: folder.path,
    })
    expect([recorded.length, notRecorded]).toEqual([requests.length, []])
    files[name] = file
  }
})
afterAll(() => folder[Symbol.dispose]())

async function verify(name: keyof typeof apis, mistake: Mistake): Promise<PactReport> {
  const { states, ...service } = await startService(apis[name], mistake)
  await using _service = service
  const { 'x-api-key': key, authorization } = apis[name].headers as Record<string, string | undefined>
  return await verifyProvider(service.url, {
    pacts: files[name] ?? '',
    states,
    ...(key && { headers: { 'X-Api-Key': key } }),
    ...(authorization && { token: authorization.replace('Bearer ', '') }),
  })
}

/** Changes the values of the body of a success. */
const withBody =
  (change: (value: never) => unknown): Mistake =>
  ({ status, body }) =>
    status < 300 && body !== '' ? { body: JSON.stringify(change(JSON.parse(body) as never)) } : {}

/** Changes the responses to requests that begin with a text. */
const at =
  (start: string, change: Partial<Response> | undefined): Mistake =>
  (_right, { method, path }) =>
    `${method} ${path}`.startsWith(start) ? change : {}

/** Changes the responses with a status. */
const of =
  (status: number, change: Partial<Response>): Mistake =>
  (right) =>
    right.status === status ? change : {}

interface Room {
  id: number
  items?: { id: number }[]
  total?: number
}
interface Listed {
  data: object[]
}

/** What a right service may do, too. */
const right: [what: string, name: keyof typeof apis, mistake: Mistake][] = [
  ['is the mock', 'bookings', () => ({})],
  ['is the mock', 'trains', () => ({})],
  [
    'has more headers and properties',
    'bookings',
    withBody((value: object) => (Array.isArray(value) ? value : { ...value, _links: [] })),
  ],
  [
    'writes another charset',
    'trains',
    ({ headers }) => ({
      headers: {
        ...headers,
        ...(headers['content-type']?.endsWith('json') && {
          'content-type': `${headers['content-type']}; charset=utf-8`,
        }),
        server: 'x',
      },
    }),
  ],
]

const wrong: [what: string, name: keyof typeof apis, mistake: Mistake][] = [
  ['creates with 200', 'bookings', of(201, { status: 200 })],
  ['removes with 200', 'bookings', of(204, { status: 200 })],
  ['has ids of letters', 'bookings', withBody((one: Room) => ({ ...one, id: 'a' }))],
  ['has another kind', 'bookings', withBody((one: Room) => ({ ...one, kind: 'suite' }))],
  ['has times as numbers', 'bookings', withBody((one: Room) => ({ ...one, createdAt: 1704067200 }))],
  ['has no names', 'bookings', withBody(({ name: _name, ...one }: { name: string }) => one)],
  ['lists without an envelope', 'bookings', withBody((one: Room) => one.items ?? one)],
  ['counts in words', 'bookings', withBody((one: Room) => ({ ...one, total: 'one' }))],
  [
    'lists only ids',
    'bookings',
    withBody((one: Room) => ({ ...one, items: one.items?.map(({ id }) => ({ id })) })),
  ],
  ['finds everything', 'bookings', of(404, { status: 200, headers: json, body: '{}' })],
  [
    'says with a page what is not found',
    'bookings',
    of(404, { headers: { 'content-type': 'text/html' }, body: '<p>' }),
  ],
  ['fails for a wrong room', 'bookings', of(422, { status: 500 })],
  ['says nothing about a wrong room', 'bookings', of(422, { body: '{"status":422}' })],
  ['needs no key', 'bookings', of(401, { status: 200, headers: json, body: '{}' })],
  ['redirects', 'bookings', at('GET /rooms/1', { status: 307, headers: { location: '/rooms/2' }, body: '' })],
  ['creates with 200', 'trains', of(201, { status: 200 })],
  ['removes with 202', 'trains', of(204, { status: 202 })],
  ['has trips of numbers', 'trains', withBody((one: object) => ({ ...one, trip_id: 5 }))],
  [
    'has no names',
    'trains',
    withBody(({ passenger_name: _name, ...one }: { passenger_name: string }) => one),
  ],
  ['has dogs in words', 'trains', withBody((one: object) => ({ ...one, has_dog: 'yes' }))],
  ['lists an object', 'trains', withBody((one: Listed) => ({ ...one, data: {} }))],
  ['lists nothing', 'trains', withBody((one: Listed) => ({ ...one, data: [] }))],
  ['lists without an envelope', 'trains', withBody((one: Listed) => one.data ?? one)],
  ['lists null', 'trains', withBody((one: Listed) => ({ ...one, data: one.data?.map(() => null) }))],
  ['rejects as plain JSON', 'trains', of(400, { headers: json })],
  ['accepts a wrong booking', 'trains', of(400, { status: 201, headers: json })],
  ['needs no token', 'trains', of(401, { status: 200, headers: json, body: '{}' })],
  ['is cut off', 'trains', at('GET /stations', { body: '{"data":[' })],
  ['ends the connection', 'trains', at('GET /trips', undefined)],
  ['is down', 'trains', at('POST /bookings', { status: 503, body: '' })],
]

test.each(right)('a right service that %s (%s) is not blamed', async (_what, name, mistake) => {
  const { outcome, cases } = await verify(name, mistake)
  expect(
    cases.flatMap(({ title, findings }) => findings.map(({ problem }) => `${title}: ${problem}`)),
  ).toEqual([])
  expect([outcome, cases.length]).toEqual(['passed', apis[name].requests.length])
})

test.each(wrong)('a service that %s (%s) is found', async (_what, name, mistake) => {
  const { outcome, cases } = await verify(name, mistake)
  expect(outcome).toBe('failed')
  expect(cases.some(({ status }) => status === 'passed')).toBe(true)
})
