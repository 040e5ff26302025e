import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { formats } from '../../src/reports/formats.ts'
import { toAnnotations } from '../../src/reports/to-annotations.ts'
import { createHarValidator } from './har-validator.ts'
import { hostile, judgment } from './sample-judgment.ts'

/** What steers a terminal. */
const steering = /[^\P{Cc}\n]|\p{Cf}/u

test('HAR is an HTTP Archive 1.2 with every exchange', () => {
  const har = JSON.parse(formats.har(judgment))
  const validate = createHarValidator()
  expect([validate(har), validate.errors]).toEqual([true, null])
  expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'plant-store verify' } })
  expect(har.log.entries).toHaveLength(4)
  expect(har.log.entries[0]).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.678Z',
    request: {
      headers: expect.arrayContaining([{ name: 'Authorization', value: 'Bearer $PLANT_STORE_TOKEN' }]),
      queryString: [{ name: 'a', value: '1' }],
      postData: { mimeType: 'application/json', text: '{"id":1,"name":"Fern"}' },
    },
    response: { status: 500, content: { mimeType: 'text/html', text: hostile } },
    comment: expect.stringMatching(/^created-is-200: the status must be 200/),
  })
  expect(har.log.entries[3]).toMatchObject({
    startedDateTime: judgment.startedAt,
    request: { postData: { text: '/w==', comment: 'The text is base64.' } },
    response: { status: 0, comment: 'No answer: dropped' },
  })
})

test('JUnit matches the schema of Jenkins, whatever a backend answers', async () => {
  const schema = new URL('jenkins-junit.xsd', import.meta.url)
  const contents = formats.junit({ ...judgment, unjudged: { kind: 'stopped', message: hostile } })
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [readFileSync(schema, 'utf8')],
  })
  expect(errors).toEqual([])
  expect(contents).not.toMatch(steering)
  expect(contents).toMatch(/<testsuites name="plant-store verify" tests="7" failures="1" errors="1"/)
  expect(contents).toMatch(/<testsuite .+ skipped="2"/)
})

test('JSON is the result of the function in code, without control characters', () => {
  expect(JSON.parse(formats.json(judgment))).toEqual(judgment.data)
  expect(formats.json(judgment)).not.toMatch(steering)
})

test('Markdown has the findings with their commands, and everything else collapsed', () => {
  const text = formats.markdown(judgment)
  expect(text).toMatch(
    /^## plant-store verify: ❌ Rules are broken\n\nhttp:\/\/127\.0\.0\.1:8080: 2 rules kept/,
  )
  expect(text).toContain('\n\n### ❌ created-is-200\n\nA valid NewPlant')
  expect(text).toMatch(
    /\n````console\n\$ curl -i -X POST .+\n→ 500 text\/html .+\n````\n[\s\S]+\n```sh\nnpx --no plant-store verify .+\n```\n/,
  )
  expect(text).toContain('<details><summary>⚪ 1 not judged</summary>\n\n| case | result | tries |')
  expect(text).toContain('<details><summary>Left open by the specification (1)</summary>')
  expect(text).not.toMatch(steering)
  const outside = text.replaceAll(/^(`{3,})[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/(?<!\\)<script/)
})

test('annotations are errors for failures and warnings for the rest', () => {
  const lines = toAnnotations({ ...judgment, unjudged: { kind: 'stopped', message: '50%\nover' } })
    .trim()
    .split('\n')
  expect(
    lines.map((line) => line.replace(/::.*?(?:::|$).*/, '') + (/^::\w+ title=[^:]+/.exec(line)?.[0] ?? '')),
  ).toEqual([
    '::error title=plant-store verify',
    '::error title=plant-store verify%3A created-is-200',
    '::warning title=plant-store verify%3A plant-has-no-id',
    '::warning title=plant-store verify%3A large-body',
    '::warning title=plant-store verify%3A Baseline entries that no longer fail',
  ])
  expect(lines.join('\n')).not.toMatch(steering)
  expect(lines[0]).toBe('::error title=plant-store verify::50%25%0Aover')
})
