import { expect, test } from 'vitest'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const origin = 'http://localhost:3000'
const allowed = 'access-control-allow-origin'
const method = { 'access-control-request-method': 'POST' }
const preflight = { method: 'OPTIONS', headers: { origin, ...method } }

test('a preflight gets a response without a length (RFC 9110 section 8.6), a journal entry, and a fault', async () => {
  const { url, mock } = await start()
  mock.faults.next('internal-error')
  for (const path of ['/plants', '/plants?from=test', '/nothing']) {
    const { status, headers, body } = await send(url + path, preflight)
    expect([status, headers[allowed], headers['content-length'], body]).toEqual([204, '*', undefined, ''])
  }
  expect([mock.requests.size, mock.faults.list().length]).toEqual([0, 1])
})

test('every response to a page can be read, if the option says so', async () => {
  const { url, configure } = await start()
  const readHeaders = async () => {
    const responses = [await sendPlant(url, {}, { headers: { origin } }), await send(`${url}/no`, preflight)]
    return responses.map(({ headers }) => headers[allowed])
  }
  expect(await readHeaders()).toEqual(['*', '*'])
  await configure({ cors: [origin] })
  expect(await readHeaders()).toEqual([origin, origin])
  await configure({ cors: false })
  expect(await readHeaders()).toEqual([undefined, undefined])
})

test('the control API is never open to pages of other origins', async () => {
  const { url } = await start()
  const { status, headers } = await send(`${url}/__admin/reset`, preflight)
  expect([status, headers[allowed]]).toEqual([403, undefined])
  const own = await callControl(url, 'GET', '/records', undefined, { origin: url })
  expect([own.status, own.headers[allowed]]).toEqual([200, undefined])
})

test.each([
  [[], 'no origin'],
  [false, 'no origin'],
  [['http://localhost:1', 'http://localhost:2'], 'http://localhost:1, http://localhost:2'],
])('the log and the response to a preflight say which pages may not read, for %j', async (cors, allows) => {
  const { url, log } = await start({ cors } as never)
  const { status, body } = await send(`${url}/plants`, preflight)
  const reason = `pages of "${origin}" may not read responses, because cors allows ${allows}`
  const message = `the method must be POST, got "OPTIONS": ${reason}`
  expect([status, JSON.parse(body).message]).toEqual([405, message])
  expect(log).toMatchObject([{ message }])
})

test('a page can read the headers that a fault sets, and those of a rejection', async () => {
  const { url, mock } = await start()
  mock.faults.next({ status: 503, headers: { 'Retry-After': '1', allow: 'GET', Vary: 'Accept' } })
  const { headers } = await sendPlant(url, {}, { headers: { origin } })
  const rejected = await sendPlant(url, {}, { headers: { origin, authorization: 'Basic a' } })
  expect([headers, rejected.headers].map((all) => all['access-control-expose-headers'])).toEqual([
    'content-type, retry-after, allow, vary',
    'content-type, www-authenticate',
  ])
})
