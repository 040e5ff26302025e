import { describe, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import type { Mistake } from './backends/mistakes/mistake.ts'
import { findBroken, judge } from './judge.ts'

/** Judges backends with one mistake each. */
export function describeMistakes(mistakes: readonly Mistake[]): void {
  describe.concurrent('a backend with one mistake breaks only the rule of the mistake', () => {
    test.for(mistakes)('$rule: $title', async ({ rule, also = [], backend, limits }, { expect }) => {
      await using started = await startBackend(backend)
      const broken = findBroken(await judge(started.url, 1000, { ...(limits && { limits }) }))
      expect(broken).toContain(rule)
      expect(broken.filter((id) => id !== rule && !also.includes(id))).toEqual([])
    })
  })
}
