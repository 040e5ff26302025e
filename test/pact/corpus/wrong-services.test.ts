import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contract } from '../../../src/contract/contract.ts'
import { toContract } from '../../../src/contract/to-contract.ts'
import { createMock } from '../../../src/index.ts'
import { type PactReport, recordPact, type StateHandlers, verifyProvider } from '../../../src/pact/pact.ts'
import { bookings } from '../../mock/bookings.ts'
import { contracts } from '../../mock/contracts.ts'
import { createFolder } from '../../tools/folder.ts'
import { listen } from '../../tools/listen.ts'

/** A response of a right service, before a mistake changes it; without one, the connection ends. */
interface Response {
  status: number
  headers: Record<string, string>
  body: string
}

/** What a wrong service changes. */
type Change = (response: Response) => Partial<Response> | undefined

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

/** Starts a service that makes mistakes, by the requests and their statuses, with handlers of its states. */
async function startService({ contract, headers }: Api, find: (request: string) => Change | undefined) {
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
    const { method = '', url: path = '' } = incoming
    const sent = {
      method,
      path,
      body: await text(incoming),
      headers: incoming.headers as Response['headers'],
    }
    const { status, headers: usual, body } = await mock.handle(sent)
    const right = { status, headers: { ...usual } as Response['headers'], body: String(body) }
    const [, start = '', key] = /^(\/\w+)(\/[\w-]+)?/.exec(path) ?? []
    const change = find(`${method} ${start}${key === undefined ? '' : '/{}'} ${status}`)
    const changed = change ? change(right) : {}
    if (changed === undefined) return void response.destroy()
    const { 'content-length': _length, ...others } = changed.headers ?? right.headers
    response.writeHead(changed.status ?? status, others).end(changed.body ?? right.body)
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

async function verify(
  name: keyof typeof apis,
  find: (request: string) => Change | undefined,
): Promise<PactReport> {
  const { states, ...service } = await startService(apis[name], find)
  await using _service = service
  const { 'x-api-key': key, authorization } = apis[name].headers as Record<string, string | undefined>
  return await verifyProvider(service.url, {
    pacts: files[name] ?? '',
    states,
    ...(key && { headers: { 'X-Api-Key': key } }),
    ...(authorization && { token: authorization.replace('Bearer ', '') }),
  })
}

/** Changes the value of a body. */
const value =
  (change: (value: never) => unknown): Change =>
  ({ body }) => ({ body: JSON.stringify(change(JSON.parse(body) as never)) })
/** Adds these properties to a body, and removes those without a value. */
const properties = (more: object): Change => value((one: object) => ({ ...one, ...more }))
const becomes =
  (change: Partial<Response> | undefined): Change =>
  () =>
    change
const page = { headers: { 'content-type': 'text/html' }, body: '<p>' }
const success = becomes({ status: 200, headers: json, body: '{}' })

interface Listed {
  items: { id: number }[]
  data: object[]
}

/** Mistakes with each request. */
const mistakes: Record<keyof typeof apis, Record<string, readonly Change[]>> = {
  bookings: {
    'POST /rooms 201': [
      becomes({ status: 200 }),
      properties({ id: 'a' }),
      properties({ kind: 'suite' }),
      properties({ createdAt: 1704067200 }),
      properties({ name: undefined }),
    ],
    'POST /rooms 422': [becomes({ status: 500 }), becomes({ body: '{"status":422}' })],
    'GET /rooms 200': [
      value(({ items }: Listed) => items),
      properties({ total: 'one' }),
      value(({ items, ...one }: Listed) => ({ ...one, items: items.map(({ id }) => ({ id })) })),
    ],
    'GET /rooms/{} 404': [success, becomes(page)],
    'GET /rooms/{} 401': [success],
    'DELETE /rooms/{} 204': [becomes({ status: 200 })],
    'PUT /rooms/{} 200': [becomes({ status: 307, headers: { location: '/rooms/2' }, body: '' })],
  },
  trains: {
    'POST /bookings 201': [
      becomes({ status: 200 }),
      properties({ trip_id: 5 }),
      properties({ passenger_name: undefined }),
      properties({ has_dog: 'yes' }),
      becomes({ status: 503, body: '' }),
    ],
    'POST /bookings 400': [becomes({ headers: json }), becomes({ status: 201, headers: json })],
    'GET /bookings 200': [
      properties({ data: {} }),
      properties({ data: [] }),
      value(({ data }: Listed) => data),
      value(({ data, ...one }: Listed) => ({ ...one, data: data.map(() => null) })),
    ],
    'DELETE /bookings/{} 204': [becomes({ status: 202 })],
    'GET /stations 401': [success],
    'GET /stations 200': [becomes({ body: '{"data":[' })],
    'GET /trips 200': [becomes(undefined)],
  },
}
const names = ['bookings', 'trains'] as const

/** What a right service may do, too: more headers and properties, and another charset. */
const more: Change = ({ headers, body }) => ({
  headers: {
    ...headers,
    server: 'x',
    ...(headers['content-type']?.endsWith('json') && {
      'content-type': `${headers['content-type']}; charset=utf-8`,
    }),
  },
  body: body.replace(/^\{/, '{"_links":[],'),
})

test.each(names)('a right service of %s is not blamed, whatever else it sends', async (name) => {
  for (const change of [undefined, more]) {
    const { outcome, cases } = await verify(name, () => change)
    const problems = cases.flatMap(({ title, findings }) =>
      findings.map(({ problem }) => `${title}: ${problem}`),
    )
    expect([outcome, cases.length, problems]).toEqual(['passed', apis[name].requests.length, []])
  }
})

test.each(names.flatMap((name) => [0, 1, 2, 3, 4].map((round) => [name, round] as const)))(
  'each mistake of a service of %s is found, and blamed on no other request (%i)',
  async (name, round) => {
    const made: string[] = []
    const { outcome, cases } = await verify(name, (request) => {
      const change = mistakes[name][request]?.[round]
      if (change !== undefined) made.push(request)
      return change
    })
    const planned = Object.entries(mistakes[name]).filter(([, changes]) => changes[round] !== undefined)
    expect([...new Set(made)].toSorted()).toEqual(planned.map(([request]) => request).toSorted())
    const failed = cases.filter(({ status }) => status === 'failed')
    expect([outcome, failed.length]).toEqual(['failed', made.length])
  },
)
