import { describe, expect, test } from 'vitest'
import { applyBaseline, updateBaseline } from '../../src/reports/baseline.ts'
import type { BaselineEntry, Case } from '../../src/reports/report.ts'

const toCase = (title: string, status: Case['status'], ...stable: string[]): Case => ({
  title,
  origin: 'Topic',
  group: 'Topic',
  className: 'diff',
  status,
  word: status,
  findings: stable.map((one) => ({
    kind: 'error',
    place: '',
    problem: `${one} now`,
    stable: one,
    exchanges: [],
  })),
})

const known = (difference: string, ...cases: string[]): BaselineEntry => ({
  difference,
  reason: `so: ${difference}`,
  cases,
})

const finding = { kind: 'error', place: '', problem: 'two', exchanges: [] } as const

const cases = [
  toCase('same', 'passed'),
  toCase('skipped', 'skipped'),
  toCase('one', 'failed', 'a'),
  toCase('two', 'failed', 'a', 'b'),
]

describe('a baseline', () => {
  test.each<[baseline: BaselineEntry[], statuses: string, stale: BaselineEntry[], isComplete?: boolean]>([
    [[], 'passed skipped failed failed', []],
    [[known('a', 'one')], 'passed skipped known failed', []],
    [[known('a', 'one', 'two')], 'passed skipped known failed', []],
    [[known('a', 'one', 'two'), known('b', 'two')], 'passed skipped known known', []],
    [[known('b', 'one')], 'passed skipped failed failed', [known('b', 'one')]],
    [[known('a', 'one', 'same', 'skipped')], 'passed skipped known failed', [known('a', 'same')]],
    [[known('a', 'other')], 'passed skipped failed failed', []],
    [[known('a', 'other')], 'passed skipped failed failed', [known('a', 'other')], true],
    [[known('a', 'skipped')], 'passed skipped failed failed', [], true],
  ])('%j makes them %s; stale is %j', (baseline, statuses, stale, isComplete = false) => {
    const applied = applyBaseline(cases, baseline, 'known', isComplete)
    expect(applied.cases.map(({ status }) => status).join(' ')).toBe(statuses)
    expect(applied.staleBaseline).toEqual(stale)
  })

  test('puts what is known after what is not, with its reason', () => {
    const { cases: judged } = applyBaseline(cases, [known('a', 'two')], 'known')
    expect(judged.at(-1)?.findings).toMatchObject([
      { kind: 'error', problem: 'b now' },
      { kind: 'note', problem: 'known: a now (so: a)' },
    ])
  })

  test('of rules names whole cases', () => {
    const broken = { ...finding, rule: 'id-zero' } as const
    const rule = { ...toCase('id-zero', 'failed', 'a'), findings: [{ ...broken, problem: 'one' }, broken] }
    const gone = { rule: 'id-zero', reason: 'gone' }
    const baseline = [{ rule: 'id-zero', reason: 'later' }]
    expect(applyBaseline([rule], baseline, 'known to be broken')).toEqual({
      cases: [{ ...rule, status: 'known', word: 'known to be broken', reason: 'later' }],
      staleBaseline: [],
    })
    expect(applyBaseline([toCase('id-zero', 'passed')], [gone], 'known').staleBaseline).toEqual([gone])
    expect(updateBaseline(applyBaseline([rule], [], 'known'), [], 'later')).toEqual(baseline)
    expect(updateBaseline(applyBaseline([toCase('id-zero', 'passed')], [gone], 'known'), [gone], '')).toEqual(
      [],
    )
  })
})

test('an update leaves out what breaks no rule', () => {
  const one = { ...toCase('flaky-requests', 'failed'), findings: [finding] }
  expect(updateBaseline(applyBaseline([one], [], 'known'), [], 'later')).toEqual([])
})

test('an update adds what is new, removes what is stale, and keeps everything else', () => {
  const baseline = [known('a', 'one', 'same'), known('gone', 'one'), known('a', 'other'), known('b', 'other')]
  const report = applyBaseline(cases, baseline, 'known')
  expect(report.staleBaseline).toEqual([known('a', 'same'), known('gone', 'one')])
  expect(updateBaseline(report, baseline, 'new')).toEqual([
    known('a', 'one', 'two'),
    known('a', 'other'),
    known('b', 'other', 'two'),
  ])
  const nothing = applyBaseline(cases, [], 'known')
  expect(updateBaseline(nothing, [], 'new')).toEqual([
    { difference: 'a', reason: 'new', cases: ['one', 'two'] },
    { difference: 'b', reason: 'new', cases: ['two'] },
  ])
})
