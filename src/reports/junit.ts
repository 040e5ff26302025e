/** What came of a test case. */
export type JunitResult =
  | { kind: 'passed' }
  | { kind: 'failure'; message: string; type: string; text: string }
  | { kind: 'error'; message: string; type: string }
  | { kind: 'skipped'; text: string }
  | { kind: 'output'; text: string }

/** A test case. */
interface JunitCase {
  className: string
  name: string
  result: JunitResult
}

/** Test cases of one run of a command. */
export interface JunitSuite {
  /** The command. */
  tool: string
  /** What it was run on. */
  name: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  cases: readonly JunitCase[]
}

/** Escapes a text for XML and leaves out what XML cannot hold. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"'\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function writeResult(result: JunitResult): string {
  switch (result.kind) {
    case 'passed':
      return ''
    case 'failure':
      return `<failure message="${escapeXml(result.message)}" type="${escapeXml(result.type)}">${escapeXml(result.text)}</failure>`
    case 'error':
      return `<error message="${escapeXml(result.message)}" type="${escapeXml(result.type)}"/>`
    case 'skipped':
      return `<skipped>${escapeXml(result.text)}</skipped>`
    case 'output':
      return `<system-out>${escapeXml(result.text)}</system-out>`
  }
}

function writeCase({ className, name, result }: JunitCase): string {
  const open = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}" time="0"`
  const inner = writeResult(result)
  return inner === '' ? `${open}/>` : `${open}>\n      ${inner}\n    </testcase>`
}

/** Writes a suite of test cases as JUnit XML. */
export function writeJunit({ tool, name, startedAt, duration, cases }: JunitSuite): string {
  const count = (kind: JunitResult['kind']): number =>
    cases.filter(({ result }) => result.kind === kind).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`
  const time = (duration / 1000).toFixed(3)
  const timestamp = startedAt.replace(/\.\d+Z$/, '')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(tool)}" ${counts} time="${time}">`,
    `  <testsuite name="${escapeXml(name)}" ${counts} skipped="${count('skipped')}" time="${time}" timestamp="${timestamp}">`,
    ...cases.map(writeCase),
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n')
}
