import { getMaxListeners } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { createSender, type SenderOptions } from '../../src/http/sender.ts'
import { listen } from '../tools/listen.ts'
import { listenRaw, toRequest } from './requests.ts'

/** Makes a listener that answers as soon as so many requests wait. */
function answerTogether(count: number): RequestListener {
  let waiting: ServerResponse[] = []
  return (_request, response) => {
    if (waiting.push(response) < count) return
    for (const each of waiting) each.end()
    waiting = []
  }
}

/** Starts a server and a sender for it; the server counts connections and the requests that it answers at a time. */
async function startSender(listener: RequestListener, options: Partial<SenderOptions> = {}) {
  const seen = { connections: 0, open: 0, most: 0 }
  const server = createServer((request, response) => {
    seen.most = Math.max(seen.most, ++seen.open)
    response.on('close', () => seen.open--)
    listener(request, response)
  }).on('connection', () => seen.connections++)
  const listening = await listen(server)
  const base = new URL(listening.url)
  const { signal } = new AbortController()
  const sender = createSender({ base, requestLimit: 60_000, concurrency: 24, signal, ...options })
  return {
    sender,
    seen,
    listening,
    send: (path = '/plants', fresh = false) => sender.send(toRequest(base, { path }), { fresh }),
    async [Symbol.asyncDispose]() {
      sender[Symbol.dispose]()
      await listening[Symbol.asyncDispose]()
    },
  }
}

const show = ({ outcome }: Exchange) => (outcome.kind === 'answer' ? outcome.answer.status : outcome.kind)

test('an exchange says when, how often, and with how many others it was sent', async () => {
  await using own = await startSender(answerTogether(2))
  const { sender } = own
  expect([sender.base.href, sender.sent, sender.limited, sender.rate, sender.latency]).toEqual([
    `${own.listening.url}/`,
    0,
    0,
    Number.POSITIVE_INFINITY,
    0,
  ])
  const [one, other] = await Promise.all([own.send(), own.send()])
  expect(one).toMatchObject({ number: 1, atOnce: 2, startedAt: expect.stringMatching(/^\d{4}-.+Z$/) })
  expect(other).toMatchObject({ number: 2, atOnce: 2, request: { path: '/plants' } })
  expect(sender.sent).toBe(2)
})

test('connections are kept, but not for a request that wants its own', async () => {
  await using own = await startSender((_request, response) => response.end())
  for (const _time of [1, 2]) await own.send()
  expect(own.seen.connections).toBe(1)
  for (const _time of [1, 2]) await own.send('/plants', true)
  expect(own.seen.connections).toBe(3)
})

test('the latency is the lower quartile of the first nine answers', async () => {
  await using own = await startSender((_request, response) => response.end())
  const durations: number[] = []
  for (let left = 12; left > 0; left--) durations.push((await own.send()).duration)
  expect(own.sender.latency).toBe(durations.slice(0, 9).toSorted((one, other) => one - other)[2])
})

test.each<[title: string, headers: Record<string, string>, statuses: number[], sent: number, last: number]>([
  ['it says when to retry', { 'retry-after': '0' }, [429, 503, 429, 200], 4, 200],
  ['it says so again and again', { 'retry-after': '0' }, [429, 429, 429, 429, 429], 4, 429],
  ['it does not say when to retry', {}, [503, 429, 503, 429, 503, 429, 503], 6, 429],
])('a request is sent again if the service asks for fewer: %s', async (_, headers, statuses, sent, last) => {
  let count = -2
  await using own = await startSender((_request, response) => {
    response.writeHead(statuses[count++] ?? 200, headers).end()
  })
  // The pace is that of the requests before.
  await Promise.all([own.send(), own.send()])
  expect(show(await own.send())).toBe(last)
  expect([own.sender.sent - 2, own.sender.limited]).toEqual([sent, last === 200 ? sent - 1 : sent])
  expect(Number.isFinite(own.sender.rate)).toBe(last === 200)
})

test('a service that asked for fewer requests gets the next one later', async () => {
  let count = 0
  await using own = await startSender((_request, response) => {
    response.writeHead(count++ === 0 ? 429 : 200, { 'retry-after': '0' }).end()
  })
  const start = performance.now()
  expect(show(await own.send())).toBe(200)
  // After one request alone, the pace is one per second.
  expect(Math.ceil(performance.now() - start)).toBeGreaterThanOrEqual(1000)
})

