import { describe, expect, test } from 'vitest'
import { mistakes } from '../verify/backends/mistakes.ts'
import { judgeByPacts } from './judge-by-pacts.ts'

/** Rules with a first mistake that the pacts of the example consumers find. */
export const found: readonly string[] = [
  'created-is-200',
  'created-is-json',
  'plant-has-name',
  'id-over-int32',
  'id-over-2-53',
  'id-int64-max',
  'refuses-fractional-id',
  'refuses-id-beyond-int64',
  'refusal-is-not-200',
  'refused-body-no-5xx',
  'error-is-json',
  'error-has-message',
  'refuses-missing-credentials',
  'refuses-unissued-token',
  'refused-credentials-no-5xx',
]

/** Rules with a first mistake that they miss, but that `verify` finds. */
export const missed: readonly string[] = [
  'plant-echoes-name',
  'plant-has-no-id',
  'ids-beyond-2-53-differ',
  'refuses-malformed-json',
  'requests-at-once',
  'stored-id-no-5xx',
]

/** Verifies the first mistake of each rule with the pacts of the example consumers. */
export function describeFoundMistakes(found: readonly string[], missed: readonly string[]): void {
  const judge = (rule: string): ReturnType<typeof judgeByPacts> => {
    const mistake = mistakes.find((candidate) => candidate.rule === rule)
    if (mistake === undefined) throw new Error(`there is no mistake of the rule ${rule}`)
    return judgeByPacts(mistake)
  }

  describe('the first mistake of a rule', () => {
    test.each(found)('the pacts find %s', async (rule) => {
      expect(await judge(rule)).toBe('failed')
    })

    test.each(missed)('the pacts miss %s, which verify finds', async (rule) => {
      expect(await judge(rule)).toBe('passed')
    })
  })
}
