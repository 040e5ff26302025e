import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { startVerification, type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct, toJsonAnswer } from './backends/parts.ts'

const token = 'local-token'
const isIn = ({ from, to }: { from: bigint; to: bigint }, id: bigint): boolean => id >= from && id <= to

describe('the fake keeps every rule', () => {
  test.each([{ answers: 'http' }, { answers: 'documented' }, { onDuplicate: 'replace' }] as const)(
    '%o',
    async (options) => {
      await using server = await startServer({ port: 0, tokens: [token], ...options })
      const report = await verify(server.url, { token, level: 'should' })
      expect(report.rules.filter(({ status }) => status === 'broken' || status === 'hidden')).toEqual([])
      expect(report.outcome).toBe('kept')
      expect(report.requests).toBeGreaterThan(1000)
      expect(report.duration).toBeLessThan(5000)
      const untried = report.rules.filter(({ tries, rule }) => tries === 0 && rule.level === 'must')
      expect(untried.map(({ rule }) => rule.id)).toEqual([])
      expect(report.plantsLeft).toHaveLength(await server.store.plants.count())
    },
  )
})

test('without tokens the fake breaks the rule that a token nobody issued is refused, and no other', async () => {
  await using server = await startServer({ port: 0 })
  const { rules, outcome } = await verify(server.url, { token })
  expect(outcome).toBe('broken')
  expect(rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)).toEqual([
    'refuses-unissued-token',
  ])
})

test('a second run with the same seed is not misled by what the first one left', async () => {
  await using server = await startServer({ port: 0, tokens: [token] })
  for (let run = 0; run < 2; run++) {
    expect((await verify(server.url, { token, seed: 7 })).outcome).toBe('kept')
  }
})

test('stored ids at the edges are not taken for refused ones, even where every refusal is the same', async () => {
  await using server = await startBackend({
    refuse: () => toJsonAnswer(400, '{"error":1,"message":"no"}'),
  })
  for (let run = 0; run < 2; run++) {
    const { rules } = await verify(server.url, { token })
    expect(rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)).not.toContain(
      'id-zero',
    )
    expect(rules.filter(({ rule, status }) => status === 'broken' && rule.level === 'must')).toEqual([])
  }
})

describe('every id that is sent is in the range that was given', () => {
  test.each([
    { from: 1_000_000n, to: 1_100_000n },
    { from: -(2n ** 62n), to: -(2n ** 62n) + 50_000n },
  ])('%o', async (idRange) => {
    const bodies: string[] = []
    await using server = await startBackend({
      async readBody(exchange) {
        const body = await correct.readBody(exchange)
        bodies.push(body.toString())
        return body
      },
    })
    for (let run = 0; run < 3; run++) {
      const report = await verify(server.url, { token, idRange })
      expect(report.outcome).toBe('kept')
      expect(report.plantsLeft.map(BigInt).filter((id) => !isIn(idRange, id))).toEqual([])
    }
    const sent = bodies.flatMap(
      (body) => /"id"\s*:\s*"?([-+]?\d+)(?![\dx])(?!.*[eE]\d)/.exec(body)?.[1] ?? [],
    )
    expect(sent.length).toBeGreaterThan(2000)
    expect(sent.map(BigInt).filter((id) => !isIn(idRange, id))).toEqual([])
  })
})

describe('a seed sends the same again, but for ids', () => {
  async function record(seed: number): Promise<string[]> {
    const bodies: string[] = []
    await using server = await startBackend({
      async readBody(exchange) {
        const body = await correct.readBody(exchange)
        bodies.push(body.toString('latin1').replaceAll(/0x[\da-f]+|\d+/g, '#'))
        return body
      },
    })
    await verify(server.url, { token, seed })
    return bodies.sort()
  }

  test('as before with the same seed, otherwise with another', async () => {
    const first = await record(7)
    expect(await record(7)).toEqual(first)
    expect(await record(8)).not.toEqual(first)
  })
})

test('a service that answers one request at a time is not blamed for that', async () => {
  let last = Promise.resolve()
  await using server = await startBackend({
    async handle(exchange, parts) {
      const before = last
      last = before.then(() => sleep(10))
      await last
      return correct.handle(exchange, parts)
    },
  })
  // Sixty-four at once take longer than one of them may.
  const report = await verify(server.url, { token, concurrency: 64, requestLimit: 400 })
  expect(report.rules.filter(({ status, rule }) => status === 'broken' && rule.level === 'must')).toEqual([])
  expect(report.outcome).toBe('kept')
})

