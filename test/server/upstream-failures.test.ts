import { describe, expect, test } from 'vitest'
import { createCors } from '../../src/doors/cors.ts'
import { startServer } from '../../src/server/start-server.ts'
import { createUpstream } from '../../src/server/upstream.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { listen } from '../tools/listen.ts'
import { readError, send, sendPlant } from '../tools/send.ts'
import { startBoth } from './start-both.ts'

const mebibyte = 1024 * 1024

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
    expect((await sendPlant(server.url, { id: 1, name: 'Fern' })).status).toBe(200)
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
        state: { hasControlApi: true, isClosing: false, isCut: false, streams: new Set() },
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

test.each([
  ['nonsense', 'upstream must be an http or https URL, got "nonsense"'],
  ['ftp://plants.example', 'upstream must be an http or https URL, got "ftp://plants.example"'],
  [
    'http://user:secret@plants.example',
    'upstream must be a URL without a user, password, query, or fragment',
  ],
  ['http://plants.example/?a=1', 'upstream must be a URL without a user, password, query, or fragment'],
])('the upstream %s is refused', async (upstream, message) => {
  await expect(startServer({ port: 0, upstream })).rejects.toThrow(message)
})
