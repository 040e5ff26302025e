import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { collectBody } from '../../src/adapters/server/collect-body.ts'
import { openConnection, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const ficus = { id: 2, name: 'Ficus' }
const mebibyte = 1024 * 1024

/** Begins to collect a body, whose length the head tells or not. */
function createBody(limit: number, length?: number) {
  const headers =
    length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${length}` }
  const request = Object.assign(new EventEmitter(), { headers, resume: vi.fn() })
  const onBody = vi.fn<(body: Buffer) => void>()
  collectBody(request as unknown as IncomingMessage, limit, onBody)
  return { request, onBody }
}

describe('collectBody', () => {
  test.each<[chunks: string[], body: string]>([
    [[], ''],
    [['abcd'], 'abcd'],
    [['ab', 'cd'], 'abcd'],
    [['abcd', 'efgh'], 'abcde'],
    [['abcdefgh'], 'abcde'],
    [['ab', 'cdef', 'gh'], 'abcde'],
    [['abc', 'de', 'fg'], 'abcde'],
  ])('keeps the first byte over a limit of 4 of %j', (chunks, body) => {
    const { request, onBody } = createBody(4)
    for (const chunk of chunks) request.emit('data', Buffer.from(chunk))
    expect(onBody).not.toHaveBeenCalled()
    request.emit('end')
    expect(onBody.mock.calls.map(([got]) => got.toString())).toEqual([body])
    const known = createBody(4, chunks.join('').length)
    for (const chunk of chunks) known.request.emit('data', Buffer.from(chunk))
    expect(known.onBody.mock.calls.map(([got]) => got.toString())).toEqual([body])
  })

  test('gives up on a body that is 64 MiB over the limit, once', () => {
    const { request, onBody } = createBody(4)
    request.emit('data', Buffer.alloc(4))
    for (let count = 0; count < 64; count++) request.emit('data', Buffer.alloc(mebibyte))
    expect(onBody).not.toHaveBeenCalled()
    for (let count = 0; count < 2; count++) request.emit('data', Buffer.alloc(1))
    request.emit('end')
    expect(onBody.mock.calls.map(([{ length }]) => length)).toEqual([5])
    expect(request.resume).toHaveBeenCalled()
  })
})

test('a body far over the limit gets 413 while the client is still sending', async () => {
  const { url, mock } = await start({ maxBody: 1000 })
  const connection = await openConnection(url)
  const length = 8 * mebibyte
  for (const Connection of ['keep-alive', 'close']) {
    const headers = { Connection, 'Content-Length': String(length) }
    await connection.write(toRequestText({ headers, body: '' }))
    for (let sent = 0; sent < length; sent += mebibyte) await connection.write(Buffer.alloc(mebibyte, 'x'))
  }
  expect((await connection.answers()).map(({ status }) => status)).toEqual([413, 413])
  const body = expect.stringMatching(/^x{100,1001}$/)
  expect(mock.requests.all()[0]).toMatchObject({ failure: 'body-too-large', request: { body } })
})

test('a chunked body is read as one body', async () => {
  const { url } = await start()
  const connection = await openConnection(url)
  const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
  await connection.write(toRequestText({ headers, body: '' }))
  // Each byte is a chunk, so the é is split.
  for (const byte of Buffer.from('{"id":1,"name":"Café"}'))
    await connection.write(Buffer.from([...Buffer.from('1\r\n'), byte, 13, 10]))
  await connection.write('0\r\n\r\n')
  expect(await connection.answers()).toMatchObject([{ status: 200, body: '{"name":"Café"}' }])
})

test.each<[title: string, leave: 'abandon' | 'end' | 'reset']>([
  ['without a word', 'abandon'],
  ['after closing its sending side', 'end'],
  ['like a crash', 'reset'],
])('a client that disconnects in the middle of the body %s stores nothing', async (_title, leave) => {
  const { url, mock, close, log } = await start()
  const connection = await openConnection(url)
  const headers = { 'Content-Length': '1000', Expect: '100-continue' }
  await connection.write(toRequestText({ headers, body: '' }))
  await connection.until(/100 Continue/)
  // The sent part is a complete plant, but not the complete body.
  await connection.write('{"id":1,"name":"Monstera"}')
  connection[leave]()
  expect((await sendPlant(url, ficus)).status).toBe(200)
  // This resolves once the server has closed all connections.
  await close()
  expect(mock.records('plants').list()).toEqual([ficus])
  expect(mock.requests.size).toBe(1)
  expect(log.find(({ aborted }) => aborted)).toEqual({
    method: 'POST',
    path: '/plants',
    status: 0,
    duration: expect.any(Number),
    aborted: true,
    message: 'the client disconnected before the request was complete',
  })
  expect(log).toHaveLength(2)
})

test.each([
  [0, '100 Continue', [100, 400]],
  [1, '413', [413]],
])(
  'a client that waits for 100 Continue with %i bytes over the limit gets %s',
  async (over, _what, statuses) => {
    const { url, mock, log, close } = await start({ maxBody: 1000 })
    const connection = await openConnection(url)
    const headers = { 'Content-Length': `${1000 + over}`, Expect: '100-continue' }
    await connection.write(toRequestText({ headers, body: '' }))
    if (over === 0) {
      await connection.until(/100 Continue/)
      await connection.write(' '.repeat(1000))
    }
    expect((await connection.answers()).map(({ status }) => status)).toEqual(statuses)
    expect(mock.requests.last()).toMatchObject({ response: { status: statuses.at(-1) } })
    await close()
    expect(log.map(({ status }) => status)).toEqual(statuses.slice(-1))
  },
)
