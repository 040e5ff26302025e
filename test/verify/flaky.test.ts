import { describe, expect, test } from 'vitest'
import type { Exchange, Outcome } from '../../src/http/exchange.ts'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { choosePhases } from '../../src/verify/checks/choose-phases.ts'
import { confirm, type Failure } from '../../src/verify/confirm.ts'
import { createFlakyLog, toFlakyCase } from '../../src/verify/flaky.ts'
import { isLate } from '../../src/verify/judge-trial.ts'
import { createLedger } from '../../src/verify/ledger.ts'
import { runTrial } from '../../src/verify/run-trial.ts'
import type { Session } from '../../src/verify/trial.ts'
import type { Report } from '../../src/verify/verify.ts'
import { createSession, toExchange as toAnswered } from '../drift/fake-service.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, toJsonAnswer } from './backends/parts.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

const request = { method: 'POST', path: '/plants', headers: [], pieces: [] }
const answer = (status: number, headers: [string, string][] = []): Outcome => ({
  kind: 'answer',
  answer: { version: '1.1', status, headers, body: Buffer.from('') },
})
const dropped: Outcome = { kind: 'dropped', message: 'it was dropped', reused: true }
const gone: Outcome = { kind: 'gone', message: 'it is gone', reused: false }
const toExchange = (number: number, outcome: Outcome, earlier: Exchange[] = []): Exchange => ({
  request,
  outcome,
  number,
  duration: 1,
  earlier,
})

const show = { base: new URL('http://127.0.0.1'), secrets: [], showToken: false }

test('a service that drops one of many new connections breaks a rule, and not only now and then', async () => {
  let opened = 0
  await using server = await startBackend({
    async handle(exchange, parts) {
      if (exchange.onConnection === 1 && ++opened % 11 === 0) exchange.request.socket.destroy()
      return correct.handle(exchange, parts)
    },
  })
  const { cases } = await judge(server.url, 10_000, { only: ['requests-in-a-row'], concurrency: 1 })
  expect(cases[0]?.findings[0]?.problem).toMatch(/^the connection was dropped/)
})

test('a service that answers some plain plants with 502 breaks a rule, even if each is accepted when sent again', async () => {
  let sent = 0
  await using server = await startBackend({
    handle: (exchange, parts) =>
      ++sent % 40 === 0
        ? Promise.resolve(toJsonAnswer(502, '{"error":502,"message":"no"}'))
        : correct.handle(exchange, parts),
  })
  const only = ['answers-every-request', 'created-status', 'text-keeps-markup'] as const
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  const findings = cases.find(({ title }) => title === 'created-status')?.findings
  expect(findings?.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^2 of \d+ plain plants, sent one after another: the status must be 200, got 502$/),
  ])
})

test('a service that fails after pauses breaks a rule, once another failure makes the run look for more', async () => {
  let sent = 0
  let last = Date.now()
  await using server = await startBackend({
    handle(exchange, parts) {
      const pause = Date.now() - last
      last = Date.now()
      return ++sent === 40 || (sent > 100 && pause > 100)
        ? Promise.resolve(toJsonAnswer(502, '{"error":502,"message":"no"}'))
        : correct.handle(exchange, parts)
    },
  })
  const only = ['answers-every-request', 'created-status', 'text-keeps-markup'] as const
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  const findings = cases.find(({ title }) => title === 'created-status')?.findings
  expect(findings?.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^2 of \d+ plain plants, sent with pauses: the status must be 200, got 502$/),
  ])
})

test('an answer that came only once is flaky, and no observation about what is left open', async () => {
  let failed = false
  await using server = await startBackend({
    accept(plant, parts, exchange) {
      if (failed || plant.name.length < 1000) return correct.accept(plant, parts, exchange)
      failed = true
      return toJsonAnswer(501, '{"error":50100,"message":"no"}')
    },
  })
  const { cases, notes } = await judge(server.url, 10_000, {
    only: ['text-keeps-length', 'text-limits'],
    concurrency: 1,
  })
  expect(failed).toBe(true)
  expect(cases.find(({ title }) => title === 'flaky-requests')?.findings).toHaveLength(1)
  expect(JSON.stringify(notes)).not.toContain('501')
})

test('a service that closes connections in several ways gets one finding', async () => {
  let dropped = 0
  await using server = await startBackend({
    async handle(exchange, parts) {
      const bytes = await correct.readBody(exchange)
      const { socket } = exchange.request
      if (!bytes.includes('}')) socket[++dropped % 2 === 0 ? 'destroy' : 'resetAndDestroy']()
      return correct.handle(exchange, { ...parts, readBody: async () => bytes })
    },
  })
  const only = ['answers-every-request', 'refuses-truncated-body', 'refuses-malformed-json'] as const
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  expect(cases.find(({ title }) => title === 'answers-every-request')?.findings).toHaveLength(1)
})

