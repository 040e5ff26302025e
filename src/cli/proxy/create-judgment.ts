import { maskRequest } from '../../http/create-mask.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { getRule } from '../../judge/rules.ts'
import type { ValidatedExchange, Violation } from '../../prism/start-validation-proxy.ts'
import { describeSection, type Finding, type Judgment } from '../../reports/judgment.ts'
import { showExchange } from '../../reports/show.ts'

/** The most examples that a report shows for a rule, each with a different problem. */
const maxExamples = 9

type Case = Judgment['cases'][number]

/** What a case says besides its findings. */
type About = Pick<Case, 'title' | 'statement' | 'origin' | 'group' | 'className' | 'status' | 'word'>

interface Touched {
  severity: Violation['severity'] | 'opinion'
  count: number
  examples: Map<string, Finding>
}

/** Collects the violations that a proxy found, in one case for each rule. */
export function createJudgment(subject: string, failOn: Violation['severity'] | 'never') {
  const start = Date.now()
  const rules = new Map<RuleId | 'Prism', Touched>()
  let exchanges = 0

  function touch(
    rule: RuleId | 'Prism',
    severity: Touched['severity'],
    problem: string,
    exchange: Exchange,
  ): void {
    const touched = rules.get(rule) ?? { severity, count: 0, examples: new Map() }
    rules.set(rule, touched)
    touched.count++
    if (severity === 'error') touched.severity = severity
    if (touched.examples.has(problem) || touched.examples.size === maxExamples) return
    const masked = { ...exchange, request: maskRequest(exchange.request) }
    const shown = showExchange(masked, { base: new URL(subject), secrets: [], showToken: false })
    touched.examples.set(problem, { severity: 'error', problem, exchanges: [shown] })
  }

  function describeCase(id: RuleId | 'Prism', severity: Touched['severity']): About {
    if (id === 'Prism')
      return {
        title: id,
        statement: 'A second opinion: what Prism says beyond the rules, or against them.',
        origin: 'Prism',
        group: 'Second opinion',
        className: 'prism',
        status: 'warning',
        word: 'with a second opinion',
      }
    const { statement, level, section } = getRule(id)
    const isFailure = failOn === severity || (failOn === 'warning' && severity === 'error')
    return {
      title: id,
      statement,
      origin: `${level}, ${describeSection(section)}`,
      group: `Section ${section}`,
      className: `plant-store.${level}`,
      status: isFailure ? 'failed' : 'warning',
      word: isFailure ? 'broken' : 'with a warning',
    }
  }

  return {
    add({ violations, opinions = [], failure }: ValidatedExchange, exchange: Exchange): void {
      exchanges++
      if (failure !== undefined) touch('answers-every-request', 'error', failure, exchange)
      for (const { side, severity, rule, message } of violations)
        touch(rule, severity, `${severity} in the ${side}: ${message}`, exchange)
      for (const { side, message } of opinions)
        touch('Prism', 'opinion', `Prism says of the ${side}: ${message}`, exchange)
    },
    toJudgment(): Judgment {
      const cases = [...rules].map(([id, { severity, count, examples }]) => ({
        ...describeCase(id, severity),
        tries: count,
        findings: [...examples.values()],
      }))
      const hasFailed = cases.some(({ status }) => status === 'failed')
      return {
        command: 'proxy',
        subject,
        startedAt: new Date(start).toISOString(),
        duration: Date.now() - start,
        outcome: hasFailed ? 'failed' : 'passed',
        headline: hasFailed ? 'The traffic breaks rules' : 'The traffic breaks no rule',
        noun: 'rule',
        facts: [`${exchanges} exchanges`],
        cases,
        notes: [],
        remarks: [],
        data: { url: subject, exchanges, rules: cases },
      }
    },
  }
}
