import { expect, test } from 'vitest'
import type { Contract, Schema } from '../../../src/contract/contract.ts'
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { stringifyExactJson } from '../../../src/json/exact-json.ts'
import { toSchema } from '../describe-api.ts'
import { listExamples } from '../published.ts'

test.each<[json: object, value: unknown]>([
  [{ type: 'string', example: 'a', default: 'b' }, 'a'],
  [{ type: 'string', examples: ['a'] }, 'a'],
  [{ type: 'string', default: 'b' }, 'b'],
  [{ type: 'string', example: 1, default: 'b' }, 'b'],
  [{ const: 'c' }, 'c'],
  [{ enum: [null, 'd', 'e'] }, 'd'],
  [{ type: 'object', example: { a: 1 }, properties: { a: { type: 'integer' } } }, { a: 1 }],
  [
    { type: 'object', properties: { a: { example: 5 }, b: { type: 'integer', example: 'wrong' } } },
    { a: 5, b: 1 },
  ],
  [{ type: 'array', items: { type: 'boolean' } }, [true]],
  [{ type: ['null', 'integer'] }, 1],
  [{ type: 'null' }, null],
  [{ allOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] }, { a: 1, b: 2 }],
])('%j has the example %j', (json, value) => {
  expect(toSchema(json).example()).toEqual(value)
})

test.each<object>([
  { type: 'integer', minimum: 9223372036854775807n },
  { type: 'integer', format: 'int64', exclusiveMinimum: 9223372036854775805n },
  { type: 'integer', multipleOf: 7, minimum: 100, maximum: 106 },
  { type: 'number', minimum: 1.1, maximum: 1.2 },
  { type: 'number', multipleOf: 0.01, minimum: 5 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: 'string', minLength: 300 },
  { type: 'string', pattern: '^[A-Z]{2}\\d{4,}$', minLength: 12, maxLength: 12 },
  { type: 'string', pattern: '^(\\+\\d{1,3} )?\\(?\\d{3}\\)?[ .-]\\d{4}$' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'uuid' },
  { type: 'array', minItems: 5, uniqueItems: true, items: { type: 'integer', minimum: 1, maximum: 20 } },
  { type: 'array', minItems: 3, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
  { type: 'array', contains: { const: 7 }, minContains: 2 },
  { type: 'object', minProperties: 3, additionalProperties: { type: 'integer' } },
  {
    type: 'object',
    patternProperties: { '^x-\\d+$': { type: 'string' } },
    additionalProperties: false,
    minProperties: 1,
  },
  { type: 'object', properties: { a: {}, b: {} }, maxProperties: 1 },
  {
    type: 'object',
    dependentRequired: { a: ['b'] },
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  },
  {
    oneOf: [
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { b: { type: 'string' } }, required: ['b'] },
    ],
  },
  {
    type: 'object',
    properties: {
      child: { $ref: '#/components/schemas/Tested' },
      list: { type: 'array', items: { $ref: '#/components/schemas/Tested' } },
    },
  },
  {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['a'] } },
    if: { properties: { kind: { const: 'a' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: { required: ['x'] },
    propertyNames: { maxLength: 4 },
  },
])('%o has valid examples', (json) => {
  const schema = toSchema(json)
  for (const seed of [undefined, 1, 2, 3]) {
    const value = schema.example(seed)
    expect([value, schema.check(value)]).toEqual([value, []])
  }
})

test('the same seed gives the same value, and another one mostly another value', () => {
  const json = {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, n: { type: 'integer' }, name: { type: 'string' } },
  }
  const make = (seed?: number) => stringifyExactJson(toSchema(json).example(seed))
  expect(make(5)).toBe(make(5))
  expect(make()).toBe(make())
  expect(new Set([make(), make(1), make(2), make(3)]).size).toBe(4)
})

test('a text has the name of its property, also if the property is made alone', () => {
  const json = { type: 'object', properties: { author: { type: 'string' } } }
  expect(toSchema(json).at('author')?.example(7)).toMatch(/^author /)
})

test('an example of a request has no readOnly, and one of a response no writeOnly property', () => {
  const json = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { readOnly: true, type: 'string' }, b: { writeOnly: true, type: 'string' } },
  }
  expect(toSchema(json, {}, 'request').example()).toEqual({ b: 'b' })
  expect(toSchema(json, {}, 'response').example()).toEqual({ a: 'a' })
})

test('a schema that requires itself has a value, though no valid one can have an end', () => {
  const json = { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/Tested' } } }
  expect(stringifyExactJson(toSchema(json).example()).length).toBeLessThan(1000)
})

test('a huge schema has a small example', () => {
  const properties = (depth: number): object =>
    depth === 0
      ? { type: 'string' }
      : {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 8 }, (_name, index) => [`p${index}`, properties(depth - 1)]),
          ),
        }
  expect(stringifyExactJson(toSchema(properties(4)).example()).length).toBeLessThan(200_000)
})

const listSchemas = ({ operations }: Contract): Schema[] => [
  ...new Set(
    operations.flatMap(({ body, responses, parameters }) => [
      ...parameters.map(({ schema }) => schema),
      ...[...(body?.media ?? []), ...responses.all.flatMap(({ media }) => media)].map(({ schema }) => schema),
    ]),
  ),
]

/** The parts of published descriptions that no value can match, or of which several branches match every value. */
const impossible =
  /TreeNode|~1direct|quirks~1polymorphism|of-everything|MultischemaOfEverything|authUnauthorized|api-specification|~1version|one-of-|polymorphism|embedded-discriminator|circular/

/** Only the corpus makes examples of them all. */
const step = process.env['THOROUGH'] ? 1 : 10

test.each(listExamples().filter((_file, index) => index % step === 0))(
  'examples of %s are valid',
  async (file) => {
    const contract = await readContract(file)
    const wrong = listSchemas(contract).filter((schema) => schema.check(schema.example()).length > 0)
    expect(wrong.map(({ pointer }) => pointer).filter((pointer) => !impossible.test(pointer))).toEqual([])
  },
)
