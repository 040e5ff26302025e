import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readVersion } from '../../src/contract/package-files.ts'
import { formats } from '../../src/reports/formats.ts'
import { style } from '../../src/reports/html-style.ts'
import type { Report } from '../../src/reports/report.ts'
import { toAnnotations } from '../../src/reports/to-annotations.ts'
import { toText } from '../../src/reports/to-text.ts'
import { createHarValidator } from './har-validator.ts'
import { judgments } from './sample-judgments.ts'

const terminal = { width: 80, isVerbose: true, paint: (color: string, text: string) => `${color}(${text})` }

// A report as JSON is the report itself.
const { json: _json, ...recordedFormats } = formats

const writers: Readonly<Record<string, (judgment: Report) => string>> = {
  ...recordedFormats,
  har: (judgment) => formats.har(judgment).replace(`"version": "${readVersion()}"`, '"version": "VERSION"'),
  html: (judgment) => formats.html(judgment).replace(style, 'STYLE'),
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
  expect([validate(JSON.parse(formats.har(judgment))), validate.errors]).toEqual([true, null])
})

test.each(Object.entries(judgments))(
  'the JUnit report of %s matches the schema of Jenkins',
  async (_, judgment) => {
    const schema = readFileSync(new URL('jenkins-junit.xsd', import.meta.url), 'utf8')
    const xml = [{ fileName: 'report.xml', contents: formats.junit(judgment) }]
    expect((await validateXML({ xml, schema: [schema] })).errors).toEqual([])
  },
)

test('JSON is the result of the function in code', () => {
  const json = formats.json(judgments['failed'] as Report)
  expect(JSON.parse(json)).toEqual(judgments['failed'])
  expect(json).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|##\w*\[/u)
})

test('Markdown has text of a service only escaped or in fences', () => {
  const outside = formats.markdown(judgments['failed'] as Report).replaceAll(/^(`{3,})[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/(?<!\\)<script|@\w|(?<!&)#\w/)
})

test('Markdown of any report fits into a comment on GitHub, and lists each finding', () => {
  const failed = judgments['failed'] as Report
  const [one] = failed.cases
  const cases = Array.from({ length: 84 }, (_, index) => ({
    ...one,
    title: `rule-${index}`,
  })) as Report['cases']
  const text = formats.markdown({ ...failed, cases })
  expect(text.length).toBeLessThan(65_536)
  expect(text.match(/^\| ❌ \| rule-\d+/gm)).toHaveLength(84)
  expect(text).toMatch(/\d+ more parts are in the other reports/)
})
