import { createServer } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { cutOff } from '../../src/http/cut-off.ts'
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

test('a service that is not there, or that the run no longer waits for, is given up', async () => {
  const stop = new AbortController()
  const server = await listenRaw(() => {})
  const base = new URL(server.url.replace('http', 'https'))
  const asked = cutOff({ base, signal: stop.signal }, whole(base), String)
  stop.abort()
  await asked
  await server[Symbol.asyncDispose]()
  await cutOff({ base, signal }, whole(base), String)
})
