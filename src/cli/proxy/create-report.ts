import type { Contract } from '../../contract/contract.ts'
import { maskRequest } from '../../http/create-mask.ts'
import type { Exchange } from '../../http/exchange.ts'
import { getRule, type RuleId } from '../../judge/rules.ts'
import type { ValidatedExchange, Violation } from '../../prism/start-validation-proxy.ts'
import { type Case, type Report, type ShownFinding, toNotes } from '../../reports/report.ts'
import { showExchange } from '../../reports/show.ts'
import { countOf } from '../count-of.ts'

/** The most examples that a report shows for a rule, each with a different problem. */
const maxExamples = 9

interface ProxyProblem {
  rule?: RuleId
  severity: Violation['severity'] | 'opinion'
  place: string
  problem: string
}

const noResponse = { rule: 'responds', severity: 'error', place: '/response' } as const

interface ProblemGroup {
  severity: ProxyProblem['severity']
  count: number
  examples: Map<string, ShownFinding>
}

/** The case of what Prism says; it never fails a run. */
const secondOpinion = {
  title: 'Prism',
  statement: 'A second opinion: how Prism disagrees with the rules.',
  origin: 'Prism',
  group: 'Second opinion',
  className: 'prism',
  status: 'warning',
  word: 'with a second opinion',
} as const

/** Collects what a proxy found: the violations in one case for each rule, and the opinions of Prism in one; the text is the summary at the end, with the statuses of each operation. */
export function createReport(
  subject: string,
  failOn: Violation['severity'] | 'never',
  { operations }: Pick<Contract, 'operations'>,
) {
  const start = Date.now()
  const rules = new Map<RuleId | undefined, ProblemGroup>()
  const counts = { error: 0, warning: 0 }
  const statuses = new Map<string | undefined, Map<number, number>>()
  let exchanges = 0
  let failures = 0

  function addProblem(
    { rule, severity, place, problem }: ProxyProblem,
    exchange: Exchange,
    secrets: readonly string[],
  ): void {
    const group = rules.get(rule) ?? { severity, count: 0, examples: new Map() }
    rules.set(rule, group)
    group.count++
    if (severity === 'error') group.severity = severity
    if (group.examples.has(problem) || group.examples.size === maxExamples) return
    const masked = { ...exchange, request: maskRequest(exchange.request) }
    const shown = showExchange(masked, { base: new URL(subject), secrets, showToken: false })
    const kind = rule === undefined ? 'note' : 'error'
    group.examples.set(problem, { kind, place, problem, exchanges: [shown] })
  }

  function toCase([id, { severity, count, examples }]: [RuleId | undefined, ProblemGroup]): Case {
    const end = { tries: count, findings: [...examples.values()] }
    if (id === undefined) return { ...secondOpinion, ...end }
    const isFailure = failOn === severity || (failOn === 'warning' && severity === 'error')
    const { statement, level, group } = getRule(id)
    return {
      title: id,
      statement,
      origin: level,
      group,
      className: `plant-store.${level}`,
      status: isFailure ? 'failed' : 'warning',
      word: isFailure ? 'broken' : 'with a warning',
      ...end,
    }
  }

  /** Lists the operations that were seen with their statuses, those of the description first. */
  function listSeen(): { about: string; text: string }[] {
    const names = new Map([
      ...operations.map(({ id, method, path }) => [id, `${method} ${path}`] as const),
      [undefined, 'no operation'] as const,
    ])
    return [...names].flatMap(([id, about]) => {
      const own = [...(statuses.get(id) ?? [])].toSorted(([one], [other]) => one - other)
      const text = own.map(
        ([status, count]) => `${status === 0 ? 'none' : status}${count > 1 ? ` (${count})` : ''}`,
      )
      return own.length === 0 ? [] : [{ about, text: text.join(', ') }]
    })
  }

  const countSeen = (): string =>
    `${operations.filter(({ id }) => statuses.has(id)).length} of ${countOf(operations.length, 'operation')} seen`

  return {
    /** Adds an exchange, whose answer may repeat secrets. */
    add(
      { operation, status, violations, opinions = [], failure }: ValidatedExchange,
      exchange: Exchange,
      secrets: readonly string[] = [],
    ): void {
      exchanges++
      const own = statuses.get(operation) ?? new Map<number, number>()
      statuses.set(operation, own.set(status, (own.get(status) ?? 0) + 1))
      if (failure !== undefined) {
        failures++
        addProblem({ ...noResponse, problem: failure }, exchange, secrets)
      }
      for (const { side, message, ...violation } of violations) {
        counts[violation.severity]++
        addProblem(
          { ...violation, problem: `${violation.severity} in the ${side}: ${message}` },
          exchange,
          secrets,
        )
      }
      for (const { side, message } of opinions) {
        const problem = `Prism says of the ${side}: ${message}`
        addProblem({ severity: 'opinion', place: `/${side}`, problem }, exchange, secrets)
      }
    },
    toText(): string {
      const broken = [...rules].filter(([rule]) => rule !== undefined && rule !== noResponse.rule)
      const found = broken.map(([rule, { count }]) => `${rule} ${count}`).join(', ')
      const lost = failures > 0 ? `, ${failures} without a response` : ''
      const { error, warning } = counts
      return [
        ...listSeen().map(({ about, text }) => `${about}: ${text}`),
        `${countSeen()}; ${countOf(exchanges, 'exchange')}${lost}, ${countOf(error, 'error')}, ${countOf(warning, 'warning')}${found && `: ${found}`}`,
      ].join('\n')
    },
    toReport(): Report {
      const cases = [...rules].map(toCase)
      const hasFailed = cases.some(({ status }) => status === 'failed')
      return {
        command: 'proxy',
        subject,
        startedAt: new Date(start).toISOString(),
        duration: Date.now() - start,
        outcome: hasFailed ? 'failed' : 'passed',
        headline: hasFailed ? 'The traffic breaks rules' : 'The traffic breaks no rule',
        noun: 'rule',
        facts: [countOf(exchanges, 'exchange'), countSeen()],
        cases,
        notes: toNotes('Operations and their statuses', listSeen()),
        remarks: [],
      }
    },
  }
}
