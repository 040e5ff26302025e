import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { parsePact } from '../../src/pact/file/read-pact.ts'
import { checkPact } from '../../src/pact/pact.ts'
import { verifyFiles } from './verify-files.ts'

const folder = new URL('files/', import.meta.url).pathname
const names = readdirSync(folder)

/** For each file, which is named after the library that writes such files: its findings, or why it is broken. */
const { verdicts, broken }: { verdicts: Record<string, string[]>; broken: Record<string, string> } =
  JSON.parse(readFileSync(new URL('verdicts.json', import.meta.url), 'utf8'))

const report = await checkPact(`${folder}*.json`)

test('every file has a verdict, and every library and version has files', () => {
  expect(Object.keys({ ...verdicts, ...broken }).toSorted()).toEqual(names.toSorted())
  const writers = new Set(Object.keys(verdicts).map((name) => /^pact-(\w+-v\d)-/.exec(name)?.[1]))
  const expected = ['ruby 1 2 4', 'jvm 1 2 3 4', 'python 2 3 4', 'go 2 3 4', 'js 2 3 4'].flatMap((writer) => {
    const [name, ...versions] = writer.split(' ')
    return versions.map((version) => `${name}-v${version}`)
  })
  expect([...writers].toSorted()).toEqual(expected.toSorted())
  expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(60)
})

test.each(Object.entries(verdicts))('%s', (name, expected) => {
  const found = report.interactions
    .filter(({ pact }) => basename(pact) === name)
    .flatMap(({ findings }) => findings)
    .map(({ severity, place, rule }) => [severity, place, rule?.id].filter(Boolean).join(' '))
  expect(found).toEqual(expected)
})

test('broken files are named with the position, and the results of the others are kept', () => {
  const expected = Object.entries(broken).map(([name, problem]) => `${folder}${name} ${problem}`)
  expect(report.broken.toSorted()).toEqual(expected.toSorted())
  const checked = new Set(report.interactions.map(({ pact }) => basename(pact)))
  expect([...checked].toSorted()).toEqual(Object.keys(verdicts).toSorted())
  expect(report.outcome).toBe('failed')
})

/** Reads a body without the members that a generator makes. */
function toComparable(text: string, generated: readonly string[]): unknown {
  if (text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    for (const name of generated) delete (value as Record<string, unknown>)[name]
    return value
  } catch {
    return { text }
  }
}

test("Pact's verifier sends what is checked", async () => {
  const files = Object.keys(verdicts).map((name) => `${folder}${name}`)
  const sent = await verifyFiles(files)
  const read = files.flatMap((file) =>
    parsePact(readFileSync(file, 'utf8').replace('\ufeff', ''), file).interactions.map((interaction) => ({
      name: basename(file),
      interaction,
      generated: [...interaction.request.matchers]
        .filter(([, matchers]) => matchers.some(({ isGenerator }) => isGenerator))
        .map(([member]) => member),
    })),
  )
  const bodies = sent.map(({ pact, body = '' }, index) => [
    basename(pact),
    toComparable(body, read[index]?.generated ?? []),
  ])
  expect(bodies).toEqual(
    read.map(({ name, interaction: { otherKind, request }, generated }) => [
      name,
      toComparable(otherKind === undefined ? (request.body?.text ?? '') : '', generated),
    ]),
  )
})
