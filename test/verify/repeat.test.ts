import { expect, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { toRuleCase } from '../../src/reports/report.ts'
import { mergeReports } from '../../src/verify/repeat.ts'
import type { Report } from '../../src/verify/verify.ts'
import { judgments } from '../reports/sample-judgments.ts'
import { startBackend } from './backends/create-backend.ts'
import { judge } from './judge.ts'

const [rule] = rules as [(typeof rules)[number]]

const toReport = (seed: number, outcome: Report['outcome'], word: string): Report => ({
  ...(judgments['passed'] as Report),
  startedAt: `2026-01-02T03:04:0${seed}.000Z`,
  duration: 10,
  outcome,
  facts: ['5 requests'],
  cases: [
    toRuleCase(rule, { status: outcome === 'failed' ? 'failed' : 'passed', word, findings: [] }),
    { ...toRuleCase(rule, { status: 'passed', word: `${seed}`, findings: [] }), title: 'flaky-requests' },
  ],
  seed,
  requests: 5,
  leftOut: [],
  plantsLeft: [`${seed}`, '7'],
  staleBaseline: [],
})

test('several runs have one report: the worst one, with what differs', () => {
  const reports = [
    toReport(1, 'passed', 'kept'),
    toReport(2, 'failed', 'broken'),
    toReport(3, 'passed', 'kept'),
  ]
  expect(mergeReports(reports as [Report, ...Report[]])).toMatchObject({
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
        notes: [{ about: rule.id, text: 'kept with seeds 1, 3; broken with seed 2' }],
      },
    ],
    plantsLeft: ['1', '7', '2', '3'],
  })
  const same = [toReport(1, 'passed', 'kept'), toReport(2, 'passed', 'kept')]
  expect(mergeReports(same as [Report, ...Report[]]).notes).toEqual([])
  expect(mergeReports([toReport(1, 'passed', 'kept')])).toEqual(toReport(1, 'passed', 'kept'))
})

test('each run has a seed of its own, which follows from the first', async () => {
  const long = new Set<string>()
  await using server = await startBackend({
    toBody({ id: _id, ...plant }) {
      if (/^x{56}[A-Za-z]{8}$/.test(plant.name)) long.add(plant.name)
      return plant
    },
  })
  const only = ['text-keeps-length'] as const
  const report = await judge(server.url, 60_000, { only, seed: 5, repeat: 2 })
  expect(report).toMatchObject({
    outcome: 'passed',
    facts: ['the worst of 2 runs', expect.any(String), 'seed 5'],
  })
  // The letters of long names follow from the seed.
  expect(long.size).toBe(2)
  for (const seed of [5, 6]) await judge(server.url, 60_000, { only, seed })
  expect(long.size).toBe(2)
})
