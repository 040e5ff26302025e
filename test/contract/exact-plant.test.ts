import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactPlant } from '../../src/contract/exact-plant.ts'
import { parseExactJson } from '../../src/json/exact-json.ts'

const names = ['id', 'name', 'tag']

test.each<[text: string, value: unknown]>([
  ['{"id":9007199254740993}', { id: 9007199254740993n }],
  ['{"id":1,"id":9007199254740993}', { id: 9007199254740993n }],
  ['{"id":9007199254740993,"id":2}', { id: 2 }],
  ['{"id":9007199254740993,"id":"9007199254740993"}', { id: '9007199254740993' }],
  ['{"\\u0069d":9007199254740993}', { id: 9007199254740993n }],
  ['{"x":{"id":9007199254740993},"id":1.5}', { x: { id: 9007199254740992 }, id: 1.5 }],
  ['{"x":"\\"id\\":5","id" : 9007199254740993 }', { x: '"id":5', id: 9007199254740993n }],
  ['{"x":"\\\\","id":9007199254740990.6}', { x: '\\', id: Number.NaN }],
  ['{"id":1e-400,"name":1e400}', { id: Number.NaN, name: Infinity }],
  ['{"x":":7","id" :\n1e3,"name": "5"}', { x: ':7', id: 1000, name: '5' }],
  ['{"other":9007199254740993}', { other: 9007199254740992 }],
  ['9007199254740993', 9007199254740993n],
  ['[9007199254740993]', [9007199254740992]],
  ['{"x":[1e3,{"id":5}],"id":9007199254740993}', { x: [1000, { id: 5 }], id: 9007199254740993n }],
  ['{"id":9007199254740993,"name":"Aloe"}', { id: 9007199254740993n, name: 'Aloe' }],
  ['{"id":9007199254740993,"name":"9007199254740993"}', { id: 9007199254740993n, name: '9007199254740993' }],
  ['{"id":9007199254740993,"name":9007199254740993}', { id: 9007199254740993n, name: 9007199254740993n }],
  ['{"id":9007199254740993,"\\u0069d":\n7}', { id: 7 }],
  ['{"id":9007199254740993,"x":{"id":5}}', { id: 9007199254740993n, x: { id: 5 } }],
  ['{"id":9007199254740993.5}', { id: Number.NaN }],
  ['{"id":9007199254740993e1}', { id: 90071992547409930n }],
])('%s is exact in the members of a plant', (text, value) => {
  expect(parseExactPlant(text)).toStrictEqual(value)
})

test('members of a plant have the same values as with parseExactJson', () => {
  const literals = fc.oneof(
    fc.integer().map(String),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('7e6', '9007199254740993.0', '9007199254740993.5', '1e-400', '1e400', '-0'),
    fc.json(),
  )
  const member = fc.tuple(fc.constantFrom('id', 'name', 'tag', 'x', '\\"id'), literals)
  fc.assert(
    fc.property(fc.array(member), (members) => {
      const text = `{${members.map(([name, literal]) => `"${name}": ${literal}`).join(', ')}}`
      const parsed = parseExactPlant(text) as Record<string, unknown>
      const exact = parseExactJson(text) as Record<string, unknown>
      for (const name of names) {
        if (typeof exact[name] !== 'object') expect(parsed[name]).toStrictEqual(exact[name])
      }
    }),
  )
})