test('a service that never was there is not waited for', async () => {
  const own = await startSender(() => {})
  await own[Symbol.asyncDispose]()
  expect([show(await own.send()), own.sender.sent]).toEqual(['unreachable', 1])
})

test('a service that is gone is waited for once, and again if it comes back', async () => {
  const own = await startSender((_request, response) => response.end())
  const { sender, listening } = own
  const ask = async () => {
    const { sent } = sender
    return [show(await own.send('/', true)), sender.sent - sent]
  }
  expect(await ask()).toEqual([200, 1])
  await listening[Symbol.asyncDispose]()
  expect([await ask(), await ask()]).toEqual([
    ['gone', 4],
    ['gone', 1],
  ])
  const again = createServer((_request, response) => response.end())
  again.listen(Number(sender.base.port), '127.0.0.1')
  expect(await ask()).toEqual([200, 1])
  again.close()
  expect(await ask()).toEqual(['gone', 4])
  sender[Symbol.dispose]()
})

test.each([
  ['at least 500 ms', '/quick', 500, 500],
  ['four times the slowest answer', '/slow', 600, 800],
])('after five timeouts, a request gets %s', async (_, path, least, most) => {
  await using own = await startSender(
    ({ url }, response) => {
      if (url === '/quick') response.end()
      if (url === '/slow') setTimeout(() => response.end(), 150)
    },
    { requestLimit: 800 },
  )
  expect(show(await own.send(path))).toBe(200)
  const limitOf = ({ outcome }: Exchange) =>
    outcome.kind === 'timeout' ? Number(/within ([\d.]+) ms/.exec(outcome.message)?.[1]) : Number.NaN
  const first = await Promise.all(Array.from({ length: 4 }, () => own.send('/hang')))
  expect([...first, await own.send('/hang')].map(limitOf)).toEqual(Array(5).fill(800))
  const limit = limitOf(await own.send('/hang'))
  expect(limit).toBeGreaterThanOrEqual(least)
  expect(limit).toBeLessThanOrEqual(most)
})

test('alone, requests are sent once, each on its own connection, while nothing else runs', async () => {
  const waiting: ServerResponse[] = []
  await using own = await startSender(({ url, socket }, response) => {
    if (url === '/wait') waiting.push(response)
    else response.writeHead(429, { 'x-port': `${socket.remotePort}`, 'retry-after': '0' }).end()
  })
  const { sender, seen } = own
  const slow = own.send('/wait')
  await expect.poll(() => waiting.length).toBe(1)
  const alone = sender.alone(async (send) => {
    expect(seen.open).toBe(0)
    const request = toRequest(sender.base)
    return [show(await send(request)), show(await send(request))]
  })
  waiting[0]?.end()
  expect(show(await slow)).toBe(200)
  expect(await alone).toEqual([429, 429])
  expect([sender.sent, seen.connections]).toEqual([3, 3])
})

test('fewer requests at once are at least two', async () => {
  await using own = await startSender(answerTogether(2))
  expect([own.sender.slowDown(), own.sender.slowDown(), own.sender.slowDown()]).toEqual([true, true, false])
  await Promise.all(Array.from({ length: 10 }, () => own.send()))
  expect(own.seen.most).toBe(2)
})

test('a run that stops sends nothing again, and any number of requests may wait for its signal', async () => {
  const stop = new AbortController()
  await using own = await startSender(() => stop.abort(), { signal: stop.signal })
  expect(getMaxListeners(stop.signal)).toBe(0)
  expect([show(await own.send()), own.sender.sent]).toEqual(['stopped', 1])
})

test('after an answer that HTTP allows and Node refuses, requests are sent without its parser', async () => {
  const received: string[] = []
  await using server = await listenRaw((socket) => {
    socket.on('data', (data) => {
      received.push(String(data))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  const base = new URL(server.url)
  const { signal } = new AbortController()
  using sender = createSender({ base, requestLimit: 60_000, concurrency: 1, signal })
  for (const path of ['/first', '/second'])
    expect(show(await sender.send(toRequest(base, { path })))).toBe(200)
  expect(received.at(-1)).toBe(`POST /second HTTP/1.1\r\nHost: ${base.host}\r\n\r\n`)
})
