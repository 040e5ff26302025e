import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, Refusal, validToken as token } from './backends/parts.ts'
import { limited } from './backends/right/limited.ts'
import { findBroken, judge } from './judge.ts'

const answerAll = (status: number, headers = {}, body = ''): Overrides => ({
  handle: async () => ({ status, headers, body }),
})
const refuseAll = (body: string, headers = {}): Overrides => answerAll(400, headers, body)
const neverAnswer: Overrides = { handle: () => new Promise(() => {}) }

const allStored: Overrides = {
  save() {
    throw new Refusal('stored-id', 'the id is taken')
  },
}
const idRange = { from: 1n, to: 100_000n }
const limits = { id: { minimum: 1 } }
const only = ['created-status'] as const

/** Answers 429 to all credentials but the valid ones. */
const limitOthers: Overrides = {
  handle: async (exchange, parts) =>
    correct.isAuthorized(exchange.request.headers.authorization)
      ? correct.handle(exchange, parts)
      : { status: 429, headers: { 'Retry-After': 0 }, body: '' },
}

/** Refuses the ids of the first seven plants, which have tags. */
function refuseSomeIds(): Overrides {
  let count = 0
  return {
    readId(members) {
      if (++count <= 7) throw new Refusal('body', 'the id is out of range')
      return correct.readId(members)
    },
  }
}

/** Says how a service is reached. */
type ToUrl = (url: string) => string
const same: ToUrl = (url) => url

const cases: [title: string, backend: Overrides, options?: Partial<VerifyOptions>, toUrl?: ToUrl][] = [
  ['no service', {}, {}, () => 'http://127.0.0.1:1'],
  ['no TLS', {}, {}, (url) => url.replace('http:', 'https:')],
  ['another path', {}, {}, (url) => `${url}/nowhere`],
  ['the path of the operation', {}, {}, (url) => `${url}/plants`],
  ['another token', {}, { token: 'other-token' }],
  ['another token, refused with 403', { toStatus: () => 403 }, { token: 'other-token' }],
  ...[301, 302, 308, 405, 429, 501, 502, 503, 504].map((status): (typeof cases)[number] => [
    `${status} for all`,
    answerAll(status),
  ]),
  ['a redirect with an address', answerAll(307, { Location: '/home' })],
  ['503 with Retry-After for all', answerAll(503, { 'Retry-After': 0 })],
  ['an Error about the token for all', refuseAll('{"error":1,"message":"Not authorised"}')],
  ['a challenge for all', refuseAll('no', { 'WWW-Authenticate': 'Bearer' })],
  ['an id that the range has not', {}, { only: ['id-zero', 'id-negative'], idRange }],
  ['an id that the limits have not', {}, { only: ['id-zero', 'id-over-int32'], limits }],
  ['429 for other tokens', limitOthers, { only: ['refuses-missing-credentials'], concurrency: 1 }],
  ['all ids are stored', allStored, { idRange: { from: 1n, to: 10_000n } }],
  ['no 400', { toStatus: () => 422 }, { only: ['error-has-error'] }],
  ['no answer, with one rule', neverAnswer, { only, requestLimit: 100 }],
  ['no answer before the limit', neverAnswer, { limit: 50 }],
  ['plants with tags are refused', limited({ tag: { enum: ['herb'] } })],
  ['large ids and tags are refused', limited({ id: { maximum: 2 ** 53 - 1 }, tag: { enum: ['herb'] } })],
  ['plants with large ids are refused', limited({ id: { minimum: 1, maximum: 9999 } })],
  ['plants are refused for ids of the same size', refuseSomeIds(), { only }],
  ['names of letters and digits are refused', limited({ name: { pattern: '^[a-z]{2,8}-[0-9]{3}$' } })],
  ['short texts only', limited({ name: { maxLength: 10 }, tag: { maxLength: 6 } })],
  [
    'all plants are refused for an unnamed reason',
    refuseAll('{"error":1,"message":"id, name or tag"}'),
    { only },
  ],
  ['all plants are refused by their tags', refuseAll(`{"error":1,"message":"tag ${'is '.repeat(99)}"}`)],
  ['an Error of the service for all', answerAll(500, {}, '{"error":1,"message":"id"}'), { only }],
]

test('a service that cannot be judged is distinguished from one that breaks rules', async () => {
  const found = await Promise.all(
    cases.map(async ([title, backend, options, toUrl = same]) => {
      await using server = await startBackend(backend)
      const report = await verify(toUrl(server.url), { token, seed: 1, ...options })
      const { outcome, unjudged } = report
      const broken = findBroken(report)
      const why = unjudged === undefined ? broken.join() : `${unjudged.kind}, ${unjudged.message}`
      return `${title}: ${outcome}, ${why}\n`
        .replaceAll(/127\.0\.0\.1:\d{2,}/g, 'HOST')
        .replaceAll(/\d+\.\d s/g, 'N s')
    }),
  )
  await expect(found.join('')).toMatchFileSnapshot('recordings/unjudged.txt')
})

test('the limit of the whole run stops it, and the report suggests a higher one', async () => {
  await using server = await startBackend({
    async handle(exchange, parts) {
      if (exchange.state.accepted >= 20) return new Promise(() => {})
      return correct.handle(exchange, parts)
    },
  })
  const report = await verify(server.url, { token, limit: 1500 })
  expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
  expect(report.unjudged?.message).toMatch(
    /^the limit of 1500 ms ended the run after \d+\.\d s, when \d+ of \d+ trials were done\. Pass --limit \d+0000$/,
  )
})

test('a service that accepts connections but never answers breaks one rule', async () => {
  await using server = await startBackend(neverAnswer)
  const report = await judge(server.url, 200)
  expect([report.outcome, findBroken(report)]).toEqual(['failed', ['answers-every-request']])
})

describe('a service that starts', () => {
  test('is waited for until it answers', async () => {
    let count = 0
    await using backend = await startBackend({
      handle: async (exchange, parts) =>
        ++count > 3 ? correct.handle(exchange, parts) : { status: 503, headers: {}, body: '' },
    })
    const report = await verify(backend.url, { token, wait: 60_000, only })
    expect(report).toMatchObject({ outcome: 'passed', leftOut: [] })
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

  test('is not waited for after the run is stopped', async () => {
    const signal = AbortSignal.timeout(50)
    const report = await verify('http://127.0.0.1:1', { token, wait: 60_000, signal })
    expect(report.unjudged).toMatchObject({ kind: 'stopped' })
  })
})

test('a function that never returns the token is stopped with the run', async () => {
  const signal = AbortSignal.timeout(50)
  const running = verify('http://127.0.0.1:1', { token: () => new Promise(() => {}), signal })
  await expect(running).rejects.toThrow('token gave no token: the run was stopped first')
})
