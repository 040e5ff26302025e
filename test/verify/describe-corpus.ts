import { describe, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { getRule } from '../../src/judge/rules.ts'
import type { Report } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import type { Mistake } from './backends/mistakes/mistake.ts'
import { validToken } from './backends/parts.ts'
import { changingBackends } from './backends/right/changing.ts'
import type { RightBackend } from './backends/right/right-backend.ts'
import { findBroken, judge } from './judge.ts'

/** Judges backends with one mistake each. */
export function describeMistakes(mistakes: readonly Mistake[]): void {
  describe.concurrent('a backend with one mistake breaks only the rule of the mistake', () => {
    test.for(mistakes)('$rule: $title', async ({ rule, also = [], backend, limits }, { expect }) => {
      await using started = await startBackend(backend)
      // A default run neither sends nor judges what is only about the protocol.
      const level = getRule(rule).level === 'protocol' ? 'protocol' : 'must'
      const broken = findBroken(await judge(started.url, 1000, { level, ...(limits && { limits }) }))
      expect(broken).toContain(rule)
      expect(broken.filter((id) => id !== rule && !also.includes(id))).toEqual([])
    })
  })
}

/** Judges backends with one mistake each by its rule, three times on one process, which keeps what earlier runs have stored. */
export function describeRepeated(mistakes: readonly Mistake[]): void {
  describe.concurrent('three runs on one process have one verdict', () => {
    test.for(mistakes)('$rule: $title', async ({ rule, check = rule, backend, limits }, { expect }) => {
      await using started = await startBackend(backend)
      for (const seed of [1, 2, 3]) {
        const options = { only: [rule, check], seed, ...(limits && { limits }) }
        const report = await judge(started.url, 1000, options)
        // A service that the first run has brought down can't be judged again.
        if (seed > 1 && report.unjudged !== undefined) continue
        expect([seed, findBroken(report)]).toEqual([seed, expect.arrayContaining([rule])])
      }
    })
  })
}

/** Names the must rules that a report says are broken. */
export const findBrokenMust = (report: Report): string[] =>
  findBroken(report).filter((id) => getRule(id).level === 'must')

/** Judges correct backends, several times in a row if their plants of earlier runs matter. */
export function describeCorrect(backends: readonly RightBackend[], runs = 1): void {
  describe.concurrent('a correct backend breaks no rule, however it differs from others', () => {
    test.for(backends)('$title', async ({ backend, limits }, { expect }) => {
      await using started = await startBackend(backend)
      for (let run = 1; run <= runs; run++) {
        const report = await judge(started.url, 3000, limits && { limits })
        expect([run, findBrokenMust(report), report.outcome]).toEqual([run, [], 'passed'])
      }
    })
  })
}

/** Judges backends that change during a run, by all rules or by some. */
export function describeChanging(only?: readonly RuleId[]): void {
  describe.concurrent('a backend that changes during a run breaks no rule, unless it stops working', () => {
    test.for(changingBackends)('$title', async ({ create, unjudged, isBroken = false }, { expect }) => {
      let close = (): void => {}
      const { backend, options = {} } = create(() => close())
      await using started = await startBackend(backend)
      close = () => void started[Symbol.asyncDispose]()
      const report = await judge(started.url, 10_000, { ...(only && { only }), ...options })
      expect(findBrokenMust(report)).toEqual(isBroken ? ['still-answers'] : [])
      const outcome = unjudged === undefined ? 'passed' : isBroken ? 'failed' : 'unjudged'
      expect([report.outcome, report.unjudged?.kind], report.unjudged?.message).toEqual([
        outcome,
        unjudged?.kind,
      ])
      if (unjudged === undefined) return
      expect(report.unjudged?.message).toMatch(unjudged.message)
      expect(report.unjudged?.exchange?.request.curl).toMatch(/^curl -i -X POST/)
      expect(JSON.stringify(report)).not.toContain(validToken)
    })
  })
}
