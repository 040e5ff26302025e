import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { toJudgment } from '../../src/verify/to-judgment.ts'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct, Refusal } from './backends/parts.ts'

const token = 'local-token'

describe('a service that cannot be judged is distinguished from one that breaks rules', () => {
  test.each<[kind: string, title: string, url: (url: string) => string, options?: Partial<VerifyOptions>]>([
    ['unreachable', 'no service', () => 'http://127.0.0.1:1'],
    ['unreachable', 'no such host', () => 'http://nowhere.invalid'],
    ['not-found', 'another path', (url) => `${url}/nowhere`],
    ['unauthorized', 'another token', (url) => url, { token: 'other-token' }],
  ])('%s: %s', async (kind, _title, toUrl, options = {}) => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const report = await verify(toUrl(server.url), { token, ...options })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind } })
    expect(report.requests).toBeLessThan(10)
  })

  test('unauthorized: another token, with a service that refuses everything with 400', async () => {
    await using server = await startServer({ port: 0, tokens: [token], answers: 'documented' })
    const report = await verify(server.url, { token: 'other-token' })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unauthorized' } })
  })

  test('untried: the selected rules, since no allowed id can test them', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const report = await verify(server.url, {
      token,
      only: ['id-zero', 'id-negative'],
      idRange: { from: 1n, to: 100_000n },
    })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'untried' } })
    expect(report.unjudged?.message).toMatch(/id-zero, id-negative: no id in the range can test this/)
  })

  test('untried: rules whose requests are all answered 429', async () => {
    let count = 0
    await using server = await startBackend({
      async handle(exchange, parts) {
        const isValid = correct.isAuthorized(exchange.request.headers.authorization)
        if (isValid || ++count < 5) return correct.handle(exchange, parts)
        return { status: 429, headers: { 'Retry-After': 0 }, body: '' }
      },
    })
    const report = await verify(server.url, { token })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'untried' } })
    expect(report.unjudged?.message).toMatch(
      /^some selected rules can't be judged\. .*refuses-.*: no answer shows whether the service keeps this/,
    )
  })

  test('unreachable: a service that has all ids of the range', async () => {
    await using server = await startBackend({
      save() {
        throw new Refusal('stored-id', 'a plant with this id is stored')
      },
    })
    const report = await verify(server.url, { token, idRange: { from: 1n, to: 10_000n } })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
    expect(report.unjudged?.message).toMatch(/all ids in the range may already be stored$/)
  })

  test('unreachable: a service without TLS, in one line', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const report = await verify(server.url.replace('http:', 'https:'), { token })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
    expect(report.unjudged?.message).toMatch(
      /^https:\S+ is not reachable: the service does not speak TLS on this port$/,
    )
  })

  test('stopped: the limit of the whole run', async () => {
    await using server = await startServer({ port: 0, tokens: [token], latency: 50 })
    const report = await verify(server.url, { token, limit: 500 })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
    expect(report.unjudged?.message).toMatch(
      /^the limit of 500 ms ended the run after \d\.\d s, when \d+ of \d+ trials were done\. Pass --limit \d+0000$/,
    )
    expect(report.duration).toBeLessThan(2000)
  })
})

test.each([
  ['plants', /: it answers 404\. Pass http:\/\/127\.0\.0\.1:\d+; the kit adds \/plants to it$/],
  ['api', /: it answers 404\. Pass the base address of the service; the kit adds \/plants to it$/],
])('a wrong address gets a suggestion, and no rule is listed: /%s', async (path, message) => {
  await using server = await startServer({ port: 0, tokens: [token] })
  const report = await verify(`${server.url}/${path}`, { token })
  expect(report.unjudged?.message).toMatch(message)
  expect(toJudgment(report).cases).toEqual([])
})

test('a limit that is over before the first answer is named, with one that is enough', async () => {
  await using server = await startBackend({ handle: () => new Promise(() => {}) })
  const report = await verify(server.url, { token, limit: 50 })
  expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
  expect(report.unjudged?.message).toMatch(
    /^the limit of 50 ms ended the run after .+, before the first answer\. Pass --limit 120000$/,
  )
})

test('a service that accepts connections but never answers breaks one rule, and the run ends soon', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const options = { token, requestLimit: 200 }
  const { rules, outcome } = await verify(`http://127.0.0.1:${port}`, options)
  const other = await verify(`http://127.0.0.1:${port}`, { ...options, only: ['created-is-200'] })
  server.close()
  expect(other.unjudged?.message).toMatch(
    /created-is-200: none of the first requests was answered: .+ within 200 ms.*\. If the service needs longer, pass --request-limit$/,
  )
  expect(outcome).toBe('failed')
  expect(rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)).toEqual([
    'answers-every-request',
  ])
})
