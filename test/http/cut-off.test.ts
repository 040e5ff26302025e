import { createServer } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cutOff } from '../../src/http/cut-off.ts'
import { openIdle } from '../../src/http/open-socket.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listenRaw, toRequest } from './requests.ts'

const { signal } = new AbortController()

const whole = (base: URL) =>
  toRequest(base, {
    headers: [{ name: 'X-A', value: '1' }],
    pieces: [Buffer.from('{"id":'), Buffer.from('é}')],
  })

test.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost'])(
  'the beginning of a request is sent to %s, and the connection is closed',
  async (address) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const received: Buffer[] = []
    let serverName: unknown
    const isTls = address.startsWith('https')
    await using server = await listenRaw(
      (socket) => {
        serverName = (socket as { servername?: unknown }).servername
        socket.on('data', (data) => received.push(data))
      },
      isTls ? createServer(texts) : undefined,
    )
    const base = new URL(`${address}:${new URL(server.url).port}`)
    await cutOff({ base, signal }, whole(base), (text) => text.slice(0, -1))
    const sent = 'POST /plants HTTP/1.1\r\nX-A: 1\r\n\r\n{"id":é'
    await expect.poll(() => Buffer.concat(received).toString()).toBe(sent)
    expect(serverName || undefined).toBe(address.endsWith('localhost') ? 'localhost' : undefined)
  },
)

describe('given up is a service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Begins a request to a service that never answers the TLS handshake. */
  const ask = async (stop: AbortSignal) => {
    const server = await listenRaw(() => {})
    const base = new URL(server.url.replace('http', 'https'))
    return { server, base, asked: cutOff({ base, signal: stop }, whole(base), String) }
  }

  test('that is silent for 5 s', async () => {
    const { server, asked } = await ask(signal)
    await using _end = server
    vi.advanceTimersByTime(4999)
    const pending = 'pending'
    expect(await Promise.race([asked, new Promise((resolve) => setImmediate(resolve, pending))])).toBe(
      pending,
    )
    vi.advanceTimersByTime(1)
    await asked
  })

  test('that is not there, or that the run no longer waits for', async () => {
    const stop = new AbortController()
    const { server, base, asked } = await ask(stop.signal)
    stop.abort()
    await asked
    await server[Symbol.asyncDispose]()
    await cutOff({ base, signal }, whole(base), String)
  })
})

test('idle connections send nothing, and end with their scope; those that are refused are left out', async () => {
  let open = 0
  await using server = await listenRaw((socket) => {
    open++
    socket.on('data', () => open--).on('close', () => open--)
  })
  const base = new URL(server.url)
  {
    using _idle = await openIdle({ base, signal }, 3)
    await expect.poll(() => open).toBe(3)
  }
  await expect.poll(() => open).toBe(0)
  using _refused = await openIdle({ base: new URL('http://127.0.0.1:1'), signal }, 3)
})
