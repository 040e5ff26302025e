import { expect, test } from 'vitest'
import { listEdges } from '../../src/contract/edges.ts'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { toSchema } from './describe-api.ts'

/** Shows the edges of a schema as `keyword: value`, without those of other types. */
function show(json: unknown, schemas = {}) {
  const { inside, outside } = listEdges(toSchema(json, schemas))
  const list = (edges: typeof inside): string[] =>
    edges
      .filter(({ keyword }) => keyword !== 'type')
      .map(({ keyword, value }) => `${keyword}: ${stringifyExactJson(value)}`)
  return { inside: list(inside), outside: list(outside) }
}

const text = JSON.stringify
const tables: [json: unknown, inside: string[], outside: string[]][] = [
  [{ type: 'integer', minimum: 1, maximum: 9 }, ['minimum: 1', 'maximum: 9'], ['minimum: 0', 'maximum: 10']],
  [{ type: 'integer', exclusiveMinimum: 1 }, ['exclusiveMinimum: 2'], ['exclusiveMinimum: 1']],
  [
    { type: 'integer', format: 'int64' },
    ['format: -9223372036854775808', 'format: 9223372036854775807', 'format: 9007199254740993'],
    ['format: -9223372036854775809', 'format: 9223372036854775808'],
  ],
  [
    { type: 'integer', maximum: 9007199254740993n },
    ['maximum: 9007199254740993'],
    ['maximum: 9007199254740994'],
  ],
  [{ type: 'integer', multipleOf: 5 }, [], ['multipleOf: 6']],
  [
    { type: 'string', minLength: 2, maxLength: 4 },
    ['minLength: "Te"', 'maxLength: "Test"'],
    ['minLength: "T"', 'maxLength: "Testt"'],
  ],
  [
    { type: 'string', pattern: '^[a-z]+$' },
    [],
    [
      'pattern: ""',
      'pattern: " "',
      'pattern: "~"',
      'pattern: "0"',
      'pattern: "AA"',
      'pattern: "aa "',
      'pattern: "aa\\n"',
    ],
  ],
  [
    { type: 'string', format: 'date' },
    [],
    ['format: "not a date"', 'format: "2031-02-30"', 'format: "2031-13-01"'],
  ],
  [{ enum: ['a', 'b'] }, ['enum: "a"', 'enum: "b"'], ['enum: "not a"', 'enum: "x"', 'enum: "A"']],
  [{ const: 5 }, ['const: 5'], ['const: 6']],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
    ['minItems: [1]', 'maxItems: [1,1]'],
    ['minItems: []', 'maxItems: [1,1,1]'],
  ],
  [{ type: 'array', items: { type: 'integer' }, uniqueItems: true }, [], ['uniqueItems: [1,1]']],
  [
    { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    ['maxLength: {"key1":"key"}'],
    ['maxLength: {"key1":"keyy"}'],
  ],
  [
    { type: 'object', required: ['a'], properties: { a: { const: 1 } }, additionalProperties: false },
    ['const: {"a":1}'],
    [
      'required: {}',
      'additionalProperties: {"a":1,"unknownProperty":1}',
      'additionalProperties: {"a":1,"A":1}',
      'const: {"a":2}',
    ],
  ],
  [
    {
      type: 'object',
      properties: { card: { const: 1 }, code: { type: 'integer', const: 2 } },
      dependentRequired: { card: ['code'] },
    },
    ['const: {"card":1,"code":2}'],
    ['dependentRequired: {"card":1}', 'const: {"card":2,"code":2}', 'const: {"card":1,"code":3}'],
  ],
  [
    {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'work' } },
      if: { properties: { kind: { const: 'work' } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      then: { required: ['client'] },
    },
    ['const: {"kind":"work","client":"client"}'],
    [
      'required: {"client":"client"}',
      'then: {"kind":"work"}',
      'const: {"kind":"not work","client":"client"}',
      'const: {"kind":"worx","client":"client"}',
      'const: {"kind":"WORK","client":"client"}',
    ],
  ],
  [
    {
      type: 'object',
      propertyNames: { pattern: '^[a-z]{2,9}$' },
      additionalProperties: { const: 1 },
    },
    ['const: {"key":1}'],
    [
      'propertyNames: {"key":1,"":1}',
      'propertyNames: {"key":1,"~":1}',
      'propertyNames: {"key":1,"A b":1}',
      `propertyNames: {"key":1,"${'x'.repeat(300)}":1}`,
      'const: {"key":2}',
    ],
  ],
  [
    { type: 'string', format: 'email', maxLength: 80 },
    [],
    ['format: "not a email"', 'format: "user@"', `maxLength: "user@example.co${'m'.repeat(66)}"`],
  ],
  [
    { type: 'object', properties: { a: { const: 1 } }, maxProperties: 2 },
    ['const: {"a":1}'],
    ['maxProperties: {"a":1,"more0":1,"more1":1}', 'const: {"a":2}'],
  ],
  [
    { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 3 }] },
    ['minimum: 1', 'maximum: 3'],
    ['minimum: 0', 'maximum: 4'],
  ],
  [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, ['oneOf: 1', 'oneOf: true'], []],
  [
    {
      oneOf: [
        { type: 'object', required: ['kind'], properties: { kind: { const: 'a' } } },
        {
          type: 'object',
          required: ['kind', 'size'],
          properties: { kind: { const: 'b' }, size: { type: 'integer', maximum: 3 } },
        },
      ],
    },
    ['oneOf: {"kind":"a"}', 'oneOf: {"kind":"b","size":1}', 'maximum: {"kind":"b","size":3}'],
    [
      'required: {}',
      'required: {"size":1}',
      'required: {"kind":"b"}',
      'const: {"kind":"not a"}',
      'const: {"kind":"x"}',
      'const: {"kind":"A"}',
      'const: {"kind":"not b","size":1}',
      'const: {"kind":"x","size":1}',
      'const: {"kind":"B","size":1}',
      'maximum: {"kind":"b","size":4}',
    ],
  ],
  [{ not: {} }, [], []],
]

