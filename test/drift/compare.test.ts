import { expect, test } from 'vitest'
import { compareAnswers } from '../../src/drift/compare.ts'
import { toForm } from '../../src/drift/read-answer.ts'
import { toRequest } from '../http/requests.ts'
import { type TestAnswer, toExchange } from './fake-service.ts'

const request = toRequest('http://a', { pieces: [Buffer.from('{"id":7,"name":"Fern"}')] })
const head = toRequest('http://a', { method: 'HEAD' })
const mask = (text: string) => text.replaceAll('secret', '***')

const no = (members: object = {}, more: TestAnswer = {}): TestAnswer => ({
  status: 400,
  body: { error: 1, message: 'no', ...members },
  ...more,
})
const withHeaders = (headers: Record<string, string>): TestAnswer => no({}, { headers })
const text = (body: string): TestAnswer => ({ status: 400, body })

test.each<[ours: TestAnswer, theirs: TestAnswer, problems: string[], stable?: string[]]>([
  [no(), no(), []],
  [no(), { ...no(), status: 404 }, ['the status is 404, and 400 from the fake']],
  [no(), { failure: 'it hung' }, ['there is no answer: it hung'], ['there is no answer']],
  [{ failure: 'it hung' }, no(), ['there is no answer from the fake']],
  [{ failure: 'one' }, { failure: 'other' }, []],
  // Headers
  [withHeaders({ allow: 'GET , POST' }), withHeaders({ allow: 'POST,GET' }), []],
  [
    withHeaders({ 'content-type': 'Text/Plain ; Charset=UTF-8' }),
    withHeaders({ 'content-type': 'text/plain;charset=utf-8' }),
    [],
  ],
  [withHeaders({ server: 'a' }), withHeaders({ server: 'b' }), []],
  [withHeaders({ allow: 'GET' }), no(), ['the header allow is nothing, and "GET" from the fake']],
  [
    no(),
    withHeaders({ 'accept-encoding': 'gzip' }),
    ['the header accept-encoding is "gzip", and nothing from the fake'],
  ],
  [
    no(),
    withHeaders({ 'content-type': 'a/b' }),
    ['the header content-type is "a/b", and "application/json" from the fake'],
  ],
  [
    withHeaders({ 'retry-after': '1' }),
    withHeaders({ 'retry-after': '2' }),
    ['the header retry-after is "2", and "1" from the fake'],
    ['the header retry-after is …, and … from the fake'],
  ],
  [
    no(),
    withHeaders({ 'www-authenticate': 'secret' }),
    ['the header www-authenticate is "***", and nothing from the fake'],
    ['the header www-authenticate is …, and nothing from the fake'],
  ],
  // Bodies that are no objects
  [text(''), text(''), []],
  [text('a'), text('b'), []],
  [text(''), text('b'), ['the body is a text, and that of the fake is empty']],
  [text('[1]'), text('[1,null,1]'), ['the body is [null|number], and that of the fake is [number]']],
  [
    text('{"a":[{"b":9007199254740993}]}'),
    text('[true]'),
    ['the body is [boolean], and that of the fake is { a: [{ b: number }] }'],
  ],
  // Members
  [no({ error: 1 }), no({ error: 2 }), ['error is 2, and 1 from the fake']],
  [no({ message: 'one' }), no({ message: 'other' }), []],
  [no({ message: 'one' }), no({ message: 5 }), ['message is number, and string from the fake']],
  [
    no({ message: 'pinned 7' }),
    no({ message: 'secret' }),
    ['message is "***", and "pinned 7" from the fake'],
    ['message is …, and … from the fake'],
  ],
  [
    no({ message: 'pinned {id}' }),
    no({ message: 'other' }),
    ['message is "other", and "pinned {id}" from the fake'],
    ['message is …, and … from the fake'],
  ],
  [no({ a: 1 }), no(), ['the body has no member a, unlike that of the fake']],
  [no(), no({ a: null }), ['the body has a member a, unlike that of the fake']],
  [no({ a: { b: 1, c: 'x' } }), no({ a: { c: 'y', b: 2 } }), []],
  [
    no({ error: 1, a: 1 }),
    no({ error: 2, a: '1' }),
    ['error is 2, and 1 from the fake', 'a is string, and number from the fake'],
  ],
  [
    { body: { name: 'Fern', tag: 'a' } },
    { body: { name: 'Fern', tag: 'b' } },
    ['tag is "b", and "a" from the fake'],
    ['tag is …, and … from the fake'],
  ],
  [
    { body: { name: 'Fern' } },
    { body: { name: 'Moss' } },
    ['name is "Moss", and "Fern" from the fake'],
    ['name is …, and … from the fake'],
  ],
  [{ body: { error: 1, message: 'pinned {id}' } }, { body: { error: 2, message: 'b' } }, []],
])('of the fake %j, of the service %j: %j', (ours, theirs, problems, stable = problems) => {
  const options = { pinned: ['pinned {id}'], mask }
  const found = compareAnswers(toExchange(request, ours), toExchange(request, theirs), options)
  expect(found).toEqual(problems.map((problem, index) => ({ problem, stable: stable[index] })))
})

test('the body of an answer to HEAD is not compared', () => {
  const found = compareAnswers(toExchange(head, no()), toExchange(head, text('x')), { pinned: [], mask })
  expect(found.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^the header content-type/)])
})

test.each<[answer: TestAnswer, form: string]>([
  [no({ message: 'plant 12 or -3 or ABCDEF-123: bad' }), '400 1 plant # or # or #: #'],
  [text('x'), '400  un#ined'],
  [{ failure: 'it hung' }, '  un#ined'],
])('the form of %j is %j', (answer, form) => {
  expect(toForm(toExchange(request, answer))).toBe(form)
})
