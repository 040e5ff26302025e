import { expect, test } from 'vitest'
import { type DiffProgress, type DiffReport, diff } from '../../src/drift/drift.ts'
import { toJudgment } from '../../src/drift/to-judgment.ts'
import { startServer } from '../../src/server/start-server.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { token } from './fake-service.ts'

test('a comparison counts and times itself, and suggests no key if it is not complete', async () => {
  const answers = { 'duplicate-id': { message: 'plant {id} is taken', status: 422 } }
  await using server = await startServer({ answers, port: 0, tokens: [token] })
  const seen: DiffProgress[] = []
  const report = await diff(server.url, {
    token,
    // The message is compared with the id in it.
    fake: { answers: { 'duplicate-id': { message: 'plant {id} is taken' } } },
    only: ['a duplicate id', 'a plant with a name'],
    onProgress: (progress) => seen.push(progress),
  })
  const expected = {
    url: server.url,
    startedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    requests: server.store.requests.size,
    outcome: 'failed',
    cases: [
      { title: 'a plant with a name', topic: 'Created plants', status: 'same', differences: [] },
      { title: 'a duplicate id', differences: [{ problem: 'the status is 422, and 409 from the fake' }] },
    ],
    staleBaseline: [],
  }
  expect(report).toMatchObject(expected)
  expect(Object.keys(report).toSorted()).toEqual([...Object.keys(expected), 'duration'].toSorted())
  expect(report.cases[1]).not.toHaveProperty('hint')
  expect(report.duration).toBeLessThan(60_000)
  expect(seen.map(({ title }) => title).toSorted()).toEqual(['a duplicate id', 'a plant with a name'])
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
  const { outcome, cases } = await diff(started.url, { token: secret, only: ['a duplicate id'] })
  const text = JSON.stringify(cases)
  expect([outcome, text.includes('***'), text.includes(secret.slice(0, 7))]).toEqual(['failed', true, false])
  const shown = await diff(started.url, { token: secret, only: ['a duplicate id'], showToken: true })
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
  expect(seen[19]?.timeLeft).toBeGreaterThan(0)
  const done = `${cases.length} of ${seen[19]?.total} cases were done`
  expect(unjudged?.message).toMatch(new RegExp(`^the run was stopped after \\S+ s, when ${done}$`))
})

test('a token that expires is renewed', async () => {
  let used = 0
  let issued = 0
  await using started = await startBackend({
    isAuthorized: (sent = '') => /^bearer +(\S+)$/i.exec(sent)?.[1] === `token-${issued}` && used++ < 60,
  })
  const getToken = (): string => {
    used = 0
    issued++
    return `token-${issued}`
  }
  const only = ['Ids are exact', 'Credentials']
  const { cases, unjudged } = await diff(started.url, { token: getToken, only })
  expect(unjudged).toBeUndefined()
  expect(issued).toBeGreaterThan(1)
  const problems = cases.flatMap(({ differences }) => differences.map(({ problem }) => problem))
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

test('a report of all kinds of cases is judged as recorded', async () => {
  const one = (
    title: string,
    status: DiffReport['cases'][number]['status'],
    ...reasons: (string | undefined)[]
  ) => ({
    title,
    topic: 'Topic',
    status,
    differences: reasons.map((reason, index) => ({
      problem: `problem ${index}`,
      stable: `stable ${index}`,
      ...(reason && { reason }),
    })),
  })
  const request = { method: 'POST', url: 'http://a/plants', headers: [], body: '', curl: 'curl' }
  const report: DiffReport = {
    url: 'http://a',
    startedAt: '2026-01-02T03:04:00.000Z',
    duration: 5,
    requests: 7,
    outcome: 'failed',
    cases: [
      one('same', 'same'),
      { ...one('skipped', 'skipped'), reason: 'why' },
      {
        ...one('different', 'different', undefined, 'known', undefined),
        hint: 'Set it.',
        real: [{ request, failure: 'real', duration: 1 }],
        fake: [{ request, failure: 'fake', duration: 1 }],
      },
      one('known', 'known', 'known', 'other', 'other'),
      one('known, too', 'known', 'known'),
    ],
    staleBaseline: [{ difference: 'gone', reason: 'so', cases: ['a', 'b'] }],
  }
  const { data, ...judgment } = toJudgment(report, ['a remark'])
  expect(data).toBe(report)
  const passed = { ...report, outcome: 'passed', cases: [], staleBaseline: [] } as const
  const unjudged = { kind: 'stopped', message: 'stopped' } as const
  const others = [
    passed,
    { ...passed, cases: report.cases.slice(-1) },
    { ...passed, outcome: 'unjudged', unjudged } as const,
  ]
  const recorded = [judgment, ...others.map((each) => ({ ...toJudgment(each), data: '' }))]
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('recordings/judgments.txt')
})
