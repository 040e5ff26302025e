import { describe, expect, test } from 'vitest'
import { mistakes } from '../verify/backends/mistakes.ts'
import { judgeByPacts } from './judge-by-pacts.ts'

/** Rules with a first mistake that the pacts of the example consumers find, or miss although `verify` finds it. */
const outcomes = {
  failed: `created-status id-over-int32 id-over-2-53 id-int64-max refusal-is-not-200 created-is-json plant-has-name
    refuses-fractional-id refuses-id-beyond-int64 refused-body-no-5xx error-is-json error-has-message
    refuses-missing-credentials refuses-unissued-token refused-credentials-no-5xx plant-echoes-name
    plant-echoes-tag`,
  passed: `plant-has-no-id ids-beyond-2-53-differ refuses-malformed-json requests-at-once
    stored-id-no-5xx`,
}

/** Verifies the first mistake of each rule with the pacts of the example consumers; with a step, only of some rules. */
export function describeFoundMistakes(step = 1): void {
  describe.each(Object.entries(outcomes))(
    'verification with the pacts has %s for the first mistake',
    (outcome, rules) => {
      test.each(rules.split(/\s+/).filter((_rule, index) => index % step === 0))('of %s', async (rule) => {
        const mistake = mistakes.find((candidate) => candidate.rule === rule)
        if (mistake === undefined) throw new Error(`there is no mistake of the rule ${rule}`)
        expect(await judgeByPacts(mistake)).toBe(outcome)
      })
    },
  )
}
