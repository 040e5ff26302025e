import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCors } from '../../src/doors/cors.ts'
import { type AnsweredRequest, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { createUpstream } from '../../src/server/upstream.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { listen } from '../listen.ts'
import {
  callControl,
  openConnection,
  postPlant,
  readError,
  send,
  sendRaw,
  toRequestText,
} from './raw-request.ts'

const mebibyte = 1024 * 1024

/** Starts a service and a fake in front of it. */
async function startBoth(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  { prefix = '', ...options }: ServerOptions & { prefix?: string } = {},
) {
  const log: AnsweredRequest[] = []
  const service = createServer(listener)
  const upstream = await listen(service)
  const server = await startServer({
    port: 0,
    upstream: upstream.url + prefix,
    onRequest: (request) => log.push(request),
    ...options,
  })
  onTestFinished(async () => {
    server.closeNow()
    await Promise.all([server.close(), upstream[Symbol.asyncDispose]()])
  })
  return { ...server, service, upstreamUrl: upstream.url, log }
}

/** A service that answers with what it got. */
const mirror = (request: IncomingMessage, response: ServerResponse): void => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers }))
}

const text = (answer: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(answer)
}

describe('the fake answers', () => {
  test.each<[what: string, init: RequestInit, path: string]>([
    ['the operation', { method: 'POST' }, '/v1/plants'],
    ['the operation with a query', { method: 'POST' }, '/v1/plants?from=test'],
    ['the control API', {}, '/__admin/health'],
    ['an unknown path of the control API', {}, '/__admin/nothing'],
    ['the icon of the page', {}, '/__admin/favicon.svg'],
  ])('%s', async (_what, init, path) => {
    const { url } = await startBoth(text('upstream'), { basePath: '/v1' })
    expect((await send(new URL(path, url).href, init)).body).not.toBe('upstream')
  })

  test.each(['/', '/favicon.ico'])('no page or icon at %s', async (path) => {
    const { url } = await startBoth(text('upstream'))
    expect((await send(url + path, { headers: { accept: 'text/html' } })).body).toBe('upstream')
  })

  test('the preflight of the operation, but no other', async () => {
    const { url } = await startBoth(text('upstream'))
    const ask = (method: string) =>
      send(`${url}/plants`, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:3000', 'access-control-request-method': method },
      })
    expect((await ask('POST')).status).toBe(204)
    expect((await ask('GET')).body).toBe('upstream')
  })

  test('a request with an invalid Host', async () => {
    const { url } = await startBoth(text('upstream'))
    const answers = await sendRaw(url, toRequestText({ target: '/orders', headers: { Host: 'a b' } }))
    expect(answers.map(({ status }) => status)).toEqual([400])
  })
})

