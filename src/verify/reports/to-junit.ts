import { isFailure, type Report, type RuleResult } from '../report.ts'
import { describeAnswer, describeSection } from './describe.ts'

/** Escapes a text for XML and leaves out what XML cannot hold. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"'\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)

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

function toTestCase(report: Report, result: RuleResult): string {
  const { rule, status, finding, reason = '' } = result
  const open = `    <testcase classname="plant-store.${rule.level}" name="${rule.id}" time="0"`
  if (isFailure(report, result)) {
    const message = escapeXml(finding?.problem ?? '')
    return `${open}>\n      <failure message="${message}" type="${rule.level}">${escapeXml(toFailureText(result))}</failure>\n    </testcase>`
  }
  if (status === 'broken') {
    return `${open}>\n      <system-out>${escapeXml(`Warning: ${toFailureText(result)}`)}</system-out>\n    </testcase>`
  }
  if (status === 'kept') return `${open}/>`
  return `${open}>\n      <skipped>${escapeXml(`${status}: ${reason}`)}</skipped>\n    </testcase>`
}

/** Writes a report as JUnit XML: a test case a rule, without those that the specification leaves open. */
export function toJunit(report: Report): string {
  const rules = report.rules.filter(({ status }) => status !== 'open')
  const failures = rules.filter((result) => isFailure(report, result)).length
  const skipped = rules.filter(({ status }) => status !== 'kept' && status !== 'broken').length
  const { unjudged } = report
  const errors = unjudged === undefined ? 0 : 1
  const time = (report.duration / 1000).toFixed(3)
  const counts = `tests="${rules.length + errors}" failures="${failures}" errors="${errors}"`
  const timestamp = report.startedAt.replace(/\.\d+Z$/, '')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="plant-store verify" ${counts} time="${time}">`,
    `  <testsuite name="${escapeXml(report.url)}" ${counts} skipped="${skipped}" time="${time}" timestamp="${timestamp}">`,
    ...(unjudged === undefined
      ? []
      : [
          `    <testcase classname="plant-store" name="the service can be judged" time="0">\n      <error message="${escapeXml(unjudged.message)}" type="${unjudged.kind}"/>\n    </testcase>`,
        ]),
    ...rules.map((result) => toTestCase(report, result)),
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n')
}
