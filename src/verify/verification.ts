import { type Rule, type RuleId, rules, toCurrentId } from '../judge/rules.ts'
import { type Running, startRun } from '../reports/running.ts'
import { isChosen, isFailing } from './chosen.ts'
import { checkVerifyOptions } from './option-table.ts'
import type { VerifyOptions, VerifyReport } from './options.ts'
import { type JudgeWithBaseline, repeatRun } from './repeat.ts'
import { runVerification } from './run.ts'

/** Runs everything as often as the options say, and returns what makes the report with a baseline. */
export async function runRepeatedly(url: string | URL, options: VerifyOptions): Promise<JudgeWithBaseline> {
  checkVerifyOptions(options)
  return repeatRun(options, (one) => runVerification(url, one))
}

/**
 * Judges a running service by its description.
 *
 * @example
 * const contract = await readContract('bookings.yaml')
 * const { outcome, cases } = await verify('http://127.0.0.1:3000', { contract, credentials: { key: 'local-key' } })
 *
 * @throws {OptionsError} if an option has a wrong value
 */
export async function verify(url: string | URL, options: VerifyOptions = {}): Promise<VerifyReport> {
  const toReport = await runRepeatedly(url, options)
  return toReport(options.baseline ?? [])
}

/** A run whose rules can be checked one by one. */
export interface Verification extends Running<RuleId | Rule, VerifyReport> {
  /** The rules that fail a run if they are broken; make a test of each. */
  readonly rules: readonly Rule[]
}

/**
 * Starts a run, so that each rule can be a test. The run stops at the end of the scope of `await using`.
 *
 * @example
 * const verification = startVerification('http://127.0.0.1:4010', { token: 'local-token' })
 * afterAll(() => verification[Symbol.asyncDispose]())
 * test.each(verification.rules)('$id', async (rule) => {
 *   await verification.check(rule)
 * })
 *
 * @throws {OptionsError} if an option has a wrong value
 */
export function startVerification(url: string | URL, options: VerifyOptions = {}): Verification {
  checkVerifyOptions(options)
  return {
    ...startRun(
      (signal) => verify(url, { ...options, signal }),
      options.signal,
      ({ title }, rule: RuleId | Rule) => title === (typeof rule === 'string' ? toCurrentId(rule) : rule.id),
    ),
    rules: rules.filter((rule) => isFailing(rule, options.level) && isChosen(rule, options)),
  }
}
