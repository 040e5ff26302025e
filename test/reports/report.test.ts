import { expect, test } from 'vitest'
import { getRule } from '../../src/judge/rules.ts'
import { describeFailure, type ShownFinding, summarizeCase, toRuleCase } from '../../src/reports/report.ts'
import type { ShownExchange } from '../../src/reports/show.ts'

const exchange: ShownExchange = {
  request: {
    method: 'POST',
    url: 'http://plants.example/plants',
    headers: [],
    body: '{}',
    curl: 'curl plants',
  },
  answer: { status: 500, headers: [], body: 'no' },
  duration: 1,
}
const finding: ShownFinding = {
  kind: 'error',
  place: '/response/status',
  problem: 'the status is wrong',
  exchanges: [exchange],
}

test('a case of a rule has its statement, its source, and what the run adds', () => {
  const end = { status: 'failed', word: 'broken', tries: 3, findings: [] } as const
  expect(toRuleCase(getRule('created-status'), end)).toEqual({
    title: 'created-status',
    statement: getRule('created-status').statement,
    origin: expect.stringMatching(/^must, specification section 4/),
    group: 'Section 4, Endpoints',
    className: 'plant-store.must',
    ...end,
  })
})

test('a failure is explained with its findings, the commands that repeat them, and the hints', () => {
  const end = { status: 'failed', word: 'broken', findings: [finding], hints: ['Check the route.'] } as const
  const lines = describeFailure(toRuleCase(getRule('created-status'), end)).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^created-status: .+\(must, specification section 4/),
    'the status is wrong',
    '$ curl plants',
    expect.stringMatching(/^→ 500/),
    'Check the route.',
  ])
})

test.each<[title: string, findings: readonly Partial<ShownFinding>[], summary: string]>([
  ['no findings', [], ''],
  ['what was tried and the status', [{ tried: 'id is 1.5', actual: '200' }], 'id is 1.5 → 200'],
  ['how many more there are', [{ tried: 'a', actual: '200', alike: ['b', 'c'] }, {}], 'a → 200 (and 3 more)'],
  ['a problem of another kind', [{ tried: 'a', actual: 'b', place: '/x' }], 'a: the status is wrong'],
  [
    'the error rather than a note',
    [{ kind: 'note', problem: 'so' }, { tried: 'a' }],
    'a: the status is wrong (and 1 more)',
  ],
])('the summary of a case has %s', (_title, changes, summary) => {
  const findings = changes.map((change) => ({ ...finding, ...change }))
  expect(
    summarizeCase(toRuleCase(getRule('created-status'), { status: 'failed', word: 'broken', findings })),
  ).toBe(summary)
})
