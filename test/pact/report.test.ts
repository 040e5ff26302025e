import { expect, test } from 'vitest'
import { describePactReport } from '../../src/pact/pact.ts'
import { type PactRunEnd, toCase, toReport } from '../../src/pact/report.ts'
import type { ShownFinding } from '../../src/reports/report.ts'

const described = { pact: 'shop.json', consumer: 'shop', provider: 'plant-store' }
const error: ShownFinding = { kind: 'error', place: '$.status', problem: 'no', exchanges: [] }
const note: ShownFinding = { ...error, kind: 'note' }

const result = (
  status: string,
  findings: readonly ShownFinding[] = [],
  verified: Parameters<typeof toCase>[2] = {},
  states: readonly string[] = [],
) => toCase({ ...described, description: `a plant is ${status}`, states }, findings, verified)

const toShown = (end: Partial<PactRunEnd>) =>
  toReport('verify-pacts', 'http://x', Date.now(), { cases: [], notes: [], ...end })

test('a report shows every interaction and note', async () => {
  const states = ['the shop is open', 'no plant with the id exists']
  const mismatch = { ...error, problem: 'expected 200 but was 201' }
  const findings: ShownFinding[] = [
    { ...mismatch, expected: '200', actual: '201' },
    ...['other words', 'not "a"'].map((problem) => ({
      ...note,
      place: '',
      problem,
      expected: '"a"',
      actual: '"b"',
    })),
  ]
  const cases = [
    result('passed'),
    result('failed', findings, {}, states),
    result('pending', [mismatch], { isPending: true }),
  ]
  const report = toShown({ cases, notes: ['y.json was ignored'] })
  const text = describePactReport({ ...report, duration: 1200 }, { isVerbose: true })
  await expect(text).toMatchFileSnapshot('recordings/report.txt')
})

test.each<[headline: string, outcome: string, end: Partial<PactRunEnd>]>([
  ["The service can't be verified", 'unjudged', { unjudged: { kind: 'stopped', message: 'it was stopped' } }],
  ['Every interaction passed', 'passed', { cases: [result('passed', [note])] }],
  ['Every interaction passed', 'passed', { cases: [result('pending', [error], { isPending: true })] }],
  ['Interactions failed', 'failed', { cases: [result('failed', [error])] }],
])('the headline is %s', (headline, outcome, end) => {
  const startedAt = expect.stringMatching(/^\d{4}-.+Z$/)
  expect(toShown(end)).toMatchObject({ headline, outcome, noun: 'interaction', startedAt })
})