describe('a request that is passed on', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'has the method %s, its path and its query',
    async (method) => {
      let got: string | undefined
      const { url } = await startBoth((request, response) => {
        got = `${request.method} ${request.url}`
        response.end()
      })
      await send(`${url}/orders/1%2F2?a=1&a=b%20c`, { method })
      expect(got).toBe(`${method} /orders/1%2F2?a=1&a=b%20c`)
    },
  )

  test.each(['GET', 'PUT', 'DELETE'])('may be %s to the path of the operation', async (method) => {
    const { url } = await startBoth(text('upstream'))
    expect((await send(`${url}/plants`, { method })).body).toBe('upstream')
  })

  test.each([
    ['', '/', '/'],
    ['/', '/orders', '/orders'],
    ['/api', '/orders?a=1', '/api/orders?a=1'],
    ['/api/', '/orders', '/api/orders'],
    ['', '//other.example/orders', '//other.example/orders'],
    ['', 'http://other.example/orders?a=1', '/orders?a=1'],
  ])('goes below the path %j of the upstream: %s as %s', async (prefix, target, got) => {
    const { url } = await startBoth(mirror, { prefix })
    const [answer] = await sendRaw(url, toRequestText({ method: 'GET', target, body: '' }))
    expect(JSON.parse(answer?.body.replace(/^\w+\r\n|\r\n0\r\n\r\n$/g, '') ?? '')).toMatchObject({ url: got })
  })

  test('has the headers of the client, the host of the upstream, and X-Forwarded', async () => {
    const { url, upstreamUrl } = await startBoth(mirror)
    const { headers } = JSON.parse(
      (
        await send(`${url}/orders`, {
          headers: { authorization: 'Bearer x', cookie: 'a=1; b=2', 'x-forwarded-for': '203.0.113.1' },
        })
      ).body,
    )
    expect(headers).toMatchObject({
      authorization: 'Bearer x',
      cookie: 'a=1; b=2',
      host: new URL(upstreamUrl).host,
      'x-forwarded-for': '203.0.113.1, 127.0.0.1',
      'x-forwarded-host': new URL(url).host,
      'x-forwarded-proto': 'http',
      via: expect.stringMatching(/^1\.1 plant-store-/),
    })
  })

  test('loses the headers of its connection, those that Connection names included', async () => {
    const { url } = await startBoth(mirror)
    const [answer] = await sendRaw(
      url,
      toRequestText({
        method: 'PUT',
        target: '/orders',
        headers: {
          Connection: 'close, X-Hop, Content-Length',
          'X-Hop': '1',
          'X-Kept': '1',
          'Keep-Alive': 'timeout=5',
          TE: 'trailers',
          'Proxy-Authorization': 'Basic eDp5',
          Upgrade: 'h2c',
        },
      }),
    )
    const { headers } = JSON.parse(answer?.body.replace(/^\w+\r\n|\r\n0\r\n\r\n$/g, '') ?? '')
    expect(headers).toMatchObject({ 'x-kept': '1', connection: 'close', 'content-length': '26' })
    for (const name of ['x-hop', 'keep-alive', 'te', 'proxy-authorization', 'upgrade'])
      expect(headers).not.toHaveProperty(name)
    expect(answer?.headers['connection']).toBe('close')
  })

  test('has a body of any size, as a stream', async () => {
    const hash = (chunks: AsyncIterable<Buffer>) => {
      const sum = createHash('sha256')
      return (async () => {
        for await (const chunk of chunks) sum.update(chunk)
        return sum.digest('hex')
      })()
    }
    const { url } = await startBoth(
      async (request, response) => {
        response.end(await hash(request))
      },
      { maxBody: 1 },
    )
    const body = Buffer.alloc(20 * mebibyte, 'plants')
    const expected = createHash('sha256').update(body).digest('hex')
    expect((await send(`${url}/photos`, { method: 'PUT', body })).body).toBe(expected)
    // A body without a length, also with a method that seldom has one.
    const stream = new Blob([body]).stream()
    const init = { method: 'DELETE', body: stream, duplex: 'half' } as RequestInit
    expect((await send(`${url}/photos`, init)).body).toBe(expected)
  })

  test('waits with its body while the upstream reads none', async () => {
    let arrived: IncomingMessage | undefined
    const { url } = await startBoth((request) => {
      arrived = request
    })
    const outgoing = sendRequest(`${url}/photos`, { method: 'PUT' })
    outgoing.on('error', () => {})
    const chunk = Buffer.alloc(mebibyte)
    // The buffers of the system take a part of it.
    for (let count = 0; count < 64; count++) outgoing.write(chunk)
    await expect.poll(() => arrived).toBeDefined()
    expect(outgoing.writableLength).toBeGreaterThan(0)
    arrived?.resume()
    await once(outgoing, 'drain')
    outgoing.destroy()
  })

  test('gets the answer to Expect: 100-continue from the fake', async () => {
    const { url } = await startBoth(mirror)
    const connection = await openConnection(url)
    const request = toRequestText({ method: 'PUT', target: '/orders', headers: { Expect: '100-continue' } })
    await connection.write(request.split('{')[0] ?? '')
    await connection.until(/100 Continue/)
    await connection.write('{"id":1,"name":"Monstera"}')
    await connection.until(/"method":"PUT"/)
  })

  test('is aborted at the upstream if the client disconnects', async () => {
    let arrived: IncomingMessage | undefined
    const { url } = await startBoth((request) => {
      arrived = request
    })
    const controller = new AbortController()
    const sent = fetch(`${url}/orders`, { signal: controller.signal })
    await expect.poll(() => arrived).toBeDefined()
    controller.abort()
    await expect(sent).rejects.toThrow('aborted')
    await expect.poll(() => arrived?.destroyed).toBe(true)
  })
})

