import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { sendBytes } from '../../src/http/send-bytes.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listenRaw } from './requests.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

test.each<[title: string, serve: (socket: Socket) => void, kinds: string[]]>([
  ['all answers', (socket) => socket.write(answer + answer), ['answer', 'answer']],
  ['one answer, and then the end', (socket) => socket.end(answer), ['answer', 'dropped']],
  ['no answer', (socket) => socket.destroy(), ['dropped', 'dropped']],
  ['something else', (socket) => socket.write('plants'), ['garbage', 'garbage']],
  [
    'an answer, and one without an end',
    (socket) => socket.write(`${answer}HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 ** 22)}`),
    ['answer', 'garbage'],
  ],
])('bytes get the answers of their connection, in their order: %s', async (_title, serve, kinds) => {
  let received = ''
  await using server = await listenRaw((socket) => {
    socket.on('data', (bytes) => {
      received += bytes
      if (received.endsWith('end')) serve(socket)
    })
  })
  const pieces = ['first', 'second', 'end'].map((text) => Buffer.from(text))
  const { signal } = new AbortController()
  const options = { base: new URL(server.url), limit: 60_000, signal }
  const outcomes = await sendBytes({ pieces, pause: 1 }, 2, options)
  expect(received).toBe('firstsecondend')
  expect(outcomes.map(({ kind }) => kind)).toEqual(kinds)
})

test('bytes get no answer in time, or none because the run is stopped, or because nothing listens', async () => {
  await using server = await listenRaw(() => {})
  const base = new URL(server.url)
  const { signal } = new AbortController()
  const send = (own: Partial<Parameters<typeof sendBytes>[2]>) =>
    sendBytes({ pieces: [Buffer.from('x')] }, 1, { base, limit: 100, signal, ...own })
  expect(await send({})).toMatchObject([{ kind: 'timeout', message: 'no complete answer within 100 ms' }])
  expect(await send({ signal: AbortSignal.abort() })).toMatchObject([{ kind: 'stopped' }])
  expect(await send({ base: new URL('http://127.0.0.1:1'), limit: 60_000 })).toMatchObject([{ kind: 'gone' }])
})

test('a body that waits for a 100 is sent to a server that knows none', async () => {
  await using server = await listenRaw((socket) => {
    socket.on('data', (bytes) => bytes.toString().endsWith('body') && socket.write(answer))
  })
  const pieces = ['head', 'body'].map((text) => Buffer.from(text))
  const { signal } = new AbortController()
  const options = { base: new URL(server.url), limit: 60_000, signal }
  expect(await sendBytes({ pieces, waitsFor100: true }, 1, options)).toMatchObject([{ kind: 'answer' }])
})

test.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost'])(
  'bytes that want no answer are sent to %s, and the connection is closed',
  async (address) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    let received = ''
    let serverName: unknown
    const isTls = address.startsWith('https')
    await using server = await listenRaw(
      (socket) => {
        serverName = (socket as { servername?: unknown }).servername
        socket.on('data', (data) => {
          received += data
        })
      },
      isTls ? createServer(texts) : undefined,
    )
    const base = new URL(`${address}:${new URL(server.url).port}`)
    const { signal } = new AbortController()
    const pieces = [Buffer.from('POST /plants HT')]
    expect(await sendBytes({ pieces }, 0, { base, limit: 60_000, signal })).toEqual([])
    await expect.poll(() => received).toBe('POST /plants HT')
    expect(serverName || undefined).toBe(address.endsWith('localhost') ? 'localhost' : undefined)
  },
)