test('a service that changes texts from some plant on gets one finding, which says since when', async () => {
  await using server = await startBackend({
    toBody: ({ name, tag }, { state }) => ({ name: state.accepted > 60 ? name.toLowerCase() : name, tag }),
  })
  const only = ['plant-echoes-name', 'text-keeps-markup', 'headers-in-any-form', 'still-answers'] as const
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  const { word, findings } = cases.find(({ title }) => title === 'still-answers') ?? {}
  expect(word).toBe('broken')
  expect(findings?.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(
      /^plain plants came back as they were sent until request \d+; after that, the name "/,
    ),
  ])
  expect(cases.filter((one) => one.word === 'broken').map(({ title }) => title)).toEqual(['still-answers'])
})

test.each([
  ['text', (body: object) => ({ ...body, name: 'Moss' }), 'created-content-type', 'plant-echoes-name'],
  ['made up tag', (body: object) => ({ ...body, tag: 'moss' }), 'omitted-tag-stays-out', 'plant-echoes-tag'],
])('a wrong %s breaks a rule even if it came only once', async (_what, change, rule, broken) => {
  let count = 0
  await using server = await startBackend({
    toBody(plant, exchange) {
      const body = correct.toBody(plant, exchange)
      return (plant.tag === undefined || rule !== 'omitted-tag-stays-out') && ++count === 3
        ? change(Object(body))
        : body
    },
  })
  const only = [
    rule,
    broken,
    'refuses-empty-body',
    'headers-in-any-form',
    'accepts-any-json-form',
  ] as RuleId[]
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  const [finding, ...others] = cases.filter(({ word }) => word === 'broken')
  expect([finding?.title, others]).toEqual([broken, []])
  expect(finding?.findings).toEqual([
    expect.objectContaining({
      problem: expect.stringMatching(/, but not when tried again alone$/),
    }),
  ])
})

test.each<[title: string, isSlow: (count: number, body: string) => boolean, broken: string[]]>([
  ['every second request', (count) => count % 2 === 0, []],
  ['every third request', (count) => count % 3 === 0, []],
  ['a kind of request', (_count, body) => !body.startsWith('{'), ['answers-every-request']],
])('a service that is slow for %s is blamed only if it is a kind', async (_title, isSlow, broken) => {
  let count = 0
  const session: Session = {
    ...createSession(),
    currentToken: () => 'local-token',
    sent: () => count,
    send: async (sent) => {
      const duration = isSlow(++count, String(sent.pieces[0])) ? 6000 : 1
      return toAnswered(sent, { body: { error: 400, message: 'no' }, status: 400, duration })
    },
    check: async () => 'same',
    look: () => 'same',
    isSent: () => true,
  }
  const phases = choosePhases({ token: 'local-token', only: ['refuses-non-object'] })
  const phase = phases.find(({ checks }) => checks.some(({ rule }) => rule === 'refuses-non-object'))
  const trials = phase?.checks.flatMap((check) => check.trials(session)) ?? []
  const ledger = createLedger()
  const flaky = createFlakyLog()
  const failures: Failure[] = []
  for (const trial of trials)
    for (const verdict of await runTrial(trial, session))
      if (isLate(verdict))
        failures.push({ trial, verdict, rule: 'refuses-non-object', span: { from: 0, to: 0 } })
  expect(failures).not.toEqual([])
  if (phase !== undefined) await confirm(failures, { phase, session, ledger, flaky, history: [] })
  expect(ledger.broken()).toEqual(broken)
  expect(new Set(flaky.list(count + 1).map(({ problem }) => problem)).size).toBe(0)
})

describe('what failed once', () => {
  test.each<[title: string, outcomes: Outcome[], problems: string[]]>([
    ['a dropped connection', [dropped], ['it was dropped']],
    [
      'one that nobody had used',
      [{ ...dropped, idle: 250 }],
      ['the service closed an idle connection just then'],
    ],
    ['one that was in use a moment ago', [{ ...dropped, idle: 5 }], ['it was dropped']],
    ['the end of a run', [{ ...gone, kind: 'stopped' }], []],
    ['a wrong answer, which the judge reports', [answer(500), answer(503)], []],
  ])('%s', (_title, outcomes, problems) => {
    const log = createFlakyLog()
    for (const [index, outcome] of outcomes.entries()) log.watch(toExchange(index + 1, outcome), 'a plant')
    log.watch(toExchange(9, answer(200)), 'a plant')
    expect(log.list(100).map(({ problem }) => problem)).toEqual(problems)
  })

  test('is also an earlier try, but not an answer that asks to wait', () => {
    const log = createFlakyLog()
    const earlier = [gone, answer(503), answer(503, [['retry-after', '1']]), answer(429)]
    log.watch(
      toExchange(
        5,
        answer(200),
        earlier.map((one, index) => toExchange(index + 1, one)),
      ),
      'a plant',
    )
    expect(log.list(100).map(({ problem }) => problem)).toEqual(['it is gone', 'the answer was 503'])
    // With so many, the service limits requests.
    expect(log.list(10).map(({ problem }) => problem)).toEqual(['it is gone'])
  })

  test('is not what a finding explains, and not what came after the last answer', () => {
    const log = createFlakyLog()
    log.watch(toExchange(1, dropped), 'a broken plant')
    log.watch(toExchange(2, answer(200)), 'a plant')
    log.watch(toExchange(3, gone), 'a plant')
    log.explain(['a broken plant'])
    expect(log.list(3)).toEqual([])
    expect(toFlakyCase(log, { sent: 3, isFailing: true, show })).toEqual([])
  })

  test.each([
    [
      'grew',
      // Request 50 is the last one of the first half.
      [50, 60, 70, 80, 90],
      ['The rate grew: 1 of the first 50 requests failed, and 4 of the last 50.'],
    ],
    ['is even', [1, 20, 60, 80], []],
    ['is low', [60, 80], []],
  ])('says whether its rate %s', (_word, numbers, hints) => {
    const log = createFlakyLog()
    for (const number of numbers) log.watch(toExchange(number, dropped), `plant ${number}`)
    log.watch(toExchange(100, answer(200)), 'a plant')
    const [one] = toFlakyCase(log, { sent: 100, isFailing: false, show })
    expect([one?.status, one?.hints]).toEqual(['passed', hints])
  })
})

