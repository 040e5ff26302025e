import { describe, expect, test } from 'vitest'
import type { Exchange, Outcome } from '../../src/http/exchange.ts'
import { choosePhases } from '../../src/verify/checks/choose-phases.ts'
import type { Failure } from '../../src/verify/confirm.ts'
import { findFailures } from '../../src/verify/find-failures.ts'
import { createFlakyLog, toFlakyCase } from '../../src/verify/flaky.ts'
import { isLate } from '../../src/verify/judge.ts'
import { createLedger } from '../../src/verify/ledger.ts'
import { runTrial } from '../../src/verify/run-trial.ts'
import type { Session } from '../../src/verify/trial.ts'
import type { Report } from '../../src/verify/verify.ts'
import { createSession, toExchange as toAnswered } from '../probes/session.ts'
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

const failedOnce = ['failed', 'failed', 'Some requests failed once']
const warned = ['warning', 'passed', 'Every rule is kept, but some requests failed once']

test.each<[what: string, isFailing: (number: number) => boolean, isLost: boolean, expected: string[]]>([
  ['answers a request with 502', (number) => number === 300, false, warned],
  [
    'answers several requests with 502',
    (number) => [300, 350, 400, 450, 500, 550, 600].includes(number),
    false,
    failedOnce,
  ],
  ['loses every 180th request', (number) => number % 180 === 0, true, failedOnce],
  ['loses some requests', (number) => [250, 300, 700].includes(number), true, warned],
])('a service that %s', async (_what, isFailing, isLost, expected) => {
  let sent = 0
  await using server = await startBackend({
    handle(exchange, parts) {
      if (!isFailing(++sent)) return correct.handle(exchange, parts)
      if (isLost) exchange.request.socket.destroy()
      return Promise.resolve(toJsonAnswer(502, '{"error":502,"message":"no"}'))
    },
  })
  const report = await judge(server.url, 10_000, { concurrency: 1 })
  expect(findBroken(report)).toEqual([])
  expect([findFlaky(report)?.status, report.outcome, report.headline]).toEqual(expected)
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

test('a wrong text breaks a rule even if it came only once', async () => {
  let count = 0
  await using server = await startBackend({
    toBody(plant, exchange) {
      const body = correct.toBody(plant, exchange)
      return ++count === 3 ? { ...Object(body), name: 'Moss' } : body
    },
  })
  const only = ['created-content-type', 'plant-echoes-name', 'refuses-empty-body'] as const
  const { cases } = await judge(server.url, 10_000, { only, concurrency: 1 })
  const [finding, ...others] = cases.filter(({ word }) => word === 'broken')
  expect([finding?.title, others]).toEqual(['plant-echoes-name', []])
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
  if (phase !== undefined) await findFailures(failures, { phase, session, ledger, flaky, history: [] })
  expect(ledger.broken()).toEqual(broken)
  expect(new Set(flaky.list(count + 1).map(({ problem }) => problem)).size).toBe(0)
})

describe('what failed once', () => {
  test.each<[title: string, outcomes: Outcome[], problems: string[]]>([
    ['a dropped connection', [dropped], ['it was dropped']],
    ['one that nobody had used, which HTTP allows', [{ ...dropped, idle: 250 }], []],
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

  test.each<[numbers: number[], sent: number, status: string]>([
    [[1], 300, 'warning'],
    [[1, 3], 300, 'failed'],
    [[1, 3], 700, 'warning'],
    [[1, 3, 5], 1000, 'failed'],
    [[1, 3, 5], 1001, 'warning'],
    [[1, 2, 3], 300, 'warning'],
    [[31, 61, 91, 121], 2000, 'failed'],
    [[31, 60, 89, 118], 2000, 'warning'],
    [[31, 61, 91], 2000, 'warning'],
    [[9, 500, 599, 707, 806], 2000, 'failed'],
    [[9, 500, 599, 710, 809], 2000, 'warning'],
  ])('the requests %j of %d that failed are a %s', (numbers, sent, status) => {
    const log = createFlakyLog()
    for (const number of numbers) log.watch(toExchange(number, gone), `plant ${number}`)
    log.watch(toExchange(sent, answer(200)), 'a plant')
    expect(toFlakyCase(log, { sent, isFailing: false, show }).map((one) => one.status)).toEqual([status])
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
  [false, 'passed', 'warning'],
  [true, 'failed', 'failed'],
])(
  'a dropped connection is counted; with failOnFlaky %j, the run has %s',
  async (failOnFlaky, outcome, status) => {
    await using server = await startBackend(dropOnce())
    const report = await judge(server.url, 60_000, { failOnFlaky, only: rulesOfEachPhase })
    expect([findBroken(report), report.outcome]).toEqual([[], outcome])
    const flaky = findFlaky(report)
    expect(flaky?.status).toBe(status)
    expect(flaky?.findings).toEqual([
      expect.objectContaining({
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
