export { OptionsError } from '../options/options-error.ts'

import type { VerifyOptions } from './options.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

export { type Level, type Rule, type RuleId, rules } from '../judge/generated/rules.ts'
export type { ShownAnswer, ShownExchange, ShownRequest } from '../reports/show.ts'
export type { Progress, VerifyOptions } from './options.ts'
export type {
  BaselineEntry,
  Note,
  Report,
  RuleResult,
  RuleStatus,
  ShownCause,
  ShownFinding,
  Unjudged,
  UnjudgedKind,
} from './report.ts'
export { isFailure } from './report.ts'
export { startVerification, type Verification } from './verification.ts'

/**
 * Judges a running service by the rules of the specification.
 *
 * @example
 * const { outcome, rules } = await verify('http://127.0.0.1:4010', { token: 'local-token' })
 *
 * @throws {OptionsError} if an option has a wrong value
 */
export async function verify(url: string | URL, options: VerifyOptions): Promise<Report> {
  return run(url, options)
}
