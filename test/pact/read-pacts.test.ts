import { expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import type { PactInteraction } from '../../src/pact/file/pact-interaction.ts'
import { readPacts } from '../../src/pact/file/read-pacts.ts'
import { checkPact } from '../../src/pact/pact.ts'
import { createFolder } from '../tools/folder.ts'
import { writeInteraction, writePact } from './written-pact.ts'

const parse = (value: unknown): PactInteraction | undefined =>
  readPacts([JSON.parse(JSON.stringify(value))]).pacts[0]?.interactions[0]
const parseOne = (difference: object): PactInteraction | undefined =>
  parse(writePact([{ ...writeInteraction(), ...difference }]))

// files/ has broken files, too.
test.each<[problem: string, value: unknown]>([
  ["isn't a pact: the pact must be an object, got an array", []],
  ['isn\'t a pact: provider.name must be a name, got ""', { ...writePact([]), provider: { name: '' } }],
  ["isn't a pact: messages[0] must be an object, got null", { ...writePact([]), messages: [null] }],
  ['has no interactions', { ...writePact([]), interactions: undefined }],
])('a pact is broken if it %s', (problem, value) => {
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ name: 'PactFileError', message: `the pact ${problem}` }),
  )
  expect(() => checkPact([])).toThrow('there are no pacts')
})

test.each<[what: string, difference: object, read: object]>([
  ['no states', { providerStates: null }, { states: [] }],
  ['no request', { request: null }, { request: expect.objectContaining({ body: undefined }) }],
  ['no response', { response: null }, { response: expect.objectContaining({ status: 200 }) }],
])('null means %s', (_what, difference, read) => {
  expect(parseOne(difference)).toMatchObject(read)
})

test('interactions that are no requests over HTTP, or need a plugin, are skipped with a note; the rest of the file is judged', () => {
  const pluginConfiguration = { protobuf: {} }
  const skipped: [kind: string, difference: object][] = [
    ['is of the kind Asynchronous/Messages', { type: 'Asynchronous/Messages' }],
    ['is of the kind Synchronous/Messages', { type: 'Synchronous/Messages', response: [{ contents: {} }] }],
    ['needs the plugin protobuf', { type: 'Synchronous/Messages', response: [{}], pluginConfiguration }],
    ['needs the plugin protobuf', { pluginConfiguration }],
  ]
  const metadata = {
    pactSpecification: { version: '4.0' },
    plugins: [{ name: 'protobuf', version: '0.3.0' }],
  }
  const others = skipped.map(([, difference], at) => ({
    ...writeInteraction(),
    ...difference,
    description: `${at}`,
  }))
  const { cases, outcome } = checkPact(writePact([...others, writeInteraction()], { metadata }))
  expect(cases.at(-1)).toMatchObject({ status: 'passed', findings: [] })
  for (const [at, [kind]] of skipped.entries()) {
    const isOther = kind.startsWith('is') ? ', and a description has only requests over HTTP' : ''
    const problem = `the interaction ${kind}${isOther}`
    const place = `/interactions/${at}`
    expect(cases[at]).toMatchObject({
      status: 'skipped',
      reason: problem,
      findings: [{ kind: 'note', place, exchanges: [], problem: `${place}: ${problem}` }],
    })
  }
  expect(outcome).toBe('passed')
})

test('a pact with nothing but messages is not checked', () => {
  const message = writeInteraction({ type: 'Asynchronous/Messages' })
  expect(() => checkPact(writePact([message]))).toThrow('no interaction is a request over HTTP')
})

test('a folder is read like its *.json', () => {
  using folder = createFolder({
    'a.json': stringifyExactJson(writePact([writeInteraction()])),
    'b.json': stringifyExactJson(writePact([writeInteraction({ description: 'another' })])),
    'notes.txt': 'no pact',
    'inner/c.json': 'no pact',
  })
  const { cases, outcome } = checkPact([folder.path, folder.file('*.json')])
  expect(cases.map(({ pact }) => pact)).toEqual(['a.json', 'b.json'].map((name) => folder.file(name)))
  expect(outcome).toBe('passed')
})
