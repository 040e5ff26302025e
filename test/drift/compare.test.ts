import { expect, test } from 'vitest'
import { compareAnswers } from '../../src/drift/compare.ts'
import { toForm } from '../../src/drift/read-answer.ts'
import { toRequest } from '../http/requests.ts'
import { type TestAnswer, toExchange } from './fake-service.ts'

const request = toRequest('http://a', { pieces: [Buffer.from('{"id":7,"name":"Fern"}')] })
const mask = (text: string) => text.replaceAll('secret', '***')

const no = (members: object = {}): TestAnswer => ({
  status: 400,
  body: { error: 1, message: 'no', ...members },
})
const withHeaders = (headers: Record<string, string>): TestAnswer => ({ ...no(), headers })
const text = (body: string): TestAnswer => ({ status: 400, body })
const taken = (body: object): TestAnswer => ({ body })

const pairs: readonly (readonly [ours: TestAnswer, theirs: TestAnswer])[] = [
  [no(), no()],
  [no(), { ...no(), status: 404 }],
  [no(), { failure: 'it hung' }],
  [{ failure: 'it hung' }, no()],
  [{ failure: 'one' }, { failure: 'other' }],
  [withHeaders({ allow: 'GET , POST' }), withHeaders({ allow: 'POST,GET' })],
  [withHeaders({ 'content-type': 'A/b ; C=D' }), withHeaders({ 'content-type': 'a/b;c=d' })],
  [withHeaders({ server: 'a' }), withHeaders({ server: 'b' })],
  [withHeaders({ allow: 'GET' }), no()],
  [no(), withHeaders({ 'accept-encoding': 'gzip' })],
  [no(), withHeaders({ 'content-type': 'a/b' })],
  [withHeaders({ 'retry-after': '1' }), withHeaders({ 'retry-after': '2' })],
  [no(), withHeaders({ 'www-authenticate': 'secret' })],
  [text(''), text('')],
  [text('a'), text('b')],
  [text(''), text('b')],
  [text('[1]'), text('[1,null,1]')],
  [text('{"a":[{"b":9007199254740993}]}'), text('[true]')],
  [no(), no({ error: 2 })],
  [no({ message: 'one' }), no({ message: 'other' })],
  [no({ message: 'one' }), no({ message: 5 })],
  [no({ message: 'pinned 7' }), no({ message: 'secret' })],
  [no({ message: 'pinned {id}' }), no({ message: 'other' })],
  [
    { status: 404, body: { detail: 'pinned 7', at: 'a' } },
    { status: 404, body: { detail: 'other', at: 'b' } },
  ],
  [no({ a: 1 }), no()],
  [no(), no({ a: null })],
  [no({ a: { b: 1, c: 'x' } }), no({ a: { c: 'y', b: 2 } })],
  [no({ a: 1 }), no({ error: 2, a: '1' })],
  [taken({ name: 'Fern', tag: 'a' }), taken({ name: 'Fern', tag: 'b' })],
  [taken({ name: 'Fern' }), taken({ name: 'Moss' })],
  [taken({ error: 1, message: 'pinned {id}' }), taken({ error: 2, message: 'b' })],
]

test('answers of a fake and of a service differ as recorded', async () => {
  const lines = [request, { ...request, method: 'HEAD' }].flatMap((asked) =>
    (asked === request ? pairs : pairs.slice(-2)).flatMap(([ours, theirs]) => {
      const options = { pinned: ['pinned {id}'], mask }
      const found = compareAnswers(toExchange(asked, ours), toExchange(asked, theirs), options)
      const shown = found.map(
        ({ problem, stable }) => `  ${problem}${problem === stable ? '' : ` (${stable})`}`,
      )
      return [`${asked.method} ${JSON.stringify(ours)} ${JSON.stringify(theirs)}`, ...shown]
    }),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/differences.txt')
})

test('refusals that differ only in numbers have one form', () => {
  const forms = ['plant 12 or -3 or ABCDEF-123', 'plant 7 or -1000 or abcdef'].map((message) =>
    toForm(toExchange(request, no({ message }))),
  )
  expect(forms).toEqual(Array(2).fill('400 1 plant # or # or #'))
})
