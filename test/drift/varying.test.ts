import { describe, expect, test } from 'vitest'
import { hideMarks, matchesMarks, withMarks, withoutMarks } from '../../src/drift/marks.ts'
import { readSentId, unifyTexts, withPlaceholders } from '../../src/drift/varying.ts'
import { toRequest } from '../http/requests.ts'
import { toExchange } from './fake-service.ts'

const [uuid, other] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
const now = new Date()

test.each<[title: string, values: unknown[], learned: unknown]>([
  ['the same text', ['no plant', 'no plant'], 'no plant'],
  ['a UUID, even if it is the same', [`request ${uuid}`, `request ${uuid}`], 'request {uuid}'],
  ['two UUIDs', [uuid, other], '{uuid}'],
  ['a time of today', [`at ${now.toISOString()}`], 'at {now}'],
  ['a date of HTTP', [now.toUTCString()], '{date}'],
  ['a time that is data', ['since 2001-02-03T04:05:06Z'], 'since 2001-02-03T04:05:06Z'],
  ['numbers', [7, 8.5], '{number}'],
  ['the same number', [7, 7], 7],
  ['numbers that are texts', ['7', '8.5'], '{digits}'],
  ['numbers in texts', ['7 plants', '8 plants'], '{number} plants'],
  ['words in texts', ['no Fern here', 'no Moss here'], 'no {random} here'],
  ['texts of other forms', ['a-b', 'ab'], '{random}'],
  ['Base64 in a text', ['key="a+b/c4"', 'key="d/ef"'], 'key="{random}"'],
  ['Base64 with the same signs', ['no k/a+b=', 'no l/c+d='], 'no {random}'],
  [
    'lists',
    [
      [1, 'a'],
      [1, 'b'],
    ],
    [1, '{random}'],
  ],
  ['lists of other lengths', [[1], [1, 2]], [1]],
  [
    'members',
    [
      { a: uuid, b: null },
      { a: other, b: null },
    ],
    { a: '{uuid}', b: null },
  ],
])('%s', (_, values, learned) => {
  expect(withPlaceholders(values)).toEqual(learned)
  const marked = withMarks(learned)
  if (typeof learned === 'string') for (const value of values) expect(matchesMarks(marked, value)).toBe(true)
  expect(JSON.stringify(withoutMarks(marked))).not.toMatch(/\{(?:uuid|now|date|number|digits|random)\}|<any/)
})

describe('a mark', () => {
  test.each<[ours: unknown, theirs: unknown, matches: boolean]>([
    ['plant (1)', 'plant (1)', true],
    ['plant <any:uuid>', `plant ${uuid}`, true],
    ['plant <any:uuid>', 'plant 7', false],
    ['plant. <any:number>', 'plant! 7', false],
    ['<any:number>', 7.5, true],
    [undefined, undefined, true],
    [7, 8, false],
  ])('%j is %j: %j', (ours, theirs, matches) => expect(matchesMarks(ours, theirs)).toBe(matches))

  test('is hidden from readers', () => expect(hideMarks('plant <any:uuid> <b>')).toBe('plant … <b>'))
})

test.each([
  [['the name is Fern', 'the name is Moss'], 'the name is …'],
  [['a 7 c', 'a 8 c'], 'a … c'],
  [['a b-c d', 'a b d'], 'a …'],
  [[`a ${uuid} b`], 'a … b'],
])('%j share %j', (texts, shared) => expect(unifyTexts(texts)).toBe(shared))

test.each([
  ['{"id":7,"name":"a"}', '7'],
  ['\ufeff{"name":"a","id" : -9223372036854775808 }', '-9223372036854775808'],
  ['{"\\u0069d":9007199254740993.0}', '9007199254740993'],
  ['{"id":7e3}', '7000'],
  ['{"id":1.5}', undefined],
  ['{"id":[]}', undefined],
  ['', undefined],
])('the body %s sends the id %s', (body, id) => {
  const request = toRequest('http://a', { pieces: [Buffer.from(body)] })
  expect(readSentId(toExchange(request, {}))).toBe(id)
})
