import type { RuleId } from '../../src/judge/generated/rules.ts'
import { type Report, type VerifyOptions, verify } from '../../src/verify/verify.ts'

/** Judges a backend completely even on a busy machine, and by the same texts each time. */
export const judge = (
  url: string,
  requestLimit = 1000,
  options: Partial<VerifyOptions> = {},
): Promise<Report> =>
  verify(url, { token: 'local-token', requestLimit, limit: 3_600_000, thorough: true, seed: 1, ...options })

/** Names the rules that a report says are broken. */
export const findBroken = ({ cases }: Report): RuleId[] =>
  cases.flatMap(({ status, title }) =>
    ['failed', 'warning'].includes(status) && title !== 'flaky-requests' ? [title as RuleId] : [],
  )

/** A rule of each phase of a run, and of each kind of check in the longest one. */
export const rulesOfEachPhase: readonly RuleId[] = [
  'created-status',
  'requests-in-a-row',
  'requests-at-once',
  'text-keeps-white-space',
  'refuses-empty-body',
  'refuses-missing-credentials',
  'accepts-body-in-pieces',
  'survives-cut-off-request',
  'still-answers',
]
