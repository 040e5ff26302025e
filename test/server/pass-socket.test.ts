import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl } from '../tools/send.ts'
import { actAs, nodes, startBoth, text } from './start.ts'

const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
const upgrade = toRequestText({ method: 'GET', target: '/live?a=1', headers, body: '' })
const disconnected = { status: 0, message: 'the client disconnected', upstream: true }

describe.each(nodes)('a WebSocket, on Node %s,', (version) => {
  /** Starts a service that takes WebSockets, and a fake in front of it. */
  async function startSocket(take: (socket: Socket) => void) {
    actAs({ node: `${version}.0.0` })
    const both = await startBoth(text('no socket'))
    const sockets: Socket[] = []
    const requests: IncomingMessage[] = []
    both.service.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      requests.push(request)
      sockets.push(socket)
      socket.on('error', () => {})
      take(socket)
    })
    return { ...both, sockets, requests }
  }
  const accept = (socket: Socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  /** Sends back what a WebSocket sends; without frames, which no proxy reads. */
  const startEcho = () =>
    startSocket((socket) => {
      accept(socket)
      socket.pipe(socket)
    })
  async function connect(url: string, more = '') {
    const connection = await openConnection(url, { allowHalfOpen: true })
    await connection.write(upgrade + more)
    await connection.until(/^HTTP\/1\.1 101 /)
    return connection
  }

  test('is passed on both ways, and is logged once', async () => {
    const { url, requests, sockets, log, store } = await startEcho()
    const connection = await connect(url, 'early')
    await connection.until(/early$/)
    await connection.write('later')
    await connection.until(/later$/)
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/live?a=1' })
    expect(requests[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      connection: 'Upgrade',
      upgrade: 'websocket',
    })
    connection.abandon()
    await expect.poll(() => sockets[0]?.closed).toBe(true)
    const duration = expect.any(Number)
    expect(log).toEqual([{ method: 'GET', path: '/live?a=1', status: 101, duration, upstream: true }])
    const answer = { status: 101, headers: { upgrade: 'websocket' } }
    expect(store.requests.all()).toMatchObject([{ answer, upstream: true }])
  })

  test('comes after the answers to the requests before it, with the bytes of its headers, and cookies of the fake', async () => {
    const head =
      'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Caf: \xe9\r\nSet-Cookie: a=1; Domain=b\r\n\r\n'
    const { url } = await startSocket((socket) => {
      socket.write(head, 'latin1')
      socket.pipe(socket)
    })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ headers: { Connection: 'keep-alive' } }) + upgrade)
    await connection.until(/^HTTP\/1\.1 200 .+HTTP\/1\.1 101 .+x-caf: \xe9\r\nset-cookie: a=1\r\n\r\n$/s)
    connection.abandon()
  })

  test('closes at the upstream if the client goes, and the other way round', async () => {
    const { url, sockets } = await startEcho()
    const one = await connect(url)
    one.reset()
    await expect.poll(() => sockets[0]?.closed).toBe(true)
    const other = await connect(url)
    sockets[1]?.destroy()
    await other.until(/\r\n\r\n$/)
    other.end()
    expect(await other.answers()).toMatchObject([{ status: 101 }])
  })

  test('brings what the upstream says after the client has ended its side', async () => {
    const { url } = await startSocket((socket) => {
      accept(socket)
      socket.resume().on('end', () => socket.end('bye'))
    })
    const connection = await connect(url)
    connection.end()
    await connection.until(/bye$/)
  })

  test.each(['abandon', 'reset', 'end'] as const)(
    'closes at the upstream, and is logged, if the client goes before the answer: %s',
    async (leave) => {
      const { url, sockets, log, store } = await startSocket((socket) => socket.pipe(socket))
      const connection = await openConnection(url)
      await connection.write(upgrade)
      await expect.poll(() => sockets.length).toBe(1)
      connection[leave]()
      await expect.poll(() => log).toMatchObject([disconnected])
      await expect.poll(() => sockets[0]?.readableEnded || sockets[0]?.closed).toBe(true)
      expect(store.requests.all()).toMatchObject([{ answer: { status: 0 }, upstream: true }])
    },
  )

  test('does not keep the fake from stopping', async () => {
    const { url, sockets, close } = await startEcho()
    await connect(url)
    await close()
    await expect.poll(() => sockets[0]?.closed).toBe(true)
  })

  test.each<[what: string, take: (socket: Socket) => void, answer: object]>([
    [
      'refuses it passes on the refusal',
      (socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno'),
      { status: 401, body: 'no' },
    ],
    [
      'answers no valid status becomes a 502 that says so',
      (socket) => socket.end('HTTP/1.1 099 X\r\n\r\n'),
      { status: 502, body: expect.stringContaining('its answer has the invalid status 099') },
    ],
    [
      'fails becomes a 502 that says why',
      (socket) => socket.destroy(),
      { status: 502, body: expect.stringContaining('it closed the connection') },
    ],
  ])('to an upstream that %s', async (_what, take, answer) => {
    const { url, log } = await startSocket(take)
    expect(await sendRaw(url, upgrade)).toMatchObject([answer])
    await expect
      .poll(() => log)
      .toMatchObject([{ status: (answer as { status: number }).status, upstream: true }])
  })

  test.each([
    ['internal-error', [{ status: 500 }]],
    ['invalid-token', [{ status: 401 }]],
    ['dropped-connection', []],
    ['cut-off-body', []],
  ])('gets the fault %s, and the upstream gets nothing', async (fault, answers) => {
    const { url, adminUrl, requests, log } = await startEcho()
    await callControl(adminUrl, 'POST', '/faults', { fault, path: '/live' })
    expect(await sendRaw(url, upgrade)).toMatchObject(answers)
    expect(requests).toEqual([])
    expect(log.slice(1)).toMatchObject([
      { path: '/live?a=1', status: answers[0]?.status ?? 0, upstream: true },
    ])
  })

  test('is a usual request to the operation, or with another method or protocol', async () => {
    const { url, requests } = await startEcho()
    const toUsual = (request: object, more = {}) =>
      toRequestText({ ...request, headers: { ...headers, Connection: 'Upgrade, close', ...more } })
    expect(await sendRaw(url, toUsual({}))).toMatchObject([{ status: 200, body: '{"name":"Monstera"}' }])
    const usual = [
      toUsual({ target: '/live' }),
      toUsual({ method: 'GET', target: '/live' }, { Upgrade: 'h2c' }),
    ]
    for (const text of usual) expect((await sendRaw(url, text))[0]?.body).toContain('no socket')
    expect(requests).toEqual([])
  })
})
