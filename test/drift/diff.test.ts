import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type DiffProgress, type DiffReport, diff } from '../../src/drift/drift.ts'
import { toReport } from '../../src/drift/report.ts'
import { applyBaseline } from '../../src/reports/baseline.ts'
import type { Case } from '../../src/reports/report.ts'
import { startServer } from '../../src/server/start-server.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { token } from './fake-service.ts'

test('a comparison counts and times itself, and says what would end the difference', async () => {
  const answers = { 'duplicate-key': { message: 'plant {id} is taken', status: 422 } }
  await using server = await startServer({ answers, port: 0, tokens: [token] })
  const seen: DiffProgress[] = []
  const report = await diff(server.url, {
    token,
    // The message is compared with the id in it.
    fake: { answers: { 'duplicate-key': { message: 'plant {id} is taken' } } },
    only: ['a stored id', 'a plain plant'],
    onProgress: (progress) => seen.push(progress),
  })
  const difference = { problem: 'the status is 422, and 409 from the fake' }
  expect(report).toMatchObject({
    subject: server.url,
    startedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    duration: expect.any(Number),
    requests: server.store.requests.size,
    outcome: 'failed',
    cases: [
      { title: 'a plain plant', group: 'Plants', status: 'passed', findings: [] },
      { title: difference.problem, findings: [{ ...difference, tried: 'a stored id' }, {}] },
    ],
    staleBaseline: [],
  })
  expect(report.cases[1]?.hints).toEqual([
    'Put this into plant-store.yaml, or fix the service: answers: {"duplicate-key":{"status":422,"error":40901}}',
  ])
  expect(report.duration).toBeLessThan(60_000)
  expect(seen.map(({ title }) => title).toSorted()).toEqual(['a plain plant', 'a stored id'])
  expect(seen).toMatchObject([
    { cases: 1, total: 2 },
    { cases: 2, total: 2, timeLeft: 0 },
  ])
})

test('no secret of the service gets into a report', async () => {
  const secret = 'secret-of-the-service'
  await using started = await startBackend({
    isAuthorized: (authorization = '') => /^bearer +(\S+)$/i.exec(authorization)?.[1] === secret,
    toError: (_status, { message }, { request: { headers } }) => ({
      error: `${'x'.repeat(20)}${headers.authorization}`,
      message,
      [`${headers.authorization}`]: true,
    }),
  })
  const { outcome, cases } = await diff(started.url, { token: secret, only: ['a stored id'] })
  const text = JSON.stringify(cases)
  expect([outcome, text.includes('***'), text.includes(secret.slice(0, 7))]).toEqual(['failed', true, false])
  const shown = await diff(started.url, { token: secret, only: ['a stored id'], showToken: true })
  expect(JSON.stringify(shown.cases)).toContain(secret)
})

test('a run that ends early keeps its count and the cases that are done', async () => {
  await using started = await startBackend({
    save(...args) {
      if (args[2].state.accepted >= 60) throw new Refusal('path', 'the quota is used up')
      return correct.save(...args)
    },
  })
  const { outcome, requests, cases, unjudged } = await diff(started.url, { token })
  expect(outcome).toBe('unjudged')
  expect(unjudged).toMatchObject({ kind: 'changed', message: expect.stringContaining('until request') })
  expect(requests).toBeGreaterThan(60)
  expect(cases.length).toBeGreaterThan(0)
  expect(cases.length).toBeLessThan(200)
  expect((await diff(started.url, { token: 'wrong' })).requests).toBeGreaterThan(0)
})

test('a run that is stopped says how many cases were done', async () => {
  await using server = await startServer({ port: 0, tokens: [token] })
  const stop = new AbortController()
  const seen: DiffProgress[] = []
  const { unjudged, cases } = await diff(server.url, {
    token,
    signal: stop.signal,
    onProgress(progress) {
      seen.push(progress)
      if (seen.length === 20) stop.abort()
    },
  })
  const { timeLeft = 0, total = 0 } = seen[19] ?? {}
  expect([timeLeft > 0, total]).toEqual([true, expect.any(Number)])
  expect(unjudged?.message).toMatch(
    new RegExp(`^the run was stopped after \\S+ s, when ${cases.length} of ${total} cases were done$`),
  )
})

test('a token that expires is renewed', async () => {
  let used = 0
  let issued = 0
  await using started = await startBackend({
    isAuthorized(authorization = '') {
      const [, sent] = /^bearer +(\S+)$/i.exec(authorization) ?? []
      return sent === `token-${issued}` && used++ < 30
    },
  })
  const getToken = (): string => {
    used = 0
    issued++
    return `token-${issued}`
  }
  const { cases, unjudged } = await diff(started.url, { token: getToken, only: ['Ids', 'Credentials'] })
  expect(unjudged).toBeUndefined()
  expect(issued).toBeGreaterThan(1)
  const problems = cases.flatMap(({ findings }) => findings.map(({ problem }) => problem))
  expect(problems.filter((problem) => problem.startsWith('the status is 401, and 409'))).toEqual([])
})

