import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { sendBytes } from '../../src/http/send-bytes.ts'
import { listenRaw } from './requests.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

test.each<[title: string, serve: (socket: Socket) => void, kinds: string[]]>([
  ['all answers', (socket) => socket.write(answer + answer), ['answer', 'answer']],
  ['one answer, and then the end', (socket) => socket.end(answer), ['answer', 'dropped']],
  ['no answer', (socket) => socket.destroy(), ['dropped', 'dropped']],
  ['something else', (socket) => socket.write('plants'), ['garbage', 'garbage']],
  [
    'an answer, and one without an end',
    (socket) => socket.write(`${answer}HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 ** 21)}`),
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
