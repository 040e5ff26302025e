import type { RuleId } from '../../src/judge/generated/rules.ts'
import { type Report, type VerifyOptions, verify } from '../../src/verify/verify.ts'

/** Judges a backend completely even on a busy machine, with a short limit for answers of a backend that hangs. */
export const judge = (
  url: string,
  requestLimit = 1000,
  options: Partial<VerifyOptions> = {},
): Promise<Report> =>
  verify(url, { token: 'local-token', requestLimit, limit: 3_600_000, thorough: true, ...options })

/** Names the rules that a report says are broken. */
export const findBroken = ({ rules }: Report): RuleId[] =>
  rules.filter(({ status }) => status === 'broken').map(({ rule }) => rule.id)
