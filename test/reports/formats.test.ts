import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readPackageVersion } from '../../src/contract/package-files.ts'
import type { Exchange, HttpRequest } from '../../src/http/exchange.ts'
import { reportFormats } from '../../src/reports/formats.ts'
import { style } from '../../src/reports/html-style.ts'
import type { Report } from '../../src/reports/report.ts'
import { showExchange } from '../../src/reports/show.ts'
import { toAnnotations } from '../../src/reports/to-annotations.ts'
import { toText } from '../../src/reports/to-text.ts'
import { createHarValidator } from './har-validator.ts'
import { judgments } from './sample-judgments.ts'

const terminal = { width: 80, isVerbose: true, paint: (color: string, text: string) => `${color}(${text})` }

// A report as JSON is the report itself.
const { json: _json, ...recordedFormats } = reportFormats

const writers: Readonly<Record<string, (judgment: Report) => string>> = {
  ...recordedFormats,
  har: (judgment) =>
    reportFormats.har(judgment).replace(`"version": "${readPackageVersion()}"`, '"version": "VERSION"'),
  html: (judgment) => reportFormats.html(judgment).replace(style, 'STYLE'),
  annotations: toAnnotations,
  text: toText,
  terminal: (judgment) => toText(judgment, terminal),
}

const reports = Object.entries(judgments).flatMap(([name, judgment]) =>
  Object.entries(writers).map(([format, write]) => ({ title: `${name}-${format}.txt`, judgment, write })),
)

const recordings = new URL('recordings/', import.meta.url)

describe('a report is as recorded, and does not steer a terminal', () => {
  test.for(reports)('$title', async ({ title, judgment, write }, { expect }) => {
    const report = write(judgment)
    await expect(report).toMatchFileSnapshot(fileURLToPath(new URL(title, recordings)))
    expect(report).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    expect(report).not.toMatch(/##\w*\[|^\s*::(?!error |warning )/m)
  })

  test('no recording is left over', () => {
    expect(readdirSync(recordings).toSorted()).toEqual(reports.map(({ title }) => title).toSorted())
  })
})

test.each(Object.entries(judgments))('the HAR of %s is an HTTP Archive 1.2', (_name, judgment) => {
  const validate = createHarValidator()
  expect([validate(JSON.parse(reportFormats.har(judgment))), validate.errors]).toEqual([true, null])
})

test.each(Object.entries(judgments))(
  'the JUnit report of %s matches the schema of Jenkins',
  async (_, judgment) => {
    const schema = readFileSync(new URL('jenkins-junit.xsd', import.meta.url), 'utf8')
    const xml = [{ fileName: 'report.xml', contents: reportFormats.junit(judgment) }]
    expect((await validateXML({ xml, schema: [schema] })).errors).toEqual([])
  },
)

test('JSON is the result of the function in code', () => {
  const json = reportFormats.json(judgments['failed'] as Report)
  expect(JSON.parse(json)).toEqual(judgments['failed'])
  expect(json).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|##\w*\[/u)
})

test('Markdown has text of a service only escaped or in fences', () => {
  const outside = reportFormats
    .markdown(judgments['failed'] as Report)
    .replaceAll(/^(`{3,})[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/(?<!\\)<script|@\w|(?<!&)#\w/)
})

test('Markdown of any report fits into a comment on GitHub, and lists each finding', () => {
  const failed = judgments['failed'] as Report
  const [one] = failed.cases
  const cases = Array.from({ length: 84 }, (_, index) => ({
    ...one,
    title: `rule-${index}`,
  })) as Report['cases']
  const text = reportFormats.markdown({ ...failed, cases })
  expect(text.length).toBeLessThan(65_536)
  expect(text.match(/^\| ❌ \| rule-\d+/gm)).toHaveLength(84)
  expect(text).toMatch(/\d+ more parts are in the other reports/)
})

describe('values of requests that are too long for a reader', () => {
  const letters = Array.from({ length: 3000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join('')
  const long = [`/plants?${'x'.repeat(7900)}`, letters, `{"name":"${letters}"}`] as const
  const toReport = (path: string, header: string, body: string): Report => {
    const request: HttpRequest = {
      method: 'POST',
      path,
      headers: [
        { name: 'Host', value: 'a.example' },
        { name: 'X-Long', value: header },
      ],
      pieces: [Buffer.from(body)],
    }
    const outcome: Exchange['outcome'] = { kind: 'dropped', message: 'gone', reused: false }
    const shown = showExchange(
      { request, outcome, duration: 1 },
      { base: new URL('http://a.example'), secrets: [], showToken: false },
    )
    const { failed } = judgments as { failed: Report }
    const cases = failed.cases.slice(0, 1).map((one) => ({
      ...one,
      findings: one.findings.slice(0, 1).map((finding) => ({ ...finding, exchanges: [shown] })),
    }))
    return { ...failed, cases }
  }
  const [path, header, body] = long

  test.each(Object.entries(writers).filter(([format]) => format !== 'har'))(
    'are short in %s',
    (format, write) => {
      const count = (...[path, header, body]: Parameters<typeof toReport>): number =>
        write(toReport(path, header, body)).length
      const usual = count('/plants', 'short', '{}')
      for (const values of [
        [path, 'short', '{}'],
        ['/plants', header, '{}'],
        ['/plants', 'short', body],
      ] as const)
        expect(count(values[0], values[1], values[2]) - usual, format).toBeLessThan(
          format === 'html' ? 4500 : 400,
        )
    },
  )

  test.each(['json', 'har'] as const)('are whole in %s', (format) => {
    const text = reportFormats[format](toReport(path, header, body))
    for (const value of [path, header, JSON.stringify(body).slice(1, -1)]) expect(text).toContain(value)
  })

  test('a command generates what is repeated, and another one is in the report as JSON', () => {
    expect(toText(toReport(path, 'short', '{}'))).toContain(
      `'http://a.example/plants?'"$(printf 'x%.0s' $(seq 7900))" `,
    )
    expect(toText(toReport('/plants', header, '{}'))).toMatch(
      /# The command has 3\d{3} characters: --report json=FILE writes it\./,
    )
  })
})
