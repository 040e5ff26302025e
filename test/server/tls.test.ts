import { once } from 'node:events'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ServerOptions, startServer } from '../../src/adapters/server/start-server.ts'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import { texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import type { Answer } from '../tools/send.ts'
import { start } from './start.ts'

const { cert: tlsCert, key: tlsKey } = texts
const startSecure = (options: ServerOptions = {}) => start({ tlsCert, tlsKey, ...options })

async function ask(url: string, request: Parameters<typeof toRequestText>[0]): Promise<Answer | undefined> {
  const [response] = await sendRaw(url, toRequestText(request))
  return response
}

const get = (url: string, target: string, headers: Record<string, string> = {}) =>
  ask(url, { method: 'GET', target, headers, body: '' })

describe('with a certificate', () => {
  test('the mock speaks https, at an address that the certificate is for', async () => {
    const { url, log } = await startSecure()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect((await ask(url, {}))?.status).toBe(200)
    expect(log).toMatchObject([{ path: '/plants', status: 200 }])
    const named = await startSecure({ tlsCert: Buffer.from(texts.nameOnly), contract: plantStoreAt('/v1') })
    expect(named.url).toMatch(/^https:\/\/localhost:\d+\/v1$/)
    expect((await ask(named.url, { target: '/v1/plants' }))?.status).toBe(200)
  })

  test('the control API is for pages of https at the same host', async () => {
    const { url } = await startSecure()
    const { host } = new URL(url)
    const ask = (scheme: string) =>
      get(url, '/__admin/records', { Host: host, Origin: `${scheme}://${host}` })
    expect([(await ask('https'))?.status, (await ask('http'))?.status]).toEqual([200, 403])
  })

  test('curl commands have URLs of https, and accept its certificate', async () => {
    const { url } = await startSecure()
    const headers = { Host: 'localhost:1' }
    await ask(url, { headers })
    const commands = await get(url, '/__admin/requests?format=curl', headers)
    expect(commands?.body).toContain("\ncurl -i -X POST 'https://localhost:1/plants' -k ")
  })

  test('the log says why a connection could not begin, unless the client just left', async () => {
    const { url, log } = await startSecure()
    const port = Number(new URL(url).port)
    await expect(fetch(`http://127.0.0.1:${port}/plants`)).rejects.toThrow()
    const leaving = connectPlainly(port, '127.0.0.1')
    await once(leaving, 'connect')
    leaving.resetAndDestroy()
    await once(connect({ port, host: '127.0.0.1' }), 'error')
    expect((await ask(url, {}))?.status).toBe(200)
    const message = 'the client speaks http, but this mock speaks https'
    expect(log).toEqual([
      { method: '?', path: '?', status: 0, duration: 0, failure: 'malformed-request', message },
      expect.objectContaining({ status: 200 }),
    ])
  })
})

test('the log of a mock that speaks http says that a client speaks https', async () => {
  const { url, log } = await start()
  await expect(fetch(url.replace('http:', 'https:'))).rejects.toThrow()
  expect(log).toMatchObject([
    {
      status: 400,
      message: expect.stringMatching(/^the client speaks https, but .* use http:\/\/, or start/),
    },
  ])
})

/** Starts a service whose address says https; with a certificate, it speaks that. */
async function startService(cert?: string): Promise<string> {
  const respond: RequestListener = ({ headers: { 'x-forwarded-proto': scheme, host } }, response) => {
    response.statusCode = 302
    response.setHeader('location', `https://${host}/new`).end(`${scheme} ${host}`)
  }
  const service =
    cert === undefined ? createPlainServer(respond) : createServer({ cert, key: texts.key }, respond)
  const listening = await listen(service)
  onTestFinished(listening[Symbol.asyncDispose])
  return listening.url.replace('http:', 'https:')
}

function trustCertificates(): void {
  const before = getCACertificates()
  setDefaultCACertificates([...before, texts.cert, texts.nameOnly])
  onTestFinished(() => setDefaultCACertificates(before))
}

describe('with an upstream', () => {
  test('requests go from https to https', async () => {
    trustCertificates()
    const upstream = await startService(texts.cert)
    const { url, log } = await startSecure({ upstream, allowHosts: ['mock.example'] })
    const response = await get(url, '/orders', { Host: 'mock.example' })
    expect(response?.body).toContain(`https ${new URL(upstream).host}`)
    expect(response?.headers['location']).toBe('https://mock.example/new')
    expect(log).toMatchObject([{ path: '/orders', upstream: true }])
  })

  test.each<[problem: string, cert: string | undefined, isTrusted: boolean]>([
    ['its certificate is not trusted (', texts.cert, false],
    ['its certificate is for another name', texts.nameOnly, true],
    ['it does not speak https', undefined, true],
  ])('that fails, the 502 says why: %s', async (problem, cert, isTrusted) => {
    if (isTrusted) trustCertificates()
    const upstream = await startService(cert)
    const { url } = await startSecure({ upstream })
    const response = await get(url, '/orders')
    expect(response?.status).toBe(502)
    expect(response?.body).toContain(`the upstream ${upstream} failed: ${problem}`)
  })
})

test.each<[what: string, options: ServerOptions, message: string]>([
  ['no key', { tlsCert }, 'tlsKey must be set, because there is a certificate'],
  ['no certificate', { tlsKey }, 'tlsCert must be set, because there is a private key'],
  ['no PEM', { tlsCert: tlsKey, tlsKey }, 'tlsCert must be a certificate in PEM format'],
  [
    'no private key',
    { tlsCert, tlsKey: tlsCert },
    'tlsKey must be a private key in PEM format without a passphrase',
  ],
  ['another key', { tlsCert, tlsKey: texts.otherKey }, 'tlsKey must be the private key of the certificate'],
  [
    'a weak key',
    { tlsCert: texts.weak, tlsKey: texts.weakKey },
    'tlsCert must be a certificate that TLS can use: ',
  ],
])('%s is rejected', async (_what, options, message) => {
  await expect(startServer({ port: 0, ...options })).rejects.toThrow(message)
})
