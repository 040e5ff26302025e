import { describe, expect, test } from 'vitest'
import { openBaseline } from '../../src/cli/baseline.ts'
import { baselineEntry } from '../../src/verify/option-table.ts'
import { runRepeatedly } from '../../src/verify/repeat.ts'
import type { BaselineEntry, Report, VerifyOptions } from '../../src/verify/verify.ts'
import { createFolder } from '../tools/folder.ts'
import { startBackend } from './backends/create-backend.ts'
import type { Mistake } from './backends/mistakes/mistake.ts'

/** Judges a service with a baseline, as the command does. */
export async function judgeWith(
  url: string,
  options: Partial<VerifyOptions>,
  flags: { baseline: string; updateBaseline?: boolean },
): Promise<Report> {
  const baseline = await openBaseline<BaselineEntry>(flags, baselineEntry, expect.unreachable)
  const toReport = await runRepeatedly(url, {
    token: 'local-token',
    requestLimit: 1000,
    limit: 3_600_000,
    thorough: true,
    ...options,
  })
  return baseline.judge(toReport)
}

/** Accepts what a run finds in backends with one mistake each; later runs, with other seeds, must find nothing else. */
export function describeBaselines(mistakes: readonly Mistake[], seeds: readonly number[]): void {
  describe.concurrent('what a run accepts, the next ones accept, too', () => {
    test.for(mistakes)('$rule: $title', async ({ backend, limits }, { expect }) => {
      await using folder = createFolder()
      await using started = await startBackend(backend)
      const judge = (seed: number, updateBaseline: boolean) =>
        judgeWith(
          started.url,
          { seed, ...(limits && { limits }) },
          { baseline: folder.file('baseline.yaml'), updateBaseline },
        )
      expect((await judge(0, true)).outcome).toBe('passed')
      for (const seed of seeds) {
        const { cases, outcome, unjudged } = await judge(seed, false)
        const failed = cases.filter(({ status }) => status === 'failed')
        const found = failed.map(({ title, findings }) => [
          title,
          findings.map(({ stable, requests }) => ({ stable, requests })),
        ])
        expect([seed, outcome, found, unjudged?.message]).toEqual([seed, 'passed', [], undefined])
      }
    })
  })
}
