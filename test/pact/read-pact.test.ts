import { expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import type { PactInteraction } from '../../src/pact/file/pact-interaction.ts'
import { parsePact, toPattern } from '../../src/pact/file/read-pact.ts'
import { checkPact } from '../../src/pact/pact.ts'
import { createFolder } from '../tools/folder.ts'
import { writeInteraction, writePact } from './written-pact.ts'

const parse = (value: unknown): PactInteraction | undefined =>
  parsePact(JSON.stringify(value), 'x.json').interactions[0]
const parseOne = (difference: object): PactInteraction | undefined =>
  parse(writePact([{ ...writeInteraction(), ...difference }]))

const withOne = (difference: object): object =>
  writePact([writeInteraction(), { ...writeInteraction(), ...difference }])

test.each<[problem: string, value: unknown]>([
  ['the pact must be an object, got an array', []],
  ['consumer.name is missing', { ...writePact([]), consumer: {} }],
  ['consumer must be an object, got "shop"', { ...writePact([]), consumer: 'shop' }],
  ['provider.name must be a name, got ""', { ...writePact([]), provider: { name: '' } }],
  ['interactions must be an array, got an object', { ...writePact([]), interactions: {} }],
  ['messages must be an array, got "none"', { ...writePact([]), messages: 'none' }],
  ['messages[0] must be an object, got null', { ...writePact([]), messages: [null] }],
  ['interactions[1].providerStates must be an array, got an object', withOne({ providerStates: {} })],
  [
    'interactions[1].providerStates[1] must be an object, got "open"',
    withOne({ providerStates: [{}, 'open'] }),
  ],
  ['interactions[1].type must be a string, got 5', withOne({ type: 5 })],
  ['interactions[1].description must be a string, got null', withOne({ description: null })],
  ['interactions[1].request must be an object, got an array', withOne({ request: [] })],
  ['interactions[1].response must be an object or an array, got "none"', withOne({ response: 'none' })],
  ['interactions[1].request.headers must be an object, got an array', withOne({ request: { headers: [] } })],
  ['interactions[1].response.status must be an integer, got 200.5', withOne({ response: { status: 200.5 } })],
  ['interactions[1].request.method must be a string, got 5', withOne({ request: { method: 5 } })],
  ['interactions[1].request.path must be a string, got an object', withOne({ request: { path: {} } })],
])('a pact is broken if %s', (problem, value) => {
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ name: 'PactFileError', message: `x.json isn't a pact: ${problem}` }),
  )
})

test('a pact without interactions is broken', async () => {
  for (const interactions of [[], undefined])
    expect(() => parse({ ...writePact([]), interactions })).toThrow('x.json has no interactions')
  await expect(checkPact([])).rejects.toThrow('there are no pacts')
})

test.each<[what: string, difference: object, read: object]>([
  ['no states', { providerStates: null }, { states: [] }],
  ['no request', { request: null }, { request: expect.objectContaining({ method: 'GET', path: '/' }) }],
  ['no response', { response: null }, { response: expect.objectContaining({ status: 200 }) }],
  [
    'no headers',
    { request: { headers: null } },
    { request: expect.objectContaining({ headers: new Map() }) },
  ],
])('null means %s', (_what, difference, read) => {
  expect(parseOne(difference)).toMatchObject(read)
})

test.each<[what: string, difference: object, read: object]>([
  ['a method in small letters', { request: { path: '/', method: 'put' } }, { method: 'PUT' }],
  [
    'headers of any type',
    { request: { path: '/', headers: { Accept: ['a', 'b'], X: 5 } } },
    {
      headers: new Map([
        ['accept', 'a, b'],
        ['x', '5'],
      ]),
    },
  ],
])('%s is read', (_what, difference, read) => {
  expect(parseOne(difference)?.request).toMatchObject(read)
})

test('interactions that are no requests over HTTP, or need a plugin, are skipped with a note; the rest of the file is judged', async () => {
  const pluginConfiguration = { protobuf: {} }
  const skipped: [kind: string, difference: object][] = [
    ['is an asynchronous message', { type: 'Asynchronous/Messages' }],
    ['is a synchronous message', { type: 'Synchronous/Messages', response: [{ contents: {} }] }],
    ['needs the plugin protobuf', { type: 'Synchronous/Messages', response: [{}], pluginConfiguration }],
    ['needs the plugin protobuf', { pluginConfiguration }],
    ['is of the kind Carrier/Pigeon', { type: 'Carrier/Pigeon' }],
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
  const { cases, outcome } = await checkPact(writePact([...others, writeInteraction()], { metadata }))
  expect(cases.at(-1)).toMatchObject({ status: 'passed', findings: [] })
  for (const [at, [kind]] of skipped.entries()) {
    const isOther = kind.startsWith('is') ? ', and the specification has only requests over HTTP' : ''
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

test('a pact with nothing but messages is not checked', async () => {
  const message = writeInteraction({ type: 'Asynchronous/Messages' })
  await expect(checkPact(writePact([message]))).rejects.toThrow('no interaction is a request over HTTP')
})

test('a folder is read like its *.json, and a file that several patterns cover is read once', async () => {
  using folder = createFolder({
    'a.json': stringifyExactJson(writePact([writeInteraction()])),
    'b.json': stringifyExactJson(writePact([writeInteraction({ description: 'another' })])),
    'notes.txt': 'no pact',
    'inner/c.json': 'no pact',
  })
  const names = [folder.path, folder.file('*.json'), folder.file('a.json'), `${folder.path}/inner/../b.json`]
  const { cases, outcome } = await checkPact(names)
  expect(cases.map(({ pact }) => pact)).toEqual(['a.json', 'b.json'].map((name) => folder.file(name)))
  expect(outcome).toBe('passed')
})

test.each([
  ['pacts\\*.json', '\\', 'pacts/*.json'],
  ['C:\\shop\\pacts\\a.json', '\\', 'C:/shop/pacts/a.json'],
  ['pacts/\\[a].json', '/', 'pacts/\\[a].json'],
])('the pattern %s, where folders are separated by %s, is %s', (name, separator, pattern) =>
  expect(toPattern(name, separator)).toBe(pattern),
)
