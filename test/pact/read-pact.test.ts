import { expect, test } from 'vitest'
import type { PactInteraction } from '../../src/pact/file/pact-interaction.ts'
import { parsePact } from '../../src/pact/file/read-pact.ts'
import { checkPact } from '../../src/pact/pact.ts'
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
  await expect(checkPact()).rejects.toThrow('there are no pacts')
})

test.each<[what: string, difference: object, read: object]>([
  ['no states', { providerStates: null }, { states: [] }],
  [
    'no request',
    { request: null },
    { request: expect.objectContaining({ method: 'GET', path: '/', query: [] }) },
  ],
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
  ['a method in small letters', { request: { method: 'put' } }, { method: 'PUT' }],
  ['a query as a text', { request: { query: 'a=1&b=%20' } }, { query: ['a', 'b'] }],
  ['a query as an object', { request: { query: { a: ['1'], b: ['2'] } } }, { query: ['a', 'b'] }],
  [
    'headers of any type',
    { request: { headers: { Accept: ['a', 'b'], X: 5 } } },
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

test.each([
  ['Asynchronous/Messages', 'an asynchronous message'],
  ['Synchronous/Messages', 'a synchronous message'],
  ['Carrier/Pigeon', 'of the kind Carrier/Pigeon'],
  [undefined, 'of no kind'],
  ['Synchronous/HTTP', undefined],
])('an interaction of the type %s is %s', async (type, kind) => {
  expect(parseOne({ type })?.otherKind).toBe(kind)
  const { cases: interactions } = await checkPact(writePact([{ ...writeInteraction(), type }]))
  expect(interactions[0]?.findings).toEqual(
    kind === undefined
      ? []
      : [
          {
            kind: 'error',
            place: '/interactions/0',
            problem: `/interactions/0: the interaction is ${kind}, and the specification has only requests over HTTP`,
            exchanges: [],
          },
        ],
  )
})
