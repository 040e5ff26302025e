import {
  type Case,
  describeAlike,
  describeBroken,
  describeFinding,
  describeSource,
  describeStatement,
  type Report,
  type ShownFinding,
  summarizeCase,
  toShellLines,
} from './report.ts'

/** Escapes a text for XML and replaces what XML can't hold. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(
      /[&<>"'\t\n\r\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu,
      (letter) => `&#${letter.codePointAt(0)};`,
    )

function element(name: string, attributes: Readonly<Record<string, string | number>>, inner = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return `<${name}${list.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(3)

const toLines = (finding: ShownFinding): string[] => [
  describeFinding(finding),
  ...describeSource(finding),
  ...describeAlike(finding),
  ...finding.exchanges.flatMap(toShellLines),
]

function toResult(one: Case): string {
  const { status, word, reason = '', findings } = one
  if (status === 'skipped' || status === 'known')
    return element('skipped', {}, escapeXml(`${word}: ${reason}`))
  if (findings.length === 0) return ''
  const lines = [describeStatement(one), ...findings.flatMap(toLines), ...(one.hints ?? [])]
  const text = escapeXml(lines.join('\n'))
  if (status !== 'failed') return element('system-out', {}, `${word}: ${text}`)
  const message = one.statement === undefined ? summarizeCase(one) : describeBroken(one)
  return element('failure', { message, type: one.title }, text)
}

/** Writes a report as JUnit XML: each case is a test case, and a subject that can't be judged is an error. */
export function toJunit(report: Report): string {
  const { command, subject, startedAt, duration, cases, unjudged } = report
  const tool = `plant-store ${command}`
  const count = (status: Case['status']): number => cases.filter((one) => one.status === status).length
  const time = toSeconds(duration)
  const counts = {
    tests: cases.length + (unjudged === undefined ? 0 : 1),
    failures: count('failed'),
    errors: unjudged === undefined ? 0 : 1,
  }
  const rows = [
    ...(unjudged === undefined
      ? []
      : [
          element(
            'testcase',
            { classname: 'plant-store', name: `${subject} can be judged`, time: 0 },
            element(
              'error',
              { message: unjudged.message, type: unjudged.kind },
              unjudged.exchange && escapeXml(toShellLines(unjudged.exchange).join('\n')),
            ),
          ),
        ]),
    ...cases.map((one) =>
      element(
        'testcase',
        {
          classname: one.className,
          name: one.title,
          time: one.duration === undefined ? 0 : toSeconds(one.duration),
        },
        toResult(one),
      ),
    ),
  ]
  const suite = element(
    'testsuite',
    {
      name: subject,
      ...counts,
      skipped: count('skipped') + count('known'),
      time,
      timestamp: startedAt.replace(/\.\d+Z$/, ''),
    },
    `\n    ${rows.join('\n    ')}\n  `,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: tool, ...counts, time }, `\n  ${suite}\n`)}\n`
}
