import { EventEmitter, once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCors } from '../../src/doors/cors.ts'
import { createUpstream } from '../../src/server/upstream.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { listen } from '../tools/listen.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, readError, send, sendPlant } from '../tools/send.ts'
import { mirror, start, startBoth, text } from './start.ts'

const mebibyte = 1024 * 1024
const get = (target: string, headers: Record<string, string> = {}) =>
  toRequestText({ method: 'GET', target, headers, body: '' })
const addFault = (url: string, fault: object) => callControl(url, 'POST', '/faults', fault)
const disconnected = { status: 0, message: 'the client disconnected', upstream: true }

/** Starts a service that answers when a test says so, and a fake in front of it. */
async function startWaiting(listener: (response: ServerResponse) => void = () => {}) {
  const arrived: ServerResponse[] = []
  const both = await startBoth((_request, response) => {
    arrived.push(response)
    listener(response)
  })
  /** Resolves with the first answer, once the service has its request. */
  async function waitFor(): Promise<ServerResponse> {
    await expect.poll(() => arrived.length).toBe(1)
    return arrived[0] as ServerResponse
  }
  return { ...both, waitFor }
}

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
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    const { 'content-type': type, 'x-hop': hop, connection } = Object.fromEntries(response.headers)
    expect([type, hop, connection]).toEqual(['text/plain', undefined, 'keep-alive'])
  })

  test('redirects to the fake, or to the upstream if the client has not named the fake', async () => {
    const { url, upstreamUrl } = await startBoth(
      ({ headers }, response) =>
        response.writeHead(302, { location: `http://${headers.host}/api/new` }).end(),
      { prefix: '/api' },
    )
    const { headers } = await fetch(`${url}/old`, { redirect: 'manual' })
    expect(headers.get('location')).toBe(`${url}/new`)
    const [answer] = await sendRaw(url, 'GET /old HTTP/1.0\r\n\r\n')
    expect(answer?.headers).toMatchObject({ location: `${upstreamUrl}/new`, connection: 'close' })
  })

  test('arrives while the upstream still writes it, which may then stay silent', async () => {
    const setTimeout = vi.spyOn(Socket.prototype, 'setTimeout')
    const { url, waitFor } = await startWaiting((response) => void response.write('first'))
    const { body } = await fetch(`${url}/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('first')
    const { calls, contexts } = setTimeout.mock
    const outgoing = contexts[calls.findIndex(([limit]) => limit === 120_000)]
    expect(calls.filter((_call, at) => contexts[at] === outgoing).map(([limit]) => limit)).toEqual([
      120_000, 0,
    ])
    ;(await waitFor()).end('second')
    expect((await reader?.read())?.value).toBe('second')
  })

  test('closes the connection while the fake stops', async () => {
    const { url, close, waitFor } = await startWaiting()
    const answered = send(`${url}/orders`)
    const response = await waitFor()
    const closed = close()
    response.end('done')
    expect(await answered).toMatchObject({ headers: { connection: 'close' }, body: 'done' })
    await closed
  })

  test('leaves nothing behind on a connection that stays open', async () => {
    const onWarning = vi.fn()
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    const { url } = await startBoth(mirror)
    const requests = Array.from({ length: 15 }, (_, at) =>
      get(`/${at}`, at < 14 ? { Connection: 'keep-alive' } : {}),
    )
    const connection = await openConnection(url)
    for (const [at, request] of requests.entries()) {
      await connection.write(request)
      await connection.until(new RegExp(`"url":"/${at}"`))
    }
    expect(onWarning).not.toHaveBeenCalled()
  })
})

test.each(['text/event-stream', 'text/event-stream; charset=utf-8'])(
  'a stream of %s does not keep the fake from stopping',
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
  test.each<[what: string, upstream: string, reason: RegExp]>([
    [
      'refuses connections',
      'http://127.0.0.1:1',
      /^the upstream http:..127\.0\.0\.1:1 failed: it refuses connections$/,
    ],
    ['has no address', 'http://nothing.invalid', /nothing\.invalid failed: its name is unknown$/],
    [
      'has an IPv6 address',
      'http://[::1]:1',
      /\[::1\]:1 failed: (?:it refuses connections|there is no route)/,
    ],
  ])(
    'because it %s gives a 502 that says why, readable by pages, and reads the whole request',
    async (_what, upstream, reason) => {
      const { url, log } = await start({ upstream })
      const headers = { origin: 'http://localhost:3000' }
      const answer = await send(`${url}/orders`, { method: 'POST', body: 'x'.repeat(mebibyte), headers })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([502, '*'])
      expect(readError(answer)).toEqual({ error: 502, message: expect.stringMatching(reason) })
      await expect
        .poll(() => log)
        .toMatchObject([{ status: 502, message: expect.stringMatching(reason), upstream: true }])
      expect((await sendPlant(url)).status).toBe(200)
    },
  )

  test.each<[what: string, fail: (socket: Socket) => void, reason: RegExp]>([
    ['without an answer', (socket) => socket.destroy(), /failed: it closed the connection before the end/],
    ['without HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /failed: its answer is not valid HTTP/],
  ])('%s gives a 502', async (_what, fail, reason) => {
    const { url } = await startBoth(({ socket }) => fail(socket))
    expect(readError(await send(`${url}/orders`)).message).toMatch(reason)
  })

  test('in the middle of its answer cuts off the answer, and the log says why', async () => {
    const { url, log } = await startBoth(({ socket }, response) => {
      response.write('begin', () => socket.resetAndDestroy())
    })
    const response = await fetch(`${url}/orders`)
    await expect(response.text()).rejects.toThrow('terminated')
    const message = expect.stringMatching(/failed: it closed the connection before the end of its answer$/)
    await expect.poll(() => log).toMatchObject([{ status: 200, message }])
  })

  describe('by staying silent', () => {
    const streams = new Set<ServerResponse>()
    /** Starts a fake that waits this many milliseconds for the service. */
    async function startPatient(listener: RequestListener, patience: number) {
      const { path, maxBody, refuse, ...store } = createPlantStore()
      const state = { hasControlApi: true, isClosing: false, isCut: false, streams }
      const options = {
        path,
        maxBody,
        refuse,
        cors: createCors(),
        adminToken: undefined,
        onRequest: undefined,
        state,
      }
      const service = await listen(listener)
      const context = {
        ...options,
        storeFor: () => ({ ...store, path, maxBody, refuse }),
        isIsolating: false,
      }
      const upstream = createUpstream(service.url, context, patience)
      const server = await listen((request, response) => void upstream.pass(request, response))
      onTestFinished(async () => {
        await Promise.all([server, service].map((listening) => listening[Symbol.asyncDispose]()))
      })
      return server.url
    }

    test('gives a 502', async () => {
      const url = await startPatient(() => {}, 1)
      const { message } = readError(await send(`${url}/orders`))
      expect(message).toMatch(/failed: it did not answer within 0\.001 seconds$/)
    })

    test('in a stream of events does not, until the client leaves', async () => {
      const url = await startPatient((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      }, 60_000)
      const controller = new AbortController()
      await fetch(`${url}/events`, controller)
      expect(streams.size).toBe(1)
      controller.abort()
      await expect.poll(() => streams.size).toBe(0)
    })
  })

  test('by leading back to the fake gives a 502 that says so', async () => {
    let fake = ''
    const { url } = await startBoth(async (request, response) => {
      const { host: _, connection: __, ...headers } = request.headers
      const answer = await send(fake + request.url, { headers: headers as Record<string, string> })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
    fake = url
    const answer = await send(`${url}/orders`)
    expect(answer.status).toBe(502)
    expect(readError(answer).message).toMatch(
      /failed: it leads back to this fake, so requests would go in circles$/,
    )
  })
})

describe('a fault', () => {
  test('with a path hits requests to this path alone, with any method and query', async () => {
    const { url, log } = await startBoth(text('upstream'))
    await addFault(url, { fault: 'internal-error', path: '/orders', requests: 2 })
    const statuses = []
    for (const [method = '', path] of [
      ['GET', '/other'],
      ['POST', '/plants'],
      ['GET', '/orders?page=2'],
      ['PUT', '/orders'],
      ['GET', '/orders'],
    ])
      statuses.push((await send(`${url}${path}`, { method })).status)
    expect(statuses).toEqual([200, 401, 500, 500, 200])
    const [first] = log.filter(({ path }) => path === '/orders?page=2')
    expect(first).toMatchObject({ fault: 'internal-error', failure: 'internal-error', upstream: true })
  })

  test.each([
    [{}, '/plants', [200, 200, 500]],
    [{ path: '/v1/plants' }, '/v1/plants', [200, 500, 500]],
  ])('of %o hits, below %s, the operation', async (more, path, statuses) => {
    const { url } = await startBoth(text('upstream'), { basePath: path.replace('/plants', '') })
    await addFault(url, { fault: 'internal-error', requests: 2, ...more })
    const { origin } = new URL(url)
    const orders = (await send(`${origin}/orders`)).status
    expect([orders, (await send(origin + path)).status, (await sendPlant(url)).status]).toEqual(statuses)
  })

  test.each([
    ['dropped-connection', 0, []],
    ['cut-off-body', 200, [{ status: 200, body: 'upst' }]],
  ])('%s has no message in the log, since it is no accident', async (fault, status, answers) => {
    let count = 0
    const { url, log } = await startBoth((_request, response) => {
      count++
      response.writeHead(200, { 'content-length': 8 }).end('upstream')
    })
    await addFault(url, { fault, path: '/orders' })
    expect(await sendRaw(url, get('/orders', { Connection: 'keep-alive' }))).toMatchObject(answers)
    const entry = {
      method: 'GET',
      path: '/orders',
      status,
      duration: expect.any(Number),
      fault,
      upstream: true,
    }
    await expect.poll(() => log.slice(1)).toEqual([{ ...entry, ...(fault === 'dropped-connection' && {}) }])
    expect(count).toBe(answers.length)
  })

  test('cut-off-body of an answer without a body closes the connection', async () => {
    const { url } = await startBoth((_request, response) =>
      response.writeHead(200, { 'content-length': 0 }).end(),
    )
    await addFault(url, { fault: 'cut-off-body', path: '/orders' })
    expect(await sendRaw(url, get('/orders', { Connection: 'keep-alive' }))).toMatchObject([{ status: 200 }])
  })

  test.each([
    [{ 'content-type': 'application/problem+json' }, 'application/problem+json'],
    [{}, 'application/json'],
  ])('not-json-body replaces the body of the upstream with the headers %o', async (headers, type) => {
    const { url, waitFor } = await startWaiting(
      (response) => void response.writeHead(201, headers).end(Buffer.alloc(5 * mebibyte)),
    )
    await addFault(url, { fault: 'not-json-body', path: '/orders' })
    const body = '<html><body>Bad Gateway</body></html>'
    expect(await send(`${url}/orders`)).toMatchObject({
      status: 201,
      headers: { 'content-type': type },
      body,
    })
    // The rest of the answer is read, so that the upstream can go on.
    const response = await waitFor()
    if (!response.writableFinished) await once(response, 'finish')
  })

  test('delay waits before the upstream gets the request, and ends if the client disconnects', async () => {
    const paths: (string | undefined)[] = []
    const { url, log, store } = await startBoth((request, response) => {
      paths.push(request.url)
      response.end()
    })
    await addFault(url, { delay: 3_600_000, path: '/orders' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const connection = await openConnection(url)
    await connection.write(get('/orders'))
    await expect.poll(() => store.faults.list()).toEqual([])
    await sendRaw(url, get('/other'))
    const timers = vi.getTimerCount()
    connection.reset()
    await expect.poll(() => log).toHaveLength(3)
    expect(log).toContainEqual(expect.objectContaining({ path: '/orders', ...disconnected }))
    expect([paths, vi.getTimerCount()]).toEqual([['/other'], timers - 1])
  })
})

describe('the journal and the log', () => {
  test('mark requests that are passed on, without bodies and credentials', async () => {
    const { url, log } = await startBoth((_request, response) => {
      response.writeHead(201, { 'set-cookie': 'session=secret' }).end('secret answer')
    })
    const init = { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'secret' }
    await send(`${url}/orders?access_token=secret`, init)
    const path = '/orders?access_token=***'
    const logged = { method: 'POST', path, status: 201, duration: expect.any(Number), upstream: true }
    await expect.poll(() => log).toEqual([logged])
    await sendPlant(url)
    const { requests } = JSON.parse((await callControl(url, 'GET', '/requests')).body)
    expect(requests).toMatchObject([
      {
        request: { method: 'POST', path, body: '' },
        answer: { status: 201, headers: { 'set-cookie': '***' }, body: '' },
        upstream: true,
      },
      { request: { path: '/plants' } },
    ])
    expect(requests[1]).not.toHaveProperty('upstream')
    expect(JSON.stringify([log, requests])).not.toContain('secret')
  })

  test('say that a client disconnected', async () => {
    const { url, log, waitFor } = await startWaiting()
    const connection = await openConnection(url)
    await connection.write(get('/orders'))
    await waitFor()
    connection.reset()
    await expect.poll(() => log).toMatchObject([disconnected])
  })

  const kinds: [string, Record<string, string>][] = [
    ['a request', {}],
    ['a WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket' }],
  ]
  test.each(kinds)(
    'say that a client with %s disconnected before the store let it pass',
    async (_what, headers) => {
      const gate = new EventEmitter()
      const store = createPlantStore()
      const begun: string[] = []
      const passOn: typeof store.passOn = async (request) => {
        begun.push(request.path)
        await once(gate, 'open')
        return store.passOn(request)
      }
      const onService = vi.fn()
      const { url, log, service } = await startBoth(onService, { store: { ...store, passOn } as never })
      service.on('upgrade', onService)
      for (const leave of ['abandon', 'reset', 'end'] as const) {
        const connection = await openConnection(url)
        await connection.write(get(`/${leave}`, headers))
        await expect.poll(() => begun).toContain(`/${leave}`)
        connection[leave]()
      }
      // What the clients sent before is read by then.
      await callControl(url, 'GET', '/health')
      gate.emit('open')
      const passed = () => log.filter(({ upstream }) => upstream)
      await expect.poll(passed).toMatchObject([disconnected, disconnected, disconnected])
      expect([store.requests.size, onService.mock.calls]).toEqual([3, []])
    },
  )

  test.each(kinds)('leave no client with %s waiting if the store fails', async (_what, headers) => {
    const passOn = () => Promise.reject(new Error('broken'))
    const { url } = await startBoth(text('upstream'), { store: { ...createPlantStore(), passOn } as never })
    expect(await sendRaw(url, get('/', headers))).toEqual([])
  })

  test('keep a request with the token that isolates it', async () => {
    const { url, store } = await startBoth(text('upstream'), { isolate: 'token' })
    const headers = { authorization: 'Bearer one' }
    await send(`${url}/orders`, { headers })
    expect(store.requests.size).toBe(0)
    const { body } = await callControl(url, 'GET', '/requests', undefined, headers)
    expect(JSON.parse(body).requests).toHaveLength(1)
  })

  test('have no request that ends after a reset', async () => {
    const { url, store, log, waitFor } = await startWaiting()
    const answered = send(`${url}/orders`)
    const response = await waitFor()
    await store.reset()
    response.end('done')
    await answered
    await expect.poll(() => log.length).toBe(1)
    expect(store.requests.size).toBe(0)
  })
})
