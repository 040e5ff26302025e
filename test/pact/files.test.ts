import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkPact } from '../../src/pact/pact.ts'

/** The deserved findings of each interaction, by file and description; and why other files are broken. */
interface Verdicts {
  verdicts: Record<string, Record<string, string[]>>
  broken: Record<string, string>
}

// Files are named after the library that writes such files.
const folder = fileURLToPath(new URL('files/', import.meta.url))
const { verdicts, broken }: Verdicts = JSON.parse(
  readFileSync(new URL('verdicts.json', import.meta.url), 'utf8'),
)
const report = checkPact(Object.keys(verdicts).map((file) => folder + file))
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
  const found = result?.findings.map(({ kind, place = '' }) => {
    expect(`${place}/`).toContain(`/${list}/${index}/`)
    return [kind, place.split('/').slice(3).join('/')].filter(Boolean).join(' ')
  })
  expect(found).toEqual(verdicts[file]?.[description])
})

test.each(Object.entries(broken))('%s is broken, and the message says where', (name, problem) => {
  expect(() => checkPact(folder + name)).toThrow(`${folder}${name} ${problem}`)
})
