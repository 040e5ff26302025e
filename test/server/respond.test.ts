import { describe, expect, test } from 'vitest'
import type { FaultName } from '../../src/mock/faults/fault-kinds.ts'
import { toApi } from '../contract/describe-api.ts'
import { has } from '../tools/optional-tools.ts'
import { runProcess } from '../tools/processes.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'
import { share, start } from './start.ts'

const server = await share()

const length = { 'content-length': '19' }
const type = { 'content-type': 'application/json' }
const ask = async (method: string, target: string) =>
  (await sendRaw(server.url, toRequestText({ method, target, body: '' })))[0]

describe('a response', () => {
  test('has the length of its body in bytes', async () => {
    const { headers, body } = await sendPlant(server.url, { id: 1, name: 'Café' })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '16' })
    expect(body).toBe('{"name":"Café"}')
    const list = await ask('GET', '/__admin/records/plants')
    expect(list).toMatchObject({ body: '{"total":1,"records":[{"id":1,"name":"Café"}]}' })
  })

  test.each(['/plants', '/nothing', '/__admin/health'])(
    'to HEAD %s has no body, and the headers of GET (RFC 9110 section 9.3.2)',
    async (target) => {
      const [head, get] = await Promise.all([ask('HEAD', target), ask('GET', target)])
      expect([head?.body, get?.body]).toEqual(['', expect.stringMatching(/./)])
      const { date: _now, 'content-length': length, ...others } = get?.headers ?? {}
      expect(head).toMatchObject({ status: get?.status, headers: others })
      // Section 8.6: the length may be missing, but must not be wrong.
      expect([undefined, length]).toContain(head?.headers['content-length'])
    },
  )
})

describe('an event stream', () => {
  const example = ['one', 'two']
  const content = { 'text/event-stream': { example } }
  const contract = toApi({ '/ticks': { get: { responses: { 200: { content } } } } })
  const ask = async (method: string, url: string) =>
    (await sendRaw(url, toRequestText({ method, target: '/ticks', body: '' })))[0]

  test('is sent in one chunk for each event', async () => {
    const { url } = await start({ contract })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ method: 'GET', target: '/ticks', body: '' }))
    await connection.until(/\r\n\r\nb\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n0\r\n\r\n$/)
  })

  test('is cut off by a fault', async () => {
    const { url, mock } = await start({ contract })
    mock.faults.next('cut-off-body')
    expect(await ask('GET', url)).toMatchObject({
      headers: { 'content-length': '22' },
      body: 'data: one\n\n',
    })
  })
})

test('a client that closes its sending side gets a delayed response', async () => {
  server.mock.faults.next({ delay: 20 })
  const connection = await openConnection(server.url, { allowHalfOpen: true })
  await connection.write(toRequestText())
  connection.end()
  expect(await connection.answers()).toMatchObject([{ status: 200, body: '{"name":"Monstera"}' }])
})

test.each<[fault: FaultName, what: string, responses: object[]]>([
  ['dropped-connection', 'closes the connection in the beginning of a response', [{ status: 100 }]],
  ['closed-connection', 'closes the connection without a response', []],
  [
    'cut-off-body',
    'closes it before the end of the body',
    [{ status: 200, headers: length, body: '{"name":"' }],
  ],
  [
    'not-json-body',
    'breaks only the body',
    [{ status: 200, headers: type, body: expect.stringMatching(/^<html>/) }],
  ],
])('the fault %s %s', async (fault, _what, responses) => {
  server.mock.faults.next(fault)
  const Connection = fault === 'not-json-body' ? 'close' : 'keep-alive'
  expect(await sendRaw(server.url, toRequestText({ headers: { Connection } }))).toMatchObject(responses)
})

describe("a client that reuses a connection doesn't send again what the mock dropped", () => {
  /** Counts only what the client was told to send, since a browser asks for an icon, too. */
  const expectTwo = (): void => {
    const sent = server.mock.requests.matching({ method: 'POST', path: '/plants' })
    expect(sent.map(({ response }) => response?.status)).toEqual([401, 0])
  }
  const dropSecond = (): void => {
    server.mock.faults.next('missing-credentials')
    server.mock.faults.next('dropped-connection')
  }

  test.skipIf(!has('curl'))('curl', async () => {
    dropSecond()
    const post = ['-s', '-d', '{}', `${server.url}/plants`]
    await runProcess('curl', [...post, '--next', ...post])
    expectTwo()
  })
})
