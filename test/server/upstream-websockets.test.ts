import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl } from '../tools/send.ts'
import { startBoth, text } from './start-both.ts'

describe('a WebSocket', () => {
  /** Starts a service that sends back what a WebSocket sends; without frames, which no proxy reads. */
  async function startEcho() {
    const both = await startBoth(text('no socket'))
    const sockets: Socket[] = []
    const requests: IncomingMessage[] = []
    both.service.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      requests.push(request)
      sockets.push(socket)
      socket.on('error', () => {})
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
      socket.pipe(socket)
    })
    return { ...both, sockets, requests }
  }

  const upgrade = (target: string, method = 'GET') =>
    toRequestText({ method, target, headers: { Connection: 'Upgrade', Upgrade: 'websocket' }, body: '' })

  test('is passed on both ways', async () => {
    const { url, requests, log, store } = await startEcho()
    const connection = await openConnection(url)
    await connection.write(`${upgrade('/live?a=1')}early`)
    await connection.until(/^HTTP\/1\.1 101 .*early$/s)
    await connection.write('later')
    await connection.until(/later$/)
    expect(requests[0]).toMatchObject({
      url: '/live?a=1',
      headers: { 'x-forwarded-for': '127.0.0.1', connection: 'Upgrade', upgrade: 'websocket' },
    })
    await expect
      .poll(() => log)
      .toMatchObject([{ method: 'GET', path: '/live?a=1', status: 101, upstream: true }])
    expect(store.requests.all()).toMatchObject([{ answer: { status: 101 }, upstream: true }])
    connection.abandon()
  })

  test('closes at the upstream if the client goes, and the other way round', async () => {
    const { url, sockets } = await startEcho()
    const one = await openConnection(url)
    await one.write(upgrade('/live'))
    await one.until(/ 101 /)
    one.reset()
    await expect.poll(() => sockets[0]?.closed).toBe(true)
    const other = await openConnection(url)
    await other.write(upgrade('/live'))
    await other.until(/ 101 /)
    sockets[1]?.destroy()
    expect(await other.answers()).toMatchObject([{ status: 101 }])
  })

  test.each(['abandon', 'reset', 'end'] as const)(
    'closes at the upstream, and is logged, if the client goes before the answer: %s',
    async (leave) => {
      const { url, service, log, store } = await startBoth(text('no socket'))
      const sockets: Socket[] = []
      service.on('upgrade', (_request, socket: Socket) => sockets.push(socket.pipe(socket)))
      const connection = await openConnection(url)
      await connection.write(upgrade('/live'))
      await expect.poll(() => sockets.length).toBe(1)
      connection[leave]()
      await expect.poll(() => log).toMatchObject([{ status: 0, message: 'the client disconnected' }])
      await expect.poll(() => sockets[0]?.readableEnded || sockets[0]?.closed).toBe(true)
      expect(store.requests.all()).toMatchObject([{ answer: { status: 0 }, upstream: true }])
    },
  )

  test('does not keep the fake from stopping', async () => {
    const { url, sockets, close } = await startEcho()
    const connection = await openConnection(url)
    await connection.write(upgrade('/live'))
    await connection.until(/ 101 /)
    await close()
    await expect.poll(() => sockets[0]?.closed).toBe(true)
  })

  test('that the upstream refuses gets its answer', async () => {
    const { url, service, log } = await startBoth(text('no socket'))
    service.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno'),
    )
    expect(await sendRaw(url, upgrade('/live'))).toMatchObject([{ status: 401, body: 'no' }])
    await expect.poll(() => log).toMatchObject([{ status: 401, upstream: true }])
  })

  test('to an upstream that fails gets a 502 that says why', async () => {
    const { url, service } = await startBoth(text('no socket'))
    service.on('upgrade', (_request, socket) => socket.destroy())
    const [answer] = await sendRaw(url, upgrade('/live'))
    expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('it closed the connection') })
  })

  test.each([
    ['internal-error', 500],
    ['invalid-token', 401],
  ])('gets the fault %s', async (fault, status) => {
    const { url, requests } = await startEcho()
    await callControl(url, 'POST', '/faults', { fault, path: '/live' })
    expect(await sendRaw(url, upgrade('/live'))).toMatchObject([{ status }])
    expect(requests).toEqual([])
  })

  test('to the operation is a usual request', async () => {
    const { url } = await startEcho()
    const [answer] = await sendRaw(
      url,
      toRequestText({ headers: { Upgrade: 'websocket', Connection: 'Upgrade, close' } }),
    )
    expect(answer?.status).toBe(200)
  })
})
