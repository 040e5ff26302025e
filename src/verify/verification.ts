import { type Rule, type RuleId, rules } from '../judge/generated/rules.ts'
import { isChosen, optionTable } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import type { Report, RuleResult } from './report.ts'
import { run } from './run.ts'

/** A run whose rules can be checked one by one. */
export interface Verification extends AsyncDisposable {
  /** The rules that fail a run if they are broken; make a test of each. */
  readonly rules: readonly Rule[]
  /** The report, when the run is done. */
  readonly report: Promise<Report>
  /** Resolves with the result of a rule; rejects if it is broken, with the answer and a command that sends the request again. */
  check(rule: RuleId | Rule): Promise<RuleResult>
}

function describeFailure({ rule, finding }: RuleResult): string {
  const { title, problem, exchanges = [] } = finding ?? {}
  const commands = exchanges.map(({ request }) => request.curl)
  return [`${rule.id}: ${rule.statement}`, `${title}: ${problem}`, ...commands].join('\n')
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
 */
export function startVerification(url: string | URL, options: VerifyOptions): Verification {
  const { level = optionTable.level.default, signal } = options
  const stop = new AbortController()
  const report = run(url, {
    ...options,
    signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
  })
  report.catch(() => {})
  return {
    rules: rules.filter(
      (rule) => (rule.level === 'must' || rule.level === level) && isChosen(options, rule.id),
    ),
    report,
    async check(rule) {
      const id = typeof rule === 'string' ? rule : rule.id
      const { rules: results, unjudged } = await report
      const result = results.find((candidate) => candidate.rule.id === id)
      if (result === undefined) throw new Error(`there is no rule ${id}`)
      if (result.status === 'broken') throw new Error(describeFailure(result))
      if (unjudged !== undefined) throw new Error(`the service can't be judged: ${unjudged.message}`)
      return result
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await report.catch(() => {})
    },
  }
}