test.each(tables.map((row) => [stringifyExactJson(row[0]), ...row] as const))(
  '%s',
  (_text, json, inside, outside) => {
    expect(show(json)).toEqual({ inside, outside })
  },
)

test('types have values of all others, and null where it is allowed', () => {
  const { inside, outside } = listEdges(toSchema({ type: ['string', 'null'] }))
  expect(inside.map(({ value }) => value)).toEqual([null])
  expect(outside.map(({ value }) => text(value))).toEqual(['1', '1.5', 'true', '{}', '[]'])
})

test('each edge differs in one place, has one cause, and says where its keyword is', () => {
  const json = {
    type: 'object',
    required: ['room'],
    properties: {
      room: { $ref: '#/components/schemas/Room' },
      list: { type: 'array', items: { $ref: '#/components/schemas/Room' } },
    },
  }
  const schema = toSchema(json, {
    Room: { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 5 } } },
  })
  const { inside, outside } = listEdges(schema)
  for (const { value } of inside) expect(schema.check(value)).toEqual([])
  for (const { value, path } of outside) {
    const [problem, ...others] = schema.check(value)
    expect(others).toEqual([])
    expect(problem?.path.slice(0, path.length)).toEqual(path)
  }
  expect(outside.filter(({ keyword }) => keyword === 'maximum')).toEqual([
    {
      value: { room: { n: 6 }, list: [{ n: 1 }] },
      path: ['room', 'n'],
      keyword: 'maximum',
      pointer: '/components/schemas/Room/properties/n/maximum',
      description: 'one more than the maximum',
    },
    {
      value: { room: { n: 1 }, list: [{ n: 6 }] },
      path: ['list', 0, 'n'],
      keyword: 'maximum',
      pointer: '/components/schemas/Room/properties/n/maximum',
      description: 'one more than the maximum',
    },
  ])
})