test('what is seen once, and not when it is tried again, is told and not blamed', async () => {
  let count = 0
  await using server = await startBackend({
    handle: (exchange, parts) =>
      ++count === 600
        ? Promise.resolve(toJsonAnswer(500, '{"error":1,"message":"no"}'))
        : correct.handle(exchange, parts),
  })
  const report = await verify(server.url, { token })
  expect(report.outcome).toBe('kept')
  expect(report.rules.find(({ rule }) => rule.id === 'requests-at-once')?.notes).toEqual([
    {
      note: expect.stringMatching(/got 500, but not when tried again$/),
      count: 1,
      subjects: [expect.any(String)],
    },
  ])
})

test('what was shrunk is small', async () => {
  await using server = await startBackend({
    toBody: ({ name, tag }) => ({ name: name.replaceAll('Z', 'z'), tag }),
  })
  const { rules } = await verify(server.url, { token, seed: 3 })
  const finding = rules.find(({ status, rule }) => status === 'broken' && rule.level === 'must')?.finding
  expect(finding?.exchanges.at(-1)?.request.body.length).toBeLessThan(80)
})

describe('a service that cannot be judged is told from one that breaks rules', () => {
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

  test('unauthorized: another token, where every refusal is 400', async () => {
    await using server = await startServer({ port: 0, tokens: [token], answers: 'documented' })
    const report = await verify(server.url, { token: 'other-token' })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unauthorized' } })
  })

  test('untried: the rules that were asked for, as no id may be sent that shows them', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const options = { token, only: ['id-zero', 'id-negative'], idRange: { from: 1n, to: 100_000n } }
    const report = await verify(server.url, options)
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'untried' } })
    expect(report.unjudged?.message).toMatch(/id-zero: no id of the range that was given can show it/)
  })

  test('unreachable: a service without TLS, in one line', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const report = await verify(server.url.replace('http:', 'https:'), { token })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
    expect(report.unjudged?.message).toMatch(/^https:\S+ is not reachable: it does not speak TLS there$/)
  })

  test('stopped: the limit of the whole run', async () => {
    await using server = await startServer({ port: 0, tokens: [token], latency: 50 })
    const report = await verify(server.url, { token, limit: 500 })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
    expect(report.duration).toBeLessThan(2000)
  })
})

test('a service that takes connections and never answers breaks one rule, and does not hold the run up', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { rules, outcome } = await verify(`http://127.0.0.1:${port}`, { token, requestLimit: 200 })
  server.close()
  expect(outcome).toBe('broken')
  expect(rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)).toEqual([
    'answers-every-request',
  ])
})

test('a service that dies on the way is reported, and does not hold the run up', async () => {
  let count = 0
  const server = await startBackend({
    handle(exchange, parts) {
      if (count++ === 500) setImmediate(() => server[Symbol.asyncDispose]())
      return correct.handle(exchange, parts)
    },
  })
  const { rules, outcome } = await verify(server.url, { token })
  expect(outcome).toBe('broken')
  expect(rules.find(({ rule }) => rule.id === 'still-answers')?.status).not.toBe('kept')
})

describe('options', () => {
  test.each<[message: RegExp, options: Partial<VerifyOptions>]>([
    [/^token must consist of/, { token: 'two words' }],
    [/^invalidToken must not be the token/, { invalidToken: token }],
    [/^concurrency must be an integer from 1 to 256, got 0/, { concurrency: 0 }],
    [/^seed must be an integer/, { seed: 0.5 }],
    [/^idRange must be int64 and have at least 10000 ids, got 5 to 1/, { idRange: { from: 5n, to: 1n } }],
    [/^only names the rule nope, which there is not/, { only: ['nope'] }],
    [/^skip names the rule nope/, { skip: ['nope'] }],
    [/^skip leaves no rule to judge/, { only: ['id-zero'], skip: ['id-zero'] }],
    [/^baseline names the rule nope/, { baseline: [{ rule: 'nope', reason: 'none' }] }],
  ])('%s', async (message, options) => {
    await expect(verify('http://127.0.0.1:1', { token, ...options })).rejects.toThrow(message)
  })

  test.each(['ftp://127.0.0.1', '127.0.0.1:80', '', 'http://127.0.0.1/?a=1'])(
    'the URL %j is none',
    async (url) => {
      await expect(verify(url, { token })).rejects.toThrow(/the URL must be the base address of a service/)
    },
  )
})

test('each rule can be a test', async () => {
  await using server = await startServer({ port: 0 })
  await using verification = startVerification(server.url, { token })
  expect(verification.rules.length).toBeGreaterThan(50)
  await expect(verification.check('created-is-200')).resolves.toMatchObject({ status: 'kept' })
  await expect(verification.check('refuses-unissued-token')).rejects.toThrow(/nobody issued.+\n.+\ncurl /)
})
