import { createServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import type { CreatedPlant } from '../../src/verify/verify.ts'
import { files, texts } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct, Refusal } from './backends/parts.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

const headers = { 'X-Tenant': 'garden', 'X-Client-Secret': 'open-sesame' }

describe('headers', () => {
  test('are in every request, also in those that are cut off and those before the run', async () => {
    let without = 0
    await using server = await startBackend({
      handle(exchange, parts) {
        const sent = exchange.request.headers
        if (sent['x-tenant'] !== 'garden' || sent['x-client-secret'] !== 'open-sesame') without++
        return correct.handle(exchange, parts)
      },
    })
    const report = await judge(server.url, 60_000, { headers, only: rulesOfEachPhase, wait: 60_000 })
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
    const more = { headers, ca: files.cert, namePrefix: 'ci_', only: ['id-negative'] } as const
    const report = await judge(server.url, 60_000, more)
    const [one] = report.cases
    const command = one?.findings[0]?.exchanges[0]?.request.curl
    expect(command).toContain(` --cacert ${files.cert} `)
    expect(command).toContain(` -H 'X-Tenant: garden' -H "X-Client-Secret: $X_CLIENT_SECRET" `)
    expect(command).toContain('"name":"ci_Fern')
    expect(one?.again).toContain(
      ` --header 'X-Tenant: garden' --header "X-Client-Secret: $X_CLIENT_SECRET" --ca ${files.cert} --name-prefix=ci_`,
    )
    expect(JSON.stringify(report)).not.toContain('open-sesame')
  })
})

test('a service that wants a client certificate gets it on every connection', async () => {
  let without = 0
  const server = createServer(
    { ...texts, ca: texts.cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":1,"message":"no"}')
      })
    },
  )
  server.on('secureConnection', (socket) => {
    if (!socket.authorized) without++
  })
  await using listening = await listen(server)
  const url = listening.url.replace('http', 'https')
  const certificates = { cert: files.cert, key: files.key, ca: files.cert }
  const report = await judge(url, 60_000, { ...certificates, wait: 60_000, only: ['created-status'] })
  expect([findBroken(report), without]).toEqual([['created-status'], 0])
  expect(await judge(url, 60_000, { only: ['created-status'] })).toMatchObject({
    unjudged: { kind: 'unreachable', message: expect.stringContaining('is not trusted') },
  })
})

describe('created plants', () => {
  test('are told one by one, and plain ones have names with the prefix', async () => {
    const stored = new Set<string>()
    await using server = await startBackend({
      toBody(plant, exchange) {
        stored.add(String(plant.id))
        return correct.toBody(plant, exchange)
      },
    })
    const told: CreatedPlant[] = []
    const only = ['created-status', 'id-over-int32'] as const
    const more = { only, namePrefix: 'ci-', onCreated: (plant: CreatedPlant) => void told.push(plant) }
    const report = await judge(server.url, 60_000, more)
    expect(told.map(({ id }) => id).toSorted()).toEqual([...stored].sort())
    expect(report.plantsLeft).toEqual(told.map(({ id }) => id))
    expect(told.filter(({ name = '' }) => !name.startsWith('ci-'))).toEqual([])
  })

  test('of a request without an answer are told as unsure', async () => {
    await using server = await startBackend({
      handle(exchange, parts) {
        if (exchange.onConnection > 1) exchange.response.destroy()
        return correct.handle(exchange, parts)
      },
    })
    const told: CreatedPlant[] = []
    const more = {
      only: ['created-status'],
      onCreated: (plant: CreatedPlant) => void told.push(plant),
    } as const
    await judge(server.url, 60_000, more)
    expect(told).toContainEqual({
      id: expect.stringMatching(/^\d+$/),
      name: expect.any(String),
      tag: expect.any(String),
      unsure: true,
    })
  })
})
