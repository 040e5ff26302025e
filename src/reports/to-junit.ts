import { isFailure, type Report, type RuleResult } from '../verify/report.ts'
import { describeAnswer, describeSection } from './describe.ts'
import { type JunitResult, writeJunit } from './junit.ts'

function toFailureText({ rule, finding }: RuleResult): string {
  const exchanges = (finding?.exchanges ?? []).map(
    ({ request, answer, failure }) =>
      `${request.curl}\n${answer === undefined ? `no answer: ${failure}` : describeAnswer(answer)}`,
  )
  return [
    rule.statement,
    `(${describeSection(rule.section)})`,
    `${finding?.title}: ${finding?.problem}`,
    ...exchanges,
    finding?.repeat,
  ]
    .filter(Boolean)
    .join('\n')
}

function toResult(report: Report, result: RuleResult): JunitResult {
  const { rule, status, finding, reason = '' } = result
  if (isFailure(report, result)) {
    return { kind: 'failure', message: finding?.problem ?? '', type: rule.level, text: toFailureText(result) }
  }
  if (status === 'broken') return { kind: 'output', text: `Warning: ${toFailureText(result)}` }
  return status === 'kept' ? { kind: 'passed' } : { kind: 'skipped', text: `${status}: ${reason}` }
}

/** Writes a report as JUnit XML: a test case a rule, without those that the specification leaves open. */
export function toJunit(report: Report): string {
  const { url, startedAt, duration, unjudged } = report
  const unjudgedCase = {
    className: 'plant-store',
    name: 'the service can be judged',
    result: { kind: 'error', message: unjudged?.message ?? '', type: unjudged?.kind ?? '' },
  } as const
  const cases = report.rules
    .filter(({ status }) => status !== 'open')
    .map((result) => ({
      className: `plant-store.${result.rule.level}`,
      name: result.rule.id,
      result: toResult(report, result),
    }))
  return writeJunit({
    tool: 'plant-store verify',
    name: url,
    startedAt,
    duration,
    cases: [...(unjudged === undefined ? [] : [unjudgedCase]), ...cases],
  })
}