test.each([/^[A-Z][a-z]+$/, /^[a-z]+$/])(
  'a backend that accepts only names like %s, fewer than the configured limits, can be compared',
  async (isName) => {
    await using started = await startBackend({
      readName(members) {
        const name = correct.readName(members)
        if (!isName.test(name)) throw new Refusal('body', 'the name is wrong')
        return name
      },
    })
    const fake = { limits: { name: { pattern: '^[A-Za-z]*$' } } }
    expect((await diff(started.url, { token, fake, only: ['The configuration'] })).unjudged).toBeUndefined()
  },
)

test('a report of all kinds of cases is as recorded', async () => {
  const request = { method: 'POST', url: 'http://a/plants', headers: [], body: '', curl: 'curl' }
  const one = (title: string, status: Case['status'], ...stable: string[]): Case => ({
    title,
    origin: 'Topic',
    group: 'Topic',
    className: 'plant-store.diff',
    status,
    word: status,
    findings: stable.map((each) => ({
      kind: 'error',
      place: '/response',
      problem: `problem ${each}`,
      stable: each,
      exchanges: [{ request, failure: 'real', duration: 1 }],
    })),
  })
  const cases = [
    one('same', 'passed'),
    { ...one('skipped', 'skipped'), reason: 'why' },
    { ...one('different', 'failed', '0', '1', '2'), hints: ['Set it.'] },
    one('known', 'failed', '1', '3', '4'),
    one('known, too', 'failed', '1'),
  ]
  const baseline = [
    { difference: '1', reason: 'so', cases: ['different', 'known', 'known, too'] },
    { difference: '3', reason: 'other', cases: ['known', 'same'] },
    { difference: '4', reason: 'other', cases: ['known'] },
  ]
  const end = { subject: 'http://a', startedAt: '2026-01-02T03:04:00.000Z', duration: 5, requests: 7 }
  const toShown = (some: readonly Case[], ended: Partial<DiffReport> = {}) =>
    toReport(
      { ...end, ...ended } as typeof end,
      applyBaseline(some, baseline, 'known to differ'),
      baseline,
      (place, titles) => `${place} of ${titles.join()}`,
    )
  const unjudged = { kind: 'stopped', message: 'stopped' } as const
  const recorded = [toShown(cases), toShown([]), toShown(cases.slice(-1)), toShown([], { unjudged })]
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('recordings/judgments.txt')
})

test.each<[only: string, service: object, fake: object, hint: string]>([
  ['id is 1.5', { 'invalid-id': { status: 409 } }, {}, '{"fractional-id":{"status":409,"error":40003}}'],
  [
    'id is 1.5',
    { 'invalid-id': { status: 409, message: 'no' } },
    { 'invalid-id': { message: 'no' } },
    '{"fractional-id":{"message":"no","status":409,"error":40003}}',
  ],
  [
    'id is 1.5',
    { 'fractional-id': { status: 409, message: 'no' } },
    { 'fractional-id': { message: 'no' } },
    '{"fractional-id":{"status":409,"error":40003}}',
  ],
])('the hint about %s names the row that decides it: %j, %j', async (only, service, fake, hint) => {
  await using server = await startServer({ answers: service, port: 0, tokens: [token] })
  const { cases } = await diff(server.url, { token, fake: { answers: fake }, only: [only] })
  expect(cases.flatMap(({ hints = [] }) => hints)).toEqual([
    `Put this into plant-store.yaml, or fix the service: answers: ${hint}`,
  ])
  const [[row = '', set] = []] = Object.entries(JSON.parse(hint))
  const answers = { ...fake, [row]: { ...(fake as Record<string, object>)[row], ...(set as object) } }
  expect((await diff(server.url, { token, fake: { answers }, only: [only] })).outcome).toBe('passed')
})

test('the hint about texts that only the service refuses is a file of limits that can be declared', async () => {
  await using server = await startServer({
    limits: { name: { pattern: '^[A-Za-z]*$' } },
    port: 0,
    tokens: [token],
  })
  const { cases } = await diff(server.url, { token, only: ['the name and the tag "é"'] })
  const [, file = '', flag] =
    /in a file .+, with (.+), .+ again with (\S+ \S+),/.exec(`${cases[0]?.hints}`) ?? []
  expect(flag).toBe('--limits limits.yaml')
  const report = await diff(server.url, { token, limits: parse(file), only: ['the name and the tag "é"'] })
  expect(report.cases.filter(({ status }) => status === 'failed')).toEqual([])
})

test('no hint about a tag that the service changes is a row of the table of answers', async () => {
  await using started = await startBackend({ readTag: (members) => correct.readTag(members)?.trim() })
  const { cases } = await diff(started.url, { token, only: ['Texts', 'Members'] })
  const hints = cases.flatMap(({ hints = [] }) => hints)
  expect(hints).toContain('Run plant-store learn again, or fix the service.')
  expect(hints.join()).not.toContain('created')
})
