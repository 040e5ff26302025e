import { describe, expect, test } from 'vitest'
import { applyBaseline, keepCommon, updateBaseline } from '../../src/reports/baseline.ts'
import type { AnyBaselineEntry, Case } from '../../src/reports/report.ts'

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

const known = (difference: string, ...cases: string[]): AnyBaselineEntry => ({
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
  test.each<
    [baseline: AnyBaselineEntry[], statuses: string, stale: AnyBaselineEntry[], isComplete?: boolean]
  >([
    [[], 'passed skipped failed failed', []],
    [[known('a', 'one')], 'passed skipped known failed', []],
    [[known('a', 'one', 'two'), known('b', 'two')], 'passed skipped known known', []],
    [[known('b', 'one')], 'passed skipped failed failed', [known('b', 'one')]],
    [[known('a', 'one', 'same', 'skipped')], 'passed skipped known failed', [known('a', 'same')]],
    [[known('a', 'other')], 'passed skipped failed failed', [known('a', 'other')], true],
    [[known('a', 'skipped')], 'passed skipped failed failed', [], true],
  ])('%j makes them %s; stale is %j', (baseline, statuses, stale, isComplete = false) => {
    const applied = applyBaseline(cases, baseline, 'known', { isComplete })
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

  describe('of rules names what was seen, and the requests', () => {
    const toFinding = (seen: string, ...requests: string[]) =>
      ({
        kind: 'error',
        rule: 'id-zero',
        place: '',
        problem: seen,
        stable: seen,
        requests,
        exchanges: [],
      }) as const
    const toRule = (...findings: ReturnType<typeof toFinding>[]): Case => ({
      ...toCase('id-zero', 'failed'),
      findings,
    })
    const toEntry = (seen: string, ...requests: string[]) => ({
      rule: 'id-zero',
      seen,
      requests,
      reason: 'later',
    })

    test.each<
      [finding: string, entries: AnyBaselineEntry[], status: Case['status'], stale: AnyBaselineEntry[]]
    >([
      ['the same', [toEntry('400', 'a', 'b')], 'known', []],
      ['another status', [toEntry('500', 'a', 'b')], 'failed', [toEntry('500', 'a', 'b')]],
      ['one more request', [toEntry('400', 'a')], 'failed', []],
      ['one request less', [toEntry('400', 'a', 'b', 'c')], 'known', [toEntry('400', 'c')]],
      ['another rule', [{ ...toEntry('400', 'a', 'b'), rule: 'id-negative' }], 'failed', []],
    ])('%s', (_finding, entries, status, stale) => {
      const judged = applyBaseline([toRule(toFinding('400', 'a', 'b'))], entries, 'known')
      expect(judged.cases.map((one) => one.status)).toEqual([status])
      expect(judged.staleBaseline).toEqual(stale)
    })

    test('an update keeps what the run could not show', () => {
      const entries = [
        toEntry('400', 'a', 'b', 'c'),
        toEntry('500', 'a'),
        { ...toEntry('400', 'a'), rule: 'id-negative' },
      ]
      const run = [toRule(toFinding('400', 'a', 'd'), toFinding('404', 'e'))]
      const judged = applyBaseline(run, entries, 'known', { wasTried: (_entry, name) => name !== 'c' })
      expect(updateBaseline(judged, entries, 'new')).toEqual([
        toEntry('400', 'a', 'c', 'd'),
        { ...toEntry('400', 'a'), rule: 'id-negative' },
        { ...toEntry('404', 'e'), reason: 'new' },
      ])
    })

    test('several runs have in common what none of them shows', () => {
      const [first, second] = [[toEntry('400', 'a', 'b'), toEntry('500', 'a')], [toEntry('400', 'b', 'c')]]
      expect(keepCommon([first, second])).toEqual([toEntry('400', 'b')])
      expect(keepCommon([first])).toEqual(first)
    })
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
