import { describe, expect, test } from 'vitest'
import { applyBaseline, updateBaseline } from '../../src/drift/baseline.ts'
import type { CaseResult, DiffReport, KnownDifference } from '../../src/drift/report.ts'

const toCase = (title: string, status: CaseResult['status'], ...stable: string[]): CaseResult => ({
  title,
  topic: 'Topic',
  status,
  differences: stable.map((one) => ({ problem: `${one} now`, stable: one })),
})

const known = (difference: string, ...cases: string[]): KnownDifference => ({
  difference,
  reason: `so: ${difference}`,
  cases,
})

const cases = [
  toCase('same', 'same'),
  toCase('skipped', 'skipped'),
  toCase('one', 'different', 'a'),
  toCase('two', 'different', 'a', 'b'),
]

describe('a baseline', () => {
  test.each<[baseline: KnownDifference[], statuses: string, stale: KnownDifference[], isComplete?: boolean]>([
    [[], 'same skipped different different', []],
    [[known('a', 'one')], 'same skipped known different', []],
    [[known('a', 'one', 'two')], 'same skipped known different', []],
    [[known('a', 'one', 'two'), known('b', 'two')], 'same skipped known known', []],
    [[known('b', 'one')], 'same skipped different different', [known('b', 'one')]],
    [[known('a', 'one', 'same', 'skipped')], 'same skipped known different', [known('a', 'same')]],
    [[known('a', 'other')], 'same skipped different different', []],
    [[known('a', 'other')], 'same skipped different different', [known('a', 'other')], true],
    [[known('a', 'skipped')], 'same skipped different different', [], true],
  ])('%j makes them %s; stale is %j', (baseline, statuses, stale, isComplete = false) => {
    const applied = applyBaseline({ cases }, baseline, isComplete)
    expect(applied.cases.map(({ status }) => status).join(' ')).toBe(statuses)
    expect(applied.staleBaseline).toEqual(stale)
    expect(applied.outcome).toBe(statuses.includes('different') ? 'failed' : 'passed')
  })

  test('gives its reasons to the differences, in place of earlier ones', () => {
    const [, , , two = toCase('none', 'same')] = cases
    const before = { ...two, differences: two.differences.map((one) => ({ ...one, reason: 'before' })) }
    const { cases: judged } = applyBaseline({ cases: [before] }, [known('a', 'two')], false)
    expect(judged).toEqual([
      {
        ...two,
        differences: [
          { problem: 'a now', stable: 'a', reason: 'so: a' },
          { problem: 'b now', stable: 'b' },
        ],
      },
    ])
  })

  test('says nothing about a comparison that ended early', () => {
    const unjudged = { kind: 'stopped', message: 'stopped' } as const
    const applied = applyBaseline({ unjudged, cases: [] }, [known('a', 'one')], true)
    expect(applied).toEqual({ outcome: 'unjudged', cases: [], staleBaseline: [] })
  })
})

test('an update adds what is new, removes what is stale, and keeps everything else', () => {
  const baseline = [known('a', 'one', 'same'), known('gone', 'one'), known('a', 'other'), known('b', 'other')]
  const report = applyBaseline({ cases }, baseline, false) as DiffReport
  expect(report.staleBaseline).toEqual([known('a', 'same'), known('gone', 'one')])
  expect(updateBaseline(report, baseline, 'new')).toEqual([
    known('a', 'one', 'two'),
    known('a', 'other'),
    known('b', 'other', 'two'),
  ])
  const nothing = applyBaseline({ cases }, [], false) as DiffReport
  expect(updateBaseline(nothing, [], 'new')).toEqual([
    { difference: 'a', reason: 'new', cases: ['one', 'two'] },
    { difference: 'b', reason: 'new', cases: ['two'] },
  ])
})
