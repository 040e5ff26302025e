import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AnsweredRequest, type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import type { Answer } from '../tools/send.ts'

/** Starts a fake that speaks https, and keeps what it logs. */
async function startSecure(options: ServerOptions = {}) {
  const log: AnsweredRequest[] = []
  const server = await startServer({
    port: 0,
    tlsCert: texts.cert,
    tlsKey: texts.key,
    onRequest: (request) => log.push(request),
    ...options,
  })
  onTestFinished(server.closeNow)
  return { ...server, log }
}

async function ask(url: string, request: Parameters<typeof toRequestText>[0]): Promise<Answer | undefined> {
  const [answer] = await sendRaw(url, toRequestText(request))
  return answer
}

const get = (url: string, target: string, headers: Record<string, string> = {}) =>
  ask(url, { method: 'GET', target, headers, body: '' })

describe('with a certificate', () => {
  test('the fake speaks https, at an address that the certificate is for', async () => {
    const { url, log } = await startSecure()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect((await ask(url, {}))?.status).toBe(200)
    expect(log).toMatchObject([{ path: '/plants', status: 200 }])
    const named = await startSecure({ tlsCert: Buffer.from(texts.nameOnly), basePath: '/v1' })
    expect(named.url).toMatch(/^https:\/\/localhost:\d+\/v1$/)
    expect((await ask(named.url, { target: '/v1/plants' }))?.status).toBe(200)
  })

  test('requests with Upgrade are usual requests', async () => {
    const { url } = await startSecure()
    const headers = { Connection: 'Upgrade, close', Upgrade: 'websocket' }
    expect((await ask(url, { headers }))?.status).toBe(200)
  })

  test('the control API is for pages of https at the same host', async () => {
    const { url } = await startSecure()
    const { host } = new URL(url)
    const statusFor = async (Origin: string) =>
      (await get(url, '/__admin/health', { Host: host, Origin }))?.status
    expect(await statusFor(`https://${host}`)).toBe(200)
    expect(await statusFor(`http://${host}`)).toBe(403)
  })

  test('exports have URLs of https, and curl commands accept its certificate', async () => {
    const { url } = await startSecure()
    await ask(url, { headers: { Host: 'localhost:1' } })
    const archive = await get(url, '/__admin/requests?format=har', { Host: 'localhost:1' })
    expect(JSON.parse(archive?.body ?? '').log.entries[0].request.url).toBe('https://localhost:1/plants')
    const commands = await get(url, '/__admin/requests?format=curl', { Host: 'localhost:1' })
    expect(commands?.body).toContain("\ncurl -ik -X POST 'https://localhost:1/plants' ")
  })

  test('a stop waits for a request in flight, but not for an unused connection', async () => {
    const { url, close, store } = await startSecure()
    const unused = await openConnection(url)
    store.faults.next({ delay: 50 })
    const connection = await openConnection(url)
    const text = toRequestText({ headers: { Connection: 'keep-alive', Expect: '100-continue' } })
    await connection.write(text.slice(0, -1))
    await connection.until(/100 Continue/)
    const closed = close()
    await connection.write(text.slice(-1))
    expect((await connection.answers()).map(({ status }) => status)).toEqual([100, 200])
    expect(await unused.answers()).toEqual([])
    await closed
  })

  test('the log says why a connection could not begin', async () => {
    const { url, log } = await startSecure()
    const { port } = new URL(url)
    await expect(fetch(`http://127.0.0.1:${port}/plants`)).rejects.toThrow()
    const untrusting = connect({ port: Number(port), host: '127.0.0.1' })
    await once(untrusting, 'error')
    expect((await ask(url, {}))?.status).toBe(200)
    expect(log).toEqual([
      {
        method: '?',
        path: '?',
        status: 0,
        duration: 0,
        failure: 'malformed-request',
        message: 'the client speaks http, but this fake speaks https',
      },
      expect.objectContaining({ status: 200 }),
    ])
  })
})

/** Starts a service of https that sends back what a WebSocket sends. */
async function startService(cert = texts.cert) {
  const service = createServer({ cert, key: texts.key }, (request, response) =>
    response.end(`${request.headers['x-forwarded-proto']} ${request.headers.host}`),
  )
  service.on('upgrade', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    socket.pipe(socket)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => service.closeAllConnections())
  onTestFinished(() => void service.close())
  return `https://127.0.0.1:${(service.address() as AddressInfo).port}`
}

function trustCertificates(): void {
  const before = getCACertificates()
  setDefaultCACertificates([...before, texts.cert, texts.nameOnly])
  onTestFinished(() => setDefaultCACertificates(before))
}

/** Starts a service of http; its address says https. */
async function startPlainService(): Promise<string> {
  const service = await listen((_request, response) => response.end())
  onTestFinished(service[Symbol.asyncDispose])
  return service.url.replace('http:', 'https:')
}

describe('with an upstream', () => {
  const upgrade = toRequestText({
    method: 'GET',
    target: '/live',
    headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
    body: '',
  })

  test('requests and WebSockets go from https to https', async () => {
    trustCertificates()
    const upstream = await startService()
    const { url, log, close } = await startSecure({ upstream })
    expect((await get(url, '/orders'))?.body).toContain(`https ${new URL(upstream).host}`)
    const connection = await openConnection(url)
    await connection.write(`${upgrade}early`)
    await connection.until(/^HTTP\/1\.1 101 .*early$/s)
    await connection.write('later')
    await connection.until(/later$/)
    expect(log).toMatchObject([{ path: '/orders' }, { path: '/live', status: 101, upstream: true }])
    await close()
  })

  test('whose certificate is not trusted, the answer says so', async () => {
    const upstream = await startService()
    const { url } = await startSecure({ upstream })
    const message = `the upstream ${upstream} failed: its certificate is not trusted (`
    const fix = 'Set NODE_EXTRA_CA_CERTS to the file of its CA'
    for (const answer of [await get(url, '/orders'), (await sendRaw(url, upgrade))[0]]) {
      expect(answer?.status).toBe(502)
      expect(answer?.body).toContain(message)
      expect(answer?.body).toContain(fix)
    }
  })
})

test.each([
  [
    'whose certificate is for another name',
    () => startService(texts.nameOnly),
    'its certificate is for another name',
  ],
  ['of https that speaks http', startPlainService, 'it does not speak https'],
])('an upstream %s is named as the reason of the 502', async (_title, start, reason) => {
  trustCertificates()
  const upstream = await start()
  const { url } = await startSecure({ upstream })
  expect((await get(url, '/orders'))?.body).toContain(`the upstream ${upstream} failed: ${reason}"`)
})

test.each([
  ['no key', { tlsCert: texts.cert }, 'tlsKey must be set, because there is a certificate'],
  ['no certificate', { tlsKey: texts.key }, 'tlsCert must be set, because there is a private key'],
  [
    'a key in the place of the certificate',
    { tlsCert: texts.key, tlsKey: texts.key },
    'tlsCert must be a certificate in PEM format',
  ],
  [
    'a certificate in the place of the key',
    { tlsCert: texts.cert, tlsKey: texts.cert },
    'tlsKey must be a private key in PEM format without a passphrase',
  ],
  [
    'the key of another certificate',
    { tlsCert: texts.cert, tlsKey: texts.otherKey },
    'tlsKey must be the private key of the certificate',
  ],
])('%s is refused', async (_title, options, message) => {
  await expect(startServer({ port: 0, ...options })).rejects.toThrow(message)
})