describe('an answer that is passed back', () => {
  test('has the status, the headers and the body of the upstream, but not the headers of its connection', async () => {
    const { url } = await startBoth((_request, response) => {
      response.writeHead(207, {
        'content-type': 'text/plain',
        'set-cookie': ['a=1; Path=/', 'b=2; Domain=plants.example; HttpOnly'],
        'x-hop': '1',
        connection: 'close, x-hop',
      })
      response.end('done')
    })
    const response = await fetch(`${url}/orders`)
    expect([response.status, await response.text()]).toEqual([207, 'done'])
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    expect(response.headers.has('x-hop')).toBe(false)
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  test.each([
    ['/api/orders/1', '/orders/1'],
    ['ORIGIN/api/orders?a=1#b', 'FAKE/orders?a=1#b'],
    ['ORIGIN/api', 'FAKE/'],
    ['ORIGIN/apis', 'FAKE/apis'],
    ['https://login.example/', 'https://login.example/'],
    ['next', 'next'],
  ])('redirects to %s as %s', async (location, expected) => {
    const { url } = await startBoth(
      ({ headers }, response) => {
        response.writeHead(302, { location: location.replace('ORIGIN', `http://${headers.host}`) }).end()
      },
      { prefix: '/api' },
    )
    const { headers } = await fetch(`${url}/old`, { redirect: 'manual' })
    expect(headers.get('location')).toBe(expected.replace('FAKE', url))
  })

  test('arrives while the upstream still writes it', async () => {
    let finish = (): void => {}
    const { url } = await startBoth((_request, response) => {
      response.write('first')
      finish = () => response.end('second')
    })
    const { body } = await fetch(`${url}/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('first')
    finish()
    expect((await reader?.read())?.value).toBe('second')
  })

  test('reaches a client of HTTP/1.0, whose connection closes', async () => {
    const { url } = await startBoth(text('upstream'))
    const request = 'GET /orders HTTP/1.0\r\nHost: localhost\r\n\r\n'
    const [answer] = await sendRaw(url, request)
    expect(answer?.headers).toMatchObject({ connection: 'close' })
  })

  test('closes the connection while the fake stops', async () => {
    let finish = (): void => {}
    const { url, close } = await startBoth((_request, response) => {
      finish = () => response.end('done')
    })
    const answered = send(`${url}/orders`)
    await expect.poll(() => finish.toString()).toContain('done')
    const closed = close()
    finish()
    const { headers, body } = await answered
    expect([headers['connection'], body]).toEqual(['close', 'done'])
    await closed
  })
})

test('a stream of events does not keep the fake from stopping', async () => {
  const { url, close } = await startBoth((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  })
  const response = await fetch(`${url}/events`)
  await close()
  expect(await response.text()).toBe('data: 1\n\n')
})

describe('an upstream that fails', () => {
  /** The address of a server that has gone. */
  async function findClosed(): Promise<string> {
    await using gone = await listen(() => {})
    return gone.url
  }

  test('by refusing connections gives a 502 that says so, readable by pages', async () => {
    const upstream = await findClosed()
    await using server = await startServer({ port: 0, upstream })
    const answer = await send(`${server.url}/orders`, { headers: { origin: 'http://localhost:3000' } })
    expect(answer.status).toBe(502)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(readError(answer)).toEqual({
      error: 502,
      message: `the upstream ${upstream} failed: it refuses connections`,
    })
  })

  test.each<[upstream: string, reason: RegExp]>([
    ['http://nothing.invalid', /nothing\.invalid failed: its name is unknown$/],
    ['http://[::1]:1', /\[::1\]:1 failed: (?:it refuses connections|there is no way)/],
  ])('%s gives a 502 that says why', async (upstream, reason) => {
    await using server = await startServer({ port: 0, upstream })
    const answer = await send(`${server.url}/orders`, { method: 'POST', body: 'x'.repeat(mebibyte) })
    expect(answer.status).toBe(502)
    expect(readError(answer).message).toMatch(reason)
    expect((await postPlant(server.url, { id: 1, name: 'Fern' })).status).toBe(200)
    // The connection of the answer may still carry the rest of the body.
    server.closeNow()
  })

  test('by closing the connection without an answer gives a 502', async () => {
    const { url } = await startBoth(({ socket }) => socket.destroy())
    const answer = await send(`${url}/orders`)
    expect([answer.status, readError(answer).message]).toEqual([
      502,
      expect.stringMatching(/failed: it closed the connection before the end of its answer$/),
    ])
  })

  test('with an answer that is not HTTP gives a 502', async () => {
    const { url } = await startBoth(({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n'))
    expect(readError(await send(`${url}/orders`)).message).toMatch(/failed: its answer is not valid HTTP/)
  })

  test('in the middle of its answer cuts off the answer, and the log says why', async () => {
    const { url, log } = await startBoth(({ socket }, response) => {
      response.write('begin', () => socket.resetAndDestroy())
    })
    const response = await fetch(`${url}/orders`)
    await expect(response.text()).rejects.toThrow('terminated')
    await expect
      .poll(() => log)
      .toMatchObject([
        {
          status: 200,
          message: expect.stringMatching(/failed: it closed the connection before the end of its answer$/),
        },
      ])
  })

  test('by staying silent gives a 502', async () => {
    await using silent = await listen(() => {})
    const store = createPlantStore()
    const upstream = createUpstream(
      silent.url,
      {
        storeFor: () => store,
        isIsolating: false,
        path: store.path,
        maxBody: store.maxBody,
        refuse: store.refuse,
        cors: createCors(),
        adminToken: undefined,
        onRequest: undefined,
        state: { hasControlApi: true, isClosing: false, streams: new Set() },
      },
      1,
    )
    await using server = await listen((request, response) => {
      upstream.pass(request, response)
    })
    expect(readError(await send(`${server.url}/orders`)).message).toMatch(
      /failed: it did not answer within 0\.001 seconds$/,
    )
  })

  test('by leading back to the fake gives a 502 that says so', async () => {
    let fake = ''
    const { url } = await startBoth(async (request, response) => {
      const { host: _, connection: __, ...headers } = request.headers
      const answer = await fetch(fake + request.url, { headers: headers as Record<string, string> })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    fake = url
    const answer = await send(`${url}/orders`)
    expect([answer.status, readError(answer).message]).toEqual([
      502,
      expect.stringMatching(/failed: it leads back to this fake, so requests would go in circles$/),
    ])
  })
})

describe('the journal and the log', () => {
  test('mark requests that are passed on, without bodies and credentials', async () => {
    const { url, store, log } = await startBoth((_request, response) => {
      response.writeHead(201, { 'set-cookie': 'session=secret' }).end('secret answer')
    })
    const path = '/orders?access_token=secret'
    await send(url + path, { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'secret' })
    await postPlant(url, { id: 1, name: 'Fern' })
    expect(log).toEqual([
      {
        method: 'POST',
        path: '/orders?access_token=***',
        status: 201,
        duration: expect.any(Number),
        upstream: true,
      },
      { method: 'POST', path: '/plants', status: 200, duration: expect.any(Number) },
    ])
    const { requests } = JSON.parse((await callControl(url, 'GET', '/requests')).body)
    expect(requests).toMatchObject([
      {
        request: { method: 'POST', path: '/orders?access_token=***', body: '' },
        answer: { status: 201, headers: { 'set-cookie': '***' }, body: '' },
        upstream: true,
      },
      { request: { path: '/plants' } },
    ])
    expect(requests[1]).not.toHaveProperty('upstream')
    expect(JSON.stringify([log, requests])).not.toContain('secret')
    expect(store.requests.size).toBe(2)
  })

  test('say that a client disconnected', async () => {
    let arrived = false
    const { url, log } = await startBoth(() => {
      arrived = true
    })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ method: 'GET', target: '/orders', body: '' }))
    await expect.poll(() => arrived).toBe(true)
    connection.reset()
    await expect.poll(() => log).toMatchObject([{ status: 0, message: 'the client disconnected' }])
  })

  test('keep a request with the token that isolates it', async () => {
    const { url, store } = await startBoth(text('upstream'), { isolate: 'token' })
    await send(`${url}/orders`, { headers: { authorization: 'Bearer one' } })
    expect(store.requests.size).toBe(0)
    const own = await callControl(url, 'GET', '/requests', undefined, { authorization: 'Bearer one' })
    expect(JSON.parse(own.body).requests).toHaveLength(1)
  })

  test('a request that ends after a reset is in no journal', async () => {
    let finish = (): void => {}
    const { url, store, log } = await startBoth((_request, response) => {
      finish = () => response.end('done')
    })
    const answered = send(`${url}/orders`)
    await expect.poll(() => finish.toString()).toContain('done')
    await store.reset()
    finish()
    await answered
    await expect.poll(() => log.length).toBe(1)
    expect(store.requests.size).toBe(0)
  })
})

describe('a fault with a path', () => {
  const fail = (url: string, fault: object) => callControl(url, 'POST', '/faults', fault)

  test('hits requests to this path alone, with any method and query', async () => {
    const { url, log } = await startBoth(text('upstream'))
    await fail(url, { fault: 'internal-error', path: '/orders', requests: 2 })
    const statuses = []
    for (const [method, path] of [
      ['GET', '/other'],
      ['POST', '/plants'],
      ['GET', '/orders?page=2'],
      ['PUT', '/orders'],
      ['GET', '/orders'],
    ])
      statuses.push((await send(`${url}${path}`, { method: method ?? '' })).status)
    expect(statuses).toEqual([200, 401, 500, 500, 200])
    const [first] = log.filter(({ path }) => path === '/orders?page=2')
    expect(first).toMatchObject({ fault: 'internal-error', failure: 'internal-error', upstream: true })
  })

  test('without a path hits only the operation', async () => {
    const { url } = await startBoth(text('upstream'))
    await fail(url, { fault: 'internal-error' })
    expect((await send(`${url}/orders`)).status).toBe(200)
    expect((await send(`${url}/plants`)).status).toBe(200)
    expect((await postPlant(url, { id: 1, name: 'Fern' })).status).toBe(500)
  })

  test('with the path of the operation hits it too', async () => {
    const { url } = await startBoth(text('upstream'), { basePath: '/v1' })
    await fail(url, { fault: 'internal-error', path: '/v1/plants', requests: 2 })
    expect((await postPlant(url, { id: 1, name: 'Fern' })).status).toBe(500)
    expect((await send(`${url}/plants`)).status).toBe(500)
  })

  test('dropped-connection closes the connection, and the upstream gets nothing', async () => {
    let count = 0
    const { url, log } = await startBoth((_request, response) => {
      count++
      response.end()
    })
    await fail(url, { fault: 'dropped-connection', path: '/orders' })
    await expect(fetch(`${url}/orders`)).rejects.toThrow('fetch failed')
    expect(count).toBe(0)
    await expect.poll(() => log.at(-1)).toMatchObject({ status: 0, fault: 'dropped-connection' })
  })

  test('cut-off-body cuts off the answer of the upstream', async () => {
    const { url } = await startBoth(text('upstream'))
    await fail(url, { fault: 'cut-off-body', path: '/orders' })
    const response = await fetch(`${url}/orders`)
    expect(response.status).toBe(200)
    const chunks: string[] = []
    const read = async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) chunks.push(chunk)
    }
    await expect(read()).rejects.toThrow('terminated')
    expect(chunks.join('')).toBe('upst')
  })

  test('not-json-body replaces the body of the upstream', async () => {
    const { url } = await startBoth((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
    })
    await fail(url, { fault: 'not-json-body', path: '/orders' })
    expect(await send(`${url}/orders`)).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: '<html><body>Bad Gateway</body></html>',
    })
  })

  test('delay waits before the upstream gets the request, and ends if the client disconnects', async () => {
    const paths: (string | undefined)[] = []
    const { url, log, store } = await startBoth((request, response) => {
      paths.push(request.url)
      response.end()
    })
    await fail(url, { delay: 3_600_000, path: '/orders' })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ method: 'GET', target: '/orders', body: '' }))
    await expect.poll(() => store.faults.list()).toEqual([])
    await send(`${url}/other`)
    connection.reset()
    await expect
      .poll(() => log)
      .toContainEqual(
        expect.objectContaining({ path: '/orders', status: 0, message: 'the client disconnected' }),
      )
    expect(paths).toEqual(['/other'])
  })
})

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
    expect(log).toMatchObject([{ method: 'GET', path: '/live?a=1', status: 101, upstream: true }])
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
    expect(log).toMatchObject([{ status: 401, upstream: true }])
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

test.each([
  ['nonsense', 'upstream must be an http or https URL, got "nonsense"'],
  ['ftp://plants.example', 'upstream must be an http or https URL, got "ftp://plants.example"'],
  ['http://user:secret@plants.example', 'upstream must be a URL without user, password, query and fragment'],
  ['http://plants.example/?a=1', 'upstream must be a URL without user, password, query and fragment'],
])('the upstream %s is refused', async (upstream, message) => {
  await expect(startServer({ port: 0, upstream })).rejects.toThrow(message)
})
