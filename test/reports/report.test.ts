import { expect, test } from 'vitest'
import { type Case, describeFailure, type ShownFinding, summarizeCase } from '../../src/reports/report.ts'
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

const toCase = (rest: Partial<Case>): Case => ({
  title: 'documented-status',
  statement: 'The status of a success is documented.',
  origin: 'must',
  group: 'Responses',
  className: 'plant-store.must',
  status: 'failed',
  word: 'broken',
  findings: [],
  ...rest,
})

test('a failure is explained with its findings, the commands that repeat them, and the hints', () => {
  const lines = describeFailure(toCase({ findings: [finding], hints: ['Check the route.'] })).split('\n')
  expect(lines).toEqual([
    'documented-status: The status of a success is documented. (must)',
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
  expect(summarizeCase(toCase({ findings }))).toBe(summary)
})
