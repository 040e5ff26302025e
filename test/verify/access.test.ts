// How a run gets in, and what it keeps to itself.
import { createServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { files, texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct, Refusal, toJsonAnswer, validToken } from './backends/parts.ts'
import { findBroken, judgePlants } from './judge.ts'

const headers = { 'X-Tenant': 'garden', 'X-Client-Secret': 'open-sesame' }

describe('headers', () => {
  test('are in every request, also in those before the run and those of the protocol', async () => {
    let without = 0
    await using server = await startBackend({
      handle(exchange, parts) {
        const sent = exchange.request.headers
        if (sent['x-tenant'] !== 'garden' || sent['x-client-secret'] !== 'open-sesame') without++
        return correct.handle(exchange, parts)
      },
    })
    const only = ['accepts-valid-request', 'chunked-body', 'client-headers'] as const
    const report = await judgePlants(server.url, { headers, wait: 60_000, level: 'protocol', only })
    expect([findBroken(report), report.outcome, without]).toEqual([[], 'passed', 0])
  })

  test('are in commands, but no credential is in a report, even if the service repeats it', async () => {
    await using server = await startBackend({
      parse(text) {
        if (text.includes(':-')) throw new Refusal('body', 'no negative ids')
        return correct.parse(text)
      },
      toError: (error, { message }, { request }) => ({
        error,
        message: `${request.headers['x-client-secret']}: ${message}`,
      }),
    })
    const report = await judgePlants(server.url, { headers, ca: files.cert, only: ['accepts-valid-body'] })
    const command = report.cases[0]?.findings[0]?.exchanges.at(-1)?.request.curl
    expect(command).toContain(` --cacert ${files.cert} `)
    expect(command).toContain(` -H 'X-Tenant: garden' -H "X-Client-Secret: $X_CLIENT_SECRET" `)
    expect(JSON.stringify(report)).not.toContain('open-sesame')
  })
})

test('a service that wants a client certificate gets it on every connection', async () => {
  let without = 0
  const server = createServer(
    { ...texts, ca: texts.cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":1,"message":"no"}')
      })
    },
  )
  server.on('secureConnection', (socket) => {
    if (!socket.authorized) without++
  })
  await using listening = await listen(server)
  const url = listening.url.replace('http', 'https')
  const certificates = { cert: files.cert, key: files.key, ca: files.cert }
  const only = ['no-server-error'] as const
  const report = await judgePlants(url, { ...certificates, wait: 60_000, only })
  expect([findBroken(report), without]).toEqual([['no-server-error'], 0])
  expect(await judgePlants(url, { only })).toMatchObject({
    unjudged: { kind: 'unreachable', message: expect.stringContaining('is not trusted') },
  })
})

test('a token is renewed when it expires', async () => {
  let [issued, used] = [0, 0]
  const token = (): string => {
    used = 0
    return `${validToken}-${++issued}`
  }
  await using server = await startBackend({
    isAuthorized: (authorization = '') =>
      /^bearer +(\S+)$/i.exec(authorization)?.[1] === `${validToken}-${issued}` && used < 60,
    save(...args) {
      used++
      return correct.save(...args)
    },
  })
  const report = await judgePlants(server.url, { token })
  expect([report.outcome, findBroken(report), issued > 1]).toEqual(['passed', [], true])
})

/** Writes a string with every letter as an escape of a URL, and of JSON. */
const toForms = (text = ''): string[] =>
  ['%', '\\u00'].map((sign) => text.replaceAll(/./g, (letter) => sign + letter.charCodeAt(0).toString(16)))

test('a token is in no report if the backend repeats it, also with escapes', async () => {
  await using server = await startBackend({
    refuse: (_refusal, _parts, { request: { headers: sent } }) =>
      toJsonAnswer(
        400,
        `{"error":["want ${validToken}","${toForms(sent.authorization).join()}"],"message":"no"}`,
      ),
  })
  const only = ['response-body-schema', 'rejects-invalid-body', 'requires-credentials'] as const
  const report = JSON.stringify(await judgePlants(server.url, { only }))
  expect(report).toMatch(/want \*\*\*\W+\*\*\*/)
  for (const text of [validToken, ...toForms(validToken)]) expect(report).not.toContain(text)
})
