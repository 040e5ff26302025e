import { expect, test } from 'vitest'
import type { ServerOptions } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { bookings } from '../mock/bookings.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { replaceMethods } from '../tools/replace-methods.ts'
import { callControl, readError, send, sendPlant } from '../tools/send.ts'
import { share, start } from './start.ts'

const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status)

const server = await share({ contract: plantStoreAt('/v1') })

test.each<[target: string, status: number]>([
  ['/v1/plants?from=test', 200],
  ['http://plants.example/v1/plants?from=test', 200],
  ['HTTP://plants.example:8080/v1/plants', 200],
  ['http://plants.example', 404],
  ['*', 404],
  ['/v1/__admin/health', 404],
  ['/__administrator', 404],
  ['/__admin-health', 404],
])('the target %s below the base path /v1 is %i, and in the journal', async (target, status) => {
  const method = target === '*' ? 'OPTIONS' : 'POST'
  expect(statuses(await sendRaw(server.url, toRequestText({ method, target })))).toEqual([status])
  const [entry] = server.mock.requests.all()
  expect(entry?.request.path).toBe(target.replace(/^http:\/\/[^/]+\/?/i, '/'))
})

test.each(['/__admin/health', 'http://localhost/__admin/health', '/__admin/health?'])(
  '%s is the control API, independent of the base path',
  async (target) => {
    const responses = await sendRaw(server.url, toRequestText({ method: 'GET', target, body: '' }))
    expect(responses).toMatchObject([{ status: 200, body: '{"status":"ok","storage":"memory"}' }])
  },
)

test('a request with an unknown expectation, which fetch does not send, gets its response', async () => {
  const text = toRequestText({ target: '/v1/plants', headers: { Expect: 'a-miracle' } })
  expect(statuses(await sendRaw(server.url, text))).toEqual([200])
})

test('a request with an invalid Host is in the journal of its token', async () => {
  const { url, mock } = await start({ isolate: 'token' })
  await sendRaw(url, toRequestText({ headers: { Host: 'a b', Authorization: 'Bearer one' } }))
  const own = await callControl(url, 'GET', '/requests', undefined, { authorization: 'Bearer one' })
  expect([JSON.parse(own.body).requests.length, mock.requests.size]).toEqual([1, 0])
})

test('the log leaves out what the page asks for, and has what it changes and what is rejected', async () => {
  const { url, log } = await start()
  const headers = { 'x-page': '1' }
  for (const path of ['', '/', '/records', '/nothing'])
    await callControl(url, 'GET', path, undefined, headers)
  await callControl(url, 'DELETE', '/requests', undefined, headers)
  await callControl(url, 'GET', '/records')
  await callControl(url, 'GET', '/events')
  await sendPlant(url, '{}', { headers })
  expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /__admin/nothing',
    'DELETE /__admin/requests',
    'GET /__admin/records',
    'GET /__admin/events',
    'POST /plants',
  ])
})

const fail = () => {
  throw new Error('out of order')
}
const failLater = async () => fail()
const broken = (methods: object): ServerOptions => ({ storage: replaceMethods(() => methods) })
const brokenMock = (handle: Mock['handle']) => ({ mock: { ...createMock(), handle } })
test.each<[what: string, options: ServerOptions]>([
  ['a storage that fails immediately', broken({ insert: fail })],
  ['a storage that fails later', broken({ insert: failLater })],
  ['a storage that fails to replace', { ...broken({ put: fail }), onDuplicate: 'replace' }],
  [
    'a storage that fails to seed',
    { ...broken({ insert: failLater }), seed: { plants: [{ id: 9, name: 'Fern' }] } },
  ],
  ['a mock that fails immediately', brokenMock(fail)],
  ['a mock that fails later', brokenMock(failLater)],
])('%s gives 500 with an Error that says so, and a log entry', async (_what, options) => {
  const { url, log } = await start(options)
  const response = await sendPlant(url)
  expect(response.status).toBe(500)
  const message = expect.stringMatching(/failed: .*out of order/)
  expect(readError(response)).toEqual({ error: 50001, message })
  expect(log).toMatchObject([{ status: 500, failure: 'internal-error' }])
})

test('a browser that opens the address gets the page of the control API, if that is on', async () => {
  const browser: RequestInit = { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' }
  const { headers, status } = await send(new URL('/', server.url), browser)
  expect([status, headers['location']]).toEqual([307, '/__admin/'])
  const { url } = await start({ host: '0.0.0.0' })
  expect((await send(url, browser)).status).toBe(404)
  for (const other of [{}, { ...browser, method: 'POST' }])
    expect((await send(new URL('/', server.url), other)).status).toBe(404)
  expect((await send(new URL('/other', server.url), browser)).status).toBe(404)
  const paths = { '/': { get: { responses: { '200': { description: 'Home' } } } } }
  const own = await start({ contract: toContract({ ...bookings, servers: [], security: [], paths }) })
  expect((await send(own.url, browser)).status).toBe(200)
})
