import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { send } from '../tools/send.ts'
import { mirror, startBoth, text } from './start-both.ts'

const mebibyte = 1024 * 1024

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

  test.each(['/../orders', '/a/..', '/%2e%2E/orders?a=1', '/a/.%2e/../orders', '/..\\orders'])(
    'a path that could leave that of the address: %s',
    async (target) => {
      const { url } = await startBoth(text('upstream'), { prefix: '/api' })
      const answers = await sendRaw(url, toRequestText({ method: 'GET', target, body: '' }))
      expect(answers.map(({ status }) => status)).toEqual([404])
    },
  )
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
