import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { type Answer, correct, type Exchange, toJsonAnswer, validToken as token } from './backends/parts.ts'
import { findBroken, judgePlants } from './judge.ts'

const answerAll = (status: number, headers = {}, body = ''): Overrides => ({
  handle: async () => ({ status, headers, body }),
})

/** Makes a backend that responds to some requests before it reads them. */
const answerFirst = (toAnswer: (exchange: Exchange) => Answer | undefined): Overrides => ({
  async handle(exchange, parts) {
    const answer = toAnswer(exchange)
    if (answer === undefined) return correct.handle(exchange, parts)
    exchange.request.resume()
    return answer
  },
})

/** Says how a service is reached. */
type ToUrl = (url: string) => string
const same: ToUrl = (url) => url

const cases: [title: string, backend: Overrides, options?: VerifyOptions, toUrl?: ToUrl][] = [
  ['no service', {}, {}, () => 'http://127.0.0.1:1'],
  ['no TLS', {}, {}, (url) => url.replace('http:', 'https:')],
  ['another path', {}, {}, (url) => `${url}/nowhere`],
  ['another token', {}, { token: 'other-token' }],
  ['another token, rejected with 403', { toStatus: () => 403 }, { token: 'other-token' }],
  ['no token', {}, { token: undefined } as unknown as VerifyOptions],
  ...[301, 405, 501, 502].map((status): (typeof cases)[number] => [`${status} for all`, answerAll(status)]),
  ['no response before the limit', { handle: () => new Promise(() => {}) }, { limit: 50 }],
]

test('a service that cannot be judged is distinguished from one that breaks rules', async () => {
  const found = await Promise.all(
    cases.map(async ([title, backend, options, toUrl = same]) => {
      await using server = await startBackend(backend)
      const report = await verify(toUrl(server.url), { token, seed: 1, ...options })
      const { outcome, unjudged } = report
      const why = unjudged === undefined ? findBroken(report).join() : `${unjudged.kind}, ${unjudged.message}`
      return `${title}: ${outcome}, ${why}\n`
        .replaceAll(/127\.0\.0\.1:\d{2,}/g, 'HOST')
        .replaceAll(/\d+\.\d s/g, 'N s')
    }),
  )
  await expect(found.join('')).toMatchFileSnapshot('recordings/unjudged.txt')
})

/** Makes a backend that rejects everything after some requests. */
const answerLater = (status: number): Overrides =>
  answerFirst(({ state }) =>
    state.accepted < 60 ? undefined : toJsonAnswer(status, '{"error":1,"message":"no"}'),
  )

// Each of them waits, so they run at the same time.
describe.concurrent('a service that changes during a run', () => {
  test.each<[status: number, outcome: string, broken: string[], seen: RegExp]>([
    [401, 'unjudged', [], /: it gets 401\. If a token expired, pass --token-command/],
    [500, 'failed', ['no-server-error'], /: it gets 500/],
  ])('and rejects everything with %i is blamed for nothing else', async (status, outcome, broken, seen) => {
    await using server = await startBackend(answerLater(status))
    const report = await judgePlants(server.url)
    expect([report.outcome, findBroken(report), report.unjudged]).toMatchObject([
      outcome,
      broken,
      { kind: 'changed', message: expect.stringMatching(seen) },
    ])
  })

  test('and asks for fewer requests gets them later', async () => {
    let count = 0
    await using server = await startBackend(
      answerFirst(() =>
        ++count % 50 === 0 ? { ...toJsonAnswer(429, ''), headers: { 'Retry-After': '0' } } : undefined,
      ),
    )
    const report = await judgePlants(server.url, { maxRequests: 120 })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  })

  test('and drops connections for a moment, as during a restart, breaks no rule', async () => {
    let until = 0
    await using server = await startBackend(
      answerFirst(({ request, state }) => {
        if (state.accepted === 100 && until === 0) until = performance.now() + 300
        if (performance.now() < until) request.socket.destroy()
        return undefined
      }),
    )
    const report = await judgePlants(server.url, { maxRequests: 200 })
    expect([report.outcome, findBroken(report), until > 0]).toEqual(['passed', [], true])
  })
})

test('the limit of the whole run stops it, and the report suggests a higher one', async () => {
  await using server = await startBackend({
    async handle(exchange, parts) {
      if (exchange.state.accepted >= 20) return new Promise(() => {})
      return correct.handle(exchange, parts)
    },
  })
  const report = await verify(server.url, { token, limit: 1500 })
  expect(report).toMatchObject({
    outcome: 'unjudged',
    unjudged: {
      kind: 'stopped',
      message: expect.stringMatching(/^the limit of 1500 ms ended the run\. Pass --limit/),
    },
  })
})

describe('a service that starts', () => {
  const only = ['accepts-valid-request'] as const

  test('is waited for until it responds', async () => {
    let count = 0
    await using backend = await startBackend({
      handle: async (exchange, parts) =>
        ++count > 3 ? correct.handle(exchange, parts) : { status: 503, headers: {}, body: '' },
    })
    const report = await verify(backend.url, { token, wait: 60_000, only })
    expect(report.outcome).toBe('passed')
  })

  test.each<[reason: string, first?: Overrides]>([
    ['it responds with 503', answerAll(503)],
    ['the connection was dropped (ECONNRESET)', { handle: ({ response }) => response.destroy() as never }],
    ['it does not answer'],
  ])('is not waited for longer than the limit: %s', async (reason, first) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const tries = [first?.handle ?? []].flat()
    await using backend = await startBackend({
      handle(...exchange) {
        const handle = tries.shift()
        if (handle === undefined) vi.advanceTimersByTime(60_000)
        return handle?.(...exchange) ?? new Promise(() => {})
      },
    })
    const { unjudged } = await verify(backend.url, { token, wait: 60_000 })
    const message = `${backend.url}/ was not ready after 60 s: ${reason}. Check the address, or wait longer with --wait`
    expect(unjudged).toEqual({ kind: 'unreachable', message })
  })
})