/** Finds the case that counts what failed once. */
const findFlaky = ({ cases }: Report) => cases.find(({ title }) => title === 'flaky-requests')

/** Drops the tenth connection at its first request. */
function dropOnce(): Overrides {
  let count = 0
  return {
    handle(exchange, parts) {
      if (exchange.onConnection === 1 && ++count === 10) exchange.response.destroy()
      return correct.handle(exchange, parts)
    },
  }
}

test.each([
  [false, 'passed', 'passed', 'note', 'Every rule is kept'],
  [true, 'failed', 'failed', 'error', 'Some requests failed, but not when sent again'],
])(
  'a dropped connection is counted; with failOnFlaky %j, the run has %s',
  async (failOnFlaky, outcome, status, kind, headline) => {
    await using server = await startBackend(dropOnce())
    const report = await judge(server.url, 60_000, { failOnFlaky, only: rulesOfEachPhase })
    expect([
      findBroken({ ...report, cases: report.cases.filter(({ title }) => title !== 'flaky-requests') }),
    ]).toEqual([[]])
    expect([report.outcome, report.headline]).toEqual([outcome, headline])
    const flaky = findFlaky(report)
    expect(flaky).toMatchObject({ status, word: failOnFlaky ? 'flaky' : 'noted' })
    expect(flaky?.findings).toEqual([
      expect.objectContaining({
        kind,
        tried: '10 plain plants in a row over one connection each',
        problem: `1 of ${report.requests} requests failed, but not when sent again: the connection was dropped (ECONNRESET)`,
        exchanges: [expect.objectContaining({ failure: expect.any(String) })],
      }),
    ])
  },
)

test('a plain plant that shows whether the service has changed, and that got a 500, is counted, too', async () => {
  let next = 0
  await using server = await startBackend({
    isJson(contentType) {
      const isJson = contentType === 'application/json'
      if (!isJson && next === 0) next = 1
      return isJson
    },
    handle(exchange, parts) {
      if (next === 1 && exchange.request.headers['content-type'] === 'application/json') {
        next = 2
        return Promise.resolve(toJsonAnswer(500, '{"error":1,"message":"no"}'))
      }
      return correct.handle(exchange, parts)
    },
  })
  const report = await judge(server.url, 60_000, { only: ['content-type-in-any-case'], concurrency: 1 })
  expect(findFlaky(report)?.findings).toEqual([
    expect.objectContaining({
      tried: 'a plain plant between others',
      problem: expect.stringMatching(/500$/),
    }),
  ])
})

test('a failure that needs the request before it is found, and comes with both requests', async () => {
  let left: string | undefined
  await using server = await startBackend({
    toPlant(value, parts, exchange) {
      try {
        return correct.toPlant(value, parts, exchange)
      } catch (error) {
        const { tag } = Object(value) as { tag?: unknown }
        if (typeof tag === 'string') left = tag
        throw error
      }
    },
    toBody(plant, exchange) {
      if (plant.tag !== undefined || left === undefined) return correct.toBody(plant, exchange)
      const tag = left
      left = undefined
      return correct.toBody({ ...plant, tag }, exchange)
    },
  })
  const report = await judge(server.url, 60_000, {
    only: ['omitted-tag-stays-out', 'refuses-id-of-wrong-type'],
  })
  expect(findBroken(report)).toEqual(['omitted-tag-stays-out'])
  const [finding] = report.cases.find(({ title }) => title === 'omitted-tag-stays-out')?.findings ?? []
  expect(finding?.tried).toMatch(/^a plain plant without a tag, after /)
  const [refused, created] = finding?.exchanges.slice(-2) ?? []
  expect(refused?.answer?.status).toBe(400)
  expect(created?.answer?.body).toContain(JSON.parse(refused?.request.body ?? '').tag)
})
