import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, readError, send, sendPlant } from '../tools/send.ts'
import { start, startBoth, text } from './start.ts'

const mebibyte = 1024 * 1024
const get = (target: string, headers: Record<string, string> = {}) =>
  toRequestText({ method: 'GET', target, headers, body: '' })
const addFault = (url: string, fault: object) => callControl(url, 'POST', '/faults', fault)
const disconnected = { status: 0, message: 'the client disconnected', upstream: true }

/** Starts a service that responds when a test says so, and a server in front of it. */
async function startWaiting(listener: (response: ServerResponse) => void = () => {}) {
  const arrived: ServerResponse[] = []
  const both = await startBoth((_request, response) => {
    arrived.push(response)
    listener(response)
  })
  /** Resolves with the first response, once the service has its request. */
  async function waitFor(): Promise<ServerResponse> {
    await expect.poll(() => arrived.length).toBe(1)
    return arrived[0] as ServerResponse
  }
  return { ...both, waitFor }
}

describe('a response that is passed back', () => {
  test('has the status, the headers and the body of the upstream, but not the headers of its connection', async () => {
    const { url } = await startBoth((_request, response) => {
      response.writeHead(207, {
        'content-type': 'text/plain',
        'set-cookie': ['a=1; Path=/', 'b=2; Domain=plants.example; HttpOnly; domain =a'],
        'x-hop': '1',
        connection: 'close, x-hop',
      })
      response.end('done')
    })
    const response = await fetch(`${url}/orders`)
    expect([response.status, await response.text()]).toEqual([207, 'done'])
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    const { 'content-type': type, 'x-hop': hop, connection } = Object.fromEntries(response.headers)
    expect([type, hop, connection]).toEqual(['text/plain', undefined, 'keep-alive'])
  })

  test('redirects to the mock, or to the upstream if the client has not named the mock', async () => {
    const { url, upstreamUrl } = await startBoth(
      ({ headers }, response) =>
        response.writeHead(302, { location: `http://${headers.host}/api/new` }).end(),
      { prefix: '/api' },
    )
    const { headers } = await fetch(`${url}/old`, { redirect: 'manual' })
    expect(headers.get('location')).toBe(`${url}/new`)
    const [response] = await sendRaw(url, 'GET /old HTTP/1.0\r\n\r\n')
    expect(response?.headers).toMatchObject({ location: `${upstreamUrl}/new`, connection: 'close' })
  })

  test('arrives while the upstream still writes it, which may then stay silent', async () => {
    const setTimeout = vi.spyOn(Socket.prototype, 'setTimeout')
    const { url, waitFor } = await startWaiting((response) => void response.write('first'))
    const { body } = await fetch(`${url}/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('first')
    const { calls, contexts } = setTimeout.mock
    const outgoing = contexts[calls.findIndex(([limit]) => limit === 120_000)]
    const limits = calls.filter((_call, at) => contexts[at] === outgoing).map(([limit]) => limit)
    expect(limits).toEqual([120_000, 0])
    ;(await waitFor()).end('second')
    expect((await reader?.read())?.value).toBe('second')
  })

  test('closes the connection while the mock stops', async () => {
    const { url, close, waitFor } = await startWaiting()
    const sent = send(`${url}/orders`)
    const response = await waitFor()
    const closed = close()
    response.end('done')
    expect(await sent).toMatchObject({ headers: { connection: 'close' }, body: 'done' })
    await closed
  })
})

test.each(['text/event-stream', 'text/event-stream; charset=utf-8'])(
  'a stream of %s does not keep the mock from stopping',
  async (type) => {
    const { url, close } = await startBoth((_request, response) => {
      response.writeHead(200, { 'content-type': type }).write('data: 1\n\n')
    })
    const response = await fetch(`${url}/events`)
    await close()
    expect(await response.text()).toBe('data: 1\n\n')
  },
)

describe('an upstream that fails', () => {
  test('before a response gives a 502 that says why, readable by pages', async () => {
    const upstream = 'http://127.0.0.1:1'
    const { url, log } = await start({ upstream })
    const headers = { origin: 'http://localhost:3000' }
    const response = await send(`${url}/orders`, { method: 'POST', body: 'x'.repeat(mebibyte), headers })
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([502, '*'])
    const message = `the upstream ${upstream} failed: it refuses connections (ECONNREFUSED); start it, or check the address`
    expect(readError(response)).toEqual({ error: 502, message })
    await expect.poll(() => log).toMatchObject([{ status: 502, message, upstream: true }])
    expect((await sendPlant(url)).status).toBe(200)
  })

  test('in the middle of its response cuts off the response, and the log says why', async () => {
    const { url, log } = await startBoth(({ socket }, response) => {
      response.write('begin', () => socket.resetAndDestroy())
    })
    const response = await fetch(`${url}/orders`)
    await expect(response.text()).rejects.toThrow('terminated')
    const message = expect.stringMatching(
      /failed: it closed the connection before the end of its answer \(ECONN\w+\)$/,
    )
    await expect.poll(() => log).toMatchObject([{ status: 200, message }])
  })

  test('by staying silent for two minutes gives a 502', async () => {
    const setTimeout = vi.spyOn(Socket.prototype, 'setTimeout')
    const { url } = await startBoth(() => {})
    const sent = sendRaw(url, get('/orders'))
    const findLimit = () => setTimeout.mock.calls.find(([limit]) => limit === 120_000)
    await expect.poll(findLimit).toBeDefined()
    findLimit()?.[1]?.()
    const message = expect.stringContaining('failed: it did not respond within 120 seconds')
    expect(await sent).toMatchObject([{ status: 502, body: message }])
  })

  test.each([
    ['HTTP/1.1 000 X\r\n\r\n', 'its response has the invalid status 000'],
    ['HTTP/1.1 099 X\r\n\r\n', 'its response has the invalid status 099'],
    ['HTTP/1.1 1000 X\r\n\r\n', 'its answer is not valid HTTP'],
    ['HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'it changed the protocol'],
  ])('by responding %j gives a 502 that says why, also with a fault', async (bytes, reason) => {
    const { url, adminUrl } = await startBoth(({ socket }) => void socket.write(bytes))
    for (const fault of [undefined, 'not-json-body', 'cut-off-body']) {
      if (fault !== undefined) await addFault(adminUrl, { fault, path: '/orders' })
      const [response] = await sendRaw(url, get('/orders'))
      expect(response).toMatchObject({ status: 502, body: expect.stringContaining(`failed: ${reason}`) })
    }
  })

  test('by a malformed body gives a 502 without the headers of the upstream', async () => {
    const head =
      'HTTP/1.1 200 Fine\r\nSet-Cookie: a=1\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { url } = await startBoth(({ socket }) => void socket.write(`${head}zz\r\n`))
    const { status, statusText, headers } = await fetch(`${url}/orders`)
    expect([status, statusText]).toEqual([502, 'Bad Gateway'])
    expect([...headers.keys()]).toEqual(['connection', 'content-length', 'content-type', 'date'])
  })

  test('by leading back to the mock gives a 502 that says so', async () => {
    let mock = ''
    const { url } = await startBoth(async (request, response) => {
      const { host: _, connection: __, ...headers } = request.headers
      const passed = await send(mock + request.url, { headers: headers as Record<string, string> })
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(passed.body)
    })
    mock = url
    const response = await send(`${url}/orders`)
    expect(response.status).toBe(502)
    expect(readError(response).message).toMatch(
      /failed: it leads back to this mock, so requests would go in circles$/,
    )
  })
})

describe('a fault', () => {
  test('with a path hits requests to this path alone, with any query', async () => {
    const { url, adminUrl, log } = await startBoth(text('upstream'))
    await addFault(adminUrl, { fault: 'internal-error', path: '/orders' })
    const statuses = []
    for (const path of ['/other', '/orders?page=2', '/orders']) statuses.push((await send(url + path)).status)
    expect(statuses).toEqual([200, 500, 200])
    expect(log[2]).toMatchObject({ fault: 'internal-error', failure: 'internal-error', upstream: true })
  })

  test.each([
    ['dropped-connection', 'upstream', 0, [{ status: 100 }]],
    ['cut-off-body', 'upstream', 200, [{ status: 200, body: 'upst' }]],
    ['cut-off-body', '', 200, [{ status: 200, body: '' }]],
  ])(
    '%s of %j has no message in the log, since it is no accident',
    async (fault, body, status, responses) => {
      let count = 0
      const { url, adminUrl, log } = await startBoth((_request, response) => {
        count++
        response.writeHead(200, { 'content-length': body.length }).end(body)
      })
      await addFault(adminUrl, { fault, path: '/orders' })
      expect(await sendRaw(url, get('/orders', { Connection: 'keep-alive' }))).toMatchObject(responses)
      const entry = { method: 'GET', path: '/orders', status, fault, upstream: true }
      await expect.poll(() => log.slice(1)).toEqual([{ ...entry, duration: expect.any(Number) }])
      expect(count).toBe(Math.sign(status))
    },
  )

  test.each([
    [{ 'content-type': 'application/problem+json' }, 'application/problem+json'],
    [{}, 'application/json'],
  ])('not-json-body replaces the body of the upstream with the headers %o', async (headers, type) => {
    const { url, adminUrl } = await startBoth(
      (_request, response) => void response.writeHead(201, headers).end(Buffer.alloc(5 * mebibyte)),
    )
    await addFault(adminUrl, { fault: 'not-json-body', path: '/orders' })
    const body = '<html><body>Bad Gateway</body></html>'
    const broken = { status: 201, headers: { 'content-type': type }, body }
    expect(await send(`${url}/orders`)).toMatchObject(broken)
  })

  test.each<[fault: object, status: number, exposed: string]>([
    [{ status: 503, headers: { 'Retry-After': '1' } }, 503, 'content-type, retry-after'],
    [{ fault: 'not-json-body' }, 200, 'content-type'],
  ])('%o can be read by a page, with its headers', async (fault, status, exposed) => {
    const { url, adminUrl } = await startBoth(text('upstream'))
    await addFault(adminUrl, { ...fault, path: '/orders' })
    expect(await send(`${url}/orders`, { headers: { origin: 'http://localhost:3000' } })).toMatchObject({
      status,
      headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed },
    })
  })

  test('that holds a request keeps it from the upstream, also if the client disconnects meanwhile', async () => {
    const onService = vi.fn()
    const { url, log, mock } = await startBoth(onService)
    const held = mock.faults.hold({ path: '/orders' })
    const connection = await openConnection(url)
    await connection.write(get('/orders'))
    await expect.poll(() => mock.requests.size).toBe(1)
    connection.reset()
    await expect.poll(() => log).toMatchObject([{ path: '/orders', ...disconnected }])
    held.release()
    await sendPlant(url)
    expect(onService).not.toHaveBeenCalled()
  })
})

describe('the journal and the log', () => {
  test('mark requests that are passed on, without bodies and credentials', async () => {
    const { url, adminUrl, log, mock } = await startBoth(
      (_request, response) => {
        response.writeHead(201, { 'set-cookie': 'session=secret' }).end('secret response')
      },
      { isolate: 'token' },
    )
    const headers = { authorization: 'Bearer secret' }
    await send(`${url}/orders?access_token=secret`, { method: 'POST', headers, body: 'secret' })
    const path = '/orders?access_token=***'
    const logged = { method: 'POST', path, status: 201, duration: expect.any(Number), upstream: true }
    await expect.poll(() => log).toEqual([logged])
    const { body } = await callControl(adminUrl, 'GET', '/requests', undefined, headers)
    const response = { status: 201, headers: { 'set-cookie': '***' }, body: '' }
    const request = { method: 'POST', path, body: '' }
    expect(JSON.parse(body)).toMatchObject({ requests: [{ request, response, upstream: true }] })
    expect(JSON.stringify(log) + body).not.toContain('secret')
    expect(mock.requests.size).toBe(0)
  })

  test('say that a client disconnected', async () => {
    const { url, log, waitFor } = await startWaiting()
    const connection = await openConnection(url)
    await connection.write(get('/orders'))
    await waitFor()
    connection.reset()
    await expect.poll(() => log).toMatchObject([disconnected])
  })

  test('leave no client waiting if the mock fails', async () => {
    const passOn = () => Promise.reject(new Error('broken'))
    const { url } = await startBoth(text('upstream'), { mock: { ...createServedMock({}), passOn } as never })
    expect(await sendRaw(url, get('/'))).toEqual([])
  })
})
