import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listen, toServerUrl } from '../../src/http/listen.ts'
import {
  BodyTooLargeError,
  readStream,
  startLocalServer,
  toForwarded,
  writeAnswer,
} from '../../src/http/relay.ts'
import { has } from '../tools/optional-tools.ts'
import { send } from '../tools/send.ts'

async function* repeat(chunk: Buffer, times: number) {
  for (let left = times; left > 0; left--) yield chunk
}

const MiB = Buffer.alloc(2 ** 20)

test('a body may have 64 MiB', async () => {
  expect((await readStream(repeat(MiB, 64))).length).toBe(64 * 2 ** 20)
  expect((await readStream(null)).length).toBe(0)
  async function* more() {
    yield* repeat(MiB, 64)
    yield Buffer.alloc(1)
  }
  const error = await readStream(more()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BodyTooLargeError)
  expect(error).toMatchObject({ name: 'BodyTooLargeError', message: 'the body has more than 67108864 bytes' })
})

const ofHop = { Connection: 'close , X-Hop', 'x-hop': '1' }
const ofConnection = { HOST: 'a', Expect: '100-continue', ...ofHop, TE: 'x', 'Keep-Alive': '1' }

test.each<[title: string, rawHeaders: string[], body: string, forwarded: string[]]>([
  ['no headers', [], '', []],
  ['headers as they are', ['X-a', '1', 'x-A', '2'], '', ['X-a: 1', 'x-A: 2']],
  ['none of the connection', Object.entries(ofConnection).flat(), '', []],
  ['the length of the body', ['Transfer-Encoding', 'chunked'], 'é', ['Content-Length: 2']],
  ['a length of none', ['content-length', '7'], '', ['Content-Length: 0']],
])('a forwarded request has %s', (_, rawHeaders, body, forwarded) => {
  const base = new URL('http://plants.example:81/base/')
  const incoming = { method: 'PUT', rawHeaders } as IncomingMessage
  const { headers, ...rest } = toForwarded(incoming, '/a?b', Buffer.from(body), base)
  expect(headers.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Host: plants.example:81',
    ...forwarded,
  ])
  expect(rest).toEqual({ method: 'PUT', path: '/base/a?b', pieces: body === '' ? [] : [Buffer.from(body)] })
})

describe('an answer is passed on', () => {
  test.each<[method: string, status: number, body: string, length: string | null]>([
    ['POST', 200, 'é', '2'],
    ['HEAD', 200, '', '7'],
    ['POST', 204, '', '7'],
    ['POST', 304, '', '7'],
  ])('%s: %i', async (method, status, body, length) => {
    const own = { 'X-Two': 'a', 'x-two': 'b', Connection: 'x-hop', 'X-Hop': '1', 'Content-Length': '7' }
    await using server = await startLocalServer((_request, response) => {
      const answer = { status, headers: Object.entries(own), body: Buffer.from('é') }
      if (method === 'POST' && status === 200) writeAnswer(response, answer)
      else writeAnswer(response, answer, method)
    })
    const answer = await send(server.url, { method })
    expect(answer).toMatchObject({ status, body, headers: { 'x-two': 'a, b' } })
    expect(answer.headers).not.toHaveProperty('x-hop')
    expect(answer.headers['content-length'] ?? '7').toBe(length)
  })
})

describe('a server listens', () => {
  test.each(['127.0.0.1', ...(has('ipv6') ? ['[::1]'] : [])])('on %s', async (host) => {
    const server = createServer()
    expect(toServerUrl(await listen(server, 0, host.replace(/^\[(.*)]$/, '$1')))).toMatch(`http://${host}:`)
    expect(server.listenerCount('error')).toBe(0)
    server.close()
  })

  test('on a free port of loopback, and on none that is in use', async () => {
    await using server = await startLocalServer(() => {})
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    await expect(listen(createServer(), Number(new URL(server.url).port))).rejects.toThrow('EADDRINUSE')
  })
})
