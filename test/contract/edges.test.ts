import { expect, test } from 'vitest'
import { listEdges } from '../../src/contract/edges.ts'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { toSchema } from './describe-api.ts'

const integers = { type: 'array', items: { type: 'integer' } }
const a = { a: { const: 1 } }
const schemas: readonly object[] = [
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'integer', exclusiveMinimum: 1 },
  { type: 'integer', format: 'int64' },
  { type: 'integer', maximum: 9007199254740993n },
  { type: 'integer', multipleOf: 5 },
  { type: 'string', minLength: 2, maxLength: 4 },
  { type: 'string', pattern: '^[a-z]+$' },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'email', maxLength: 80 },
  { enum: ['a', 'b'] },
  { const: 5 },
  { ...integers, minItems: 1, maxItems: 2 },
  { ...integers, uniqueItems: true },
  { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
  { type: 'object', required: ['a'], properties: a, additionalProperties: false },
  { type: 'object', properties: a, maxProperties: 2 },
  { type: 'object', properties: { ...a, b: { const: 2 } }, dependentRequired: { a: ['b'] } },
  {
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: 'work' } },
    if: { properties: { kind: { const: 'work' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: { required: ['client'] },
  },
  { type: 'object', propertyNames: { pattern: '^[a-z]{2,9}$' }, additionalProperties: { const: 1 } },
  { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 3 }] },
  { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
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
  { not: {} },
]

test('the values at both sides of the edges of a schema, but those of other types, are as in the recording', async () => {
  const lines = schemas.flatMap((json) => {
    const { inside, outside } = listEdges(toSchema(json))
    const show = (side: string, edges: typeof inside): string[] =>
      edges
        .filter(({ keyword }) => keyword !== 'type')
        .map(({ keyword, value }) => `  ${side} ${keyword}: ${stringifyExactJson(value)}`)
    return [stringifyExactJson(json), ...show('inside', inside), ...show('outside', outside)]
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/edges.txt')
})

test('types have values of all others, and null where it is allowed', () => {
  const { inside, outside } = listEdges(toSchema({ type: ['string', 'null'] }))
  expect(inside.map(({ value }) => value)).toEqual([null])
  expect(outside.map(({ value }) => JSON.stringify(value))).toEqual(['1', '1.5', 'true', '{}', '[]'])
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
