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
export const findBroken = ({ rules }: Report): RuleId[] =>
  rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)
