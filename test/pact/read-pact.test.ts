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

test.each<[problem: string, value: unknown]>([
  ["it isn't an object", []],
  ['it has no consumer with a name', { ...writePact([]), consumer: {} }],
  ['it has no consumer with a name', { ...writePact([]), consumer: 'shop' }],
  ['it has no provider with a name', { ...writePact([]), provider: { name: '' } }],
  ['it has no interactions', { ...writePact([]), interactions: undefined }],
  ["its interactions aren't a list", { ...writePact([]), interactions: {} }],
  ["its messages aren't a list", { ...writePact([]), messages: 'none' }],
  ["messages[0] isn't an object", { ...writePact([]), messages: [null] }],
])('a pact is broken if %s', (problem, value) => {
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ name: 'PactFileError', message: `x.json isn't a pact: ${problem}` }),
  )
})

test.each<[problem: string, difference: object]>([
  [".providerStates isn't a list of objects", { providerStates: {} }],
  [".providerStates isn't a list of objects", { providerStates: [{}, 'open'] }],
  [".type isn't a string", { type: 5 }],
  [".description isn't a string", { description: null }],
  [".request isn't an object", { request: [] }],
  [".response isn't an object", { response: 'none' }],
  [".request.headers isn't an object", { request: { headers: [] } }],
  [".response.status isn't an integer", { response: { status: 200.5 } }],
  [".request.method isn't a string", { request: { method: 5 } }],
  [".request.path isn't a string", { request: { path: {} } }],
])('a pact is broken if it has an interaction that is wrong: %s', (problem, difference) => {
  expect(() => parse(writePact([writeInteraction(), { ...writeInteraction(), ...difference }]))).toThrow(
    `interactions[1]${problem}`,
  )
})

test('a pact without interactions is broken', async () => {
  expect(() => parse(writePact([]))).toThrow('x.json has no interactions')
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

const ofGrpc = { pluginConfiguration: { protobuf: {} } }
test.each<[kind: string | undefined, difference: object]>([
  [undefined, { type: 'Synchronous/HTTP' }],
  ['note is an asynchronous message', { type: 'Asynchronous/Messages' }],
  ['note is a synchronous message', { type: 'Synchronous/Messages', response: [{ contents: {} }] }],
  ['note needs the plugin protobuf', { type: 'Synchronous/Messages', response: [{}], ...ofGrpc }],
  ['note needs the plugin protobuf', ofGrpc],
  ['error is of the kind Carrier/Pigeon', { type: 'Carrier/Pigeon' }],
  ['error is of no kind', { type: undefined }],
  ['error has no path', { request: { method: 'POST' } }],
])('an interaction gets: %s, if it has %j; the rest of the file is judged', async (kind, difference) => {
  const interaction = { ...writeInteraction(), ...difference, description: 'other' }
  const metadata = {
    pactSpecification: { version: '4.0' },
    plugins: [{ name: 'protobuf', version: '0.3.0' }],
  }
  const { cases, outcome } = await checkPact(writePact([interaction, writeInteraction()], { metadata }))
  expect(cases[1]).toMatchObject({ status: 'passed', findings: [] })
  const [word, ...name] = kind?.split(' ') ?? []
  const isOther = name[0] === 'is' ? ', and the specification has only requests over HTTP' : ''
  const problem = `/interactions/0: the interaction ${name.join(' ')}${isOther}`
  expect(cases[0]?.findings).toEqual(
    kind === undefined ? [] : [{ kind: word, place: '/interactions/0', problem, exchanges: [] }],
  )
  const status = kind === undefined ? 'passed' : word === 'note' ? 'skipped' : 'failed'
  expect([cases[0]?.status, outcome]).toEqual([status, status === 'failed' ? 'failed' : 'passed'])
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
