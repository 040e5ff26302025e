import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { parsePact } from '../../src/pact/file/read-pact.ts'
import { checkPact } from '../../src/pact/pact.ts'
import { verifyFiles } from './verify-files.ts'

/** The deserved findings of each interaction, by file and description; and why other files are broken. */
interface Verdicts {
  verdicts: Record<string, Record<string, string[]>>
  broken: Record<string, string>
}

// Files are named after the library that writes such files.
const folder = new URL('files/', import.meta.url).pathname
const { verdicts, broken }: Verdicts = JSON.parse(
  readFileSync(new URL('verdicts.json', import.meta.url), 'utf8'),
)
const report = await checkPact(`${folder}*.json`)
const interactions = Object.entries(verdicts).flatMap(([file, all]) =>
  Object.keys(all).map((description, index) => ({ file, description, index })),
)

test('every interaction has a verdict, and every library and version has a file', () => {
  expect(Object.keys({ ...verdicts, ...broken }).toSorted()).toEqual(readdirSync(folder).toSorted())
  const checked = report.cases.flatMap(({ pact, description }) =>
    pact === undefined ? [] : [[basename(pact), description]],
  )
  const judged = interactions.map(({ file, description }) => [file, description])
  expect(checked.toSorted()).toEqual(judged.toSorted())
  const writers = ['ruby 1 2 4', 'jvm 1 2 3 4', 'python 2 3 4', 'go 2 3 4', 'js 2 3 4'].flatMap((writer) => {
    const [name, ...versions] = writer.split(' ')
    return versions.map((version) => `pact-${name}-v${version}.json`)
  })
  expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(writers))
})

test.each(interactions)('$file: $description', ({ file, description, index }) => {
  const result = report.cases.find(
    ({ pact = '', description: of }) => basename(pact) === file && of === description,
  )
  const list = file.includes('message') ? 'messages' : 'interactions'
  const found = result?.findings.map(({ kind, place = '', rule }) => {
    expect(`${place}/`).toContain(`/${list}/${index}/`)
    return [kind, place.split('/').slice(3).join('/'), rule].filter(Boolean).join(' ')
  })
  expect(found).toEqual(verdicts[file]?.[description])
})

test('broken files are named with the position, and the results of the others are kept', () => {
  const expected = Object.entries(broken).map(([name, problem]) => `${folder}${name} ${problem}`)
  expect(report.broken.toSorted()).toEqual(expected.toSorted())
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
  const pacts = files.map((file) => parsePact(readFileSync(file), file))
  const read = pacts.flatMap(({ interactions }) => interactions)
  const documents = pacts.flatMap(({ document: { interactions = [], messages = [] } }) => [
    ...interactions,
    ...messages,
  ]) as { request?: { generators?: { body?: object } } }[]
  const toSent = ({ otherKind, request }: (typeof read)[number]): string =>
    otherKind === undefined ? (request.body?.text ?? '') : ''
  const bodies = read.map((interaction, index) => {
    const generators = documents[index]?.request?.generators?.body ?? {}
    const generated = Object.keys(generators).map((path) => /(\w+)['\]]*$/.exec(path)?.[1] ?? '')
    return [toSent(interaction), sent[index]?.findings[0]?.exchanges[0]?.request.body ?? ''].map((text) =>
      toComparable(text, generated),
    )
  })
  expect(bodies.map(([, body]) => body)).toEqual(bodies.map(([body]) => body))
})
