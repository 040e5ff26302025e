import { expect, test } from 'vitest'
import { mergeReports } from '../../src/verify/repeat.ts'
import type { VerifyReport } from '../../src/verify/verify.ts'
import { judgments } from '../reports/sample-judgments.ts'

const common = { origin: 'must', group: 'Responses', className: 'plant-store.must', findings: [] }

const toReport = (seed: number, outcome: VerifyReport['outcome'], word: string): VerifyReport => ({
  ...(judgments['passed'] as VerifyReport),
  startedAt: `2026-01-02T03:04:0${seed}.000Z`,
  duration: 10,
  outcome,
  facts: ['5 requests'],
  cases: [
    { ...common, title: 'responds', status: outcome === 'failed' ? 'failed' : 'passed', word },
    { ...common, title: 'flaky-requests', status: 'passed', word: `${seed}` },
  ],
  seed,
  requests: 5,
  staleBaseline: [],
})

test('several runs have one report: the worst one, with what differs', () => {
  const reports = [
    toReport(1, 'passed', 'kept'),
    toReport(2, 'failed', 'broken'),
    toReport(3, 'passed', 'kept'),
  ]
  expect(mergeReports(reports as [VerifyReport, ...VerifyReport[]])).toMatchObject({
    outcome: 'failed',
    seed: 2,
    startedAt: '2026-01-02T03:04:01.000Z',
    duration: 30,
    requests: 15,
    facts: ['the worst of 3 runs', '5 requests'],
    notes: [
      {
        title: 'Different in 3 runs',
        isWarning: true,
        notes: [{ about: 'responds', text: 'kept with seeds 1, 3; broken with seed 2' }],
      },
    ],
  })
  const same = [toReport(1, 'passed', 'kept'), toReport(2, 'passed', 'kept')]
  expect(mergeReports(same as [VerifyReport, ...VerifyReport[]]).notes).toEqual([])
  expect(mergeReports([toReport(1, 'passed', 'kept')])).toEqual(toReport(1, 'passed', 'kept'))
})
