import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openIdle } from '../../src/http/open-socket.ts'
import { listenRaw } from './requests.ts'

const { signal } = new AbortController()

describe('given up is a service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Opens a connection to a service that never answers the TLS handshake. */
  const ask = async (stop: AbortSignal) => {
    const server = await listenRaw(() => {})
    const base = new URL(server.url.replace('http', 'https'))
    return { server, base, asked: openIdle({ base, signal: stop }, ['']) }
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
    await openIdle({ base, signal }, [''])
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
    using _idle = await openIdle({ base, signal }, ['', '', ''])
    await expect.poll(() => open).toBe(3)
  }
  await expect.poll(() => open).toBe(0)
  using _refused = await openIdle({ base: new URL('http://127.0.0.1:1'), signal }, ['', 'POST'])
})
