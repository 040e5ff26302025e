import { expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { toApi, toSchema } from './describe-api.ts'

/** Shows problems as `path: keyword`. */
const show = (problems: readonly { path: readonly (string | number)[]; keyword: string }[]): string[] =>
  problems.map(({ path, keyword }) => `${path.join('.')}: ${keyword}`)

const validity: [json: unknown, valid: unknown[], invalid: unknown[]][] = [
  [true, [1, null], []],
  [false, [], [1, null]],
  [{ type: 'integer' }, [1, -0, 2n ** 70n, Infinity], [1.5, Number.NaN, '1', null]],
  [{ type: 'number' }, [1, 1.5, 2n ** 70n, Number.NaN], ['1']],
  [{ type: ['integer', 'null'] }, [1, null], [1.5, '']],
  [
    { type: 'integer', format: 'int64' },
    [2n ** 63n - 1n, -(2n ** 63n), 0],
    [2n ** 63n, -(2n ** 63n) - 1n, 1e300],
  ],
  [{ type: 'integer', format: 'int32' }, [2 ** 31 - 1], [2 ** 31, 2n ** 63n]],
  [{ type: 'string', format: 'int64' }, ['1'], [1]],
  [{ minimum: 9007199254740993n }, [9007199254740993n, 'x'], [9007199254740992n, 9007199254740991]],
  [{ exclusiveMaximum: 9007199254740993n }, [9007199254740992n], [9007199254740993n, 1e300]],
  [{ maximum: 1 }, [2n ** 0n, 1], [2n ** 64n, 1.5]],
  [{ multipleOf: 0.01 }, [0.07, 1.1, 3, 9007199254740993n], [0.075]],
  [{ multipleOf: 9007199254740993n }, [0, 9007199254740993n], [9007199254740992n, 1]],
  [
    { enum: [9007199254740993n, { a: [1] }] },
    [9007199254740993n, { a: [1] }],
    [9007199254740992n, { a: [2] }],
  ],
  [
    { uniqueItems: true },
    [
      [1, 2n ** 60n, '1'],
      [{ a: 1, b: 2 }, { a: 1 }],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [{ type: 'string', minLength: 1, maxLength: 2 }, ['a', '😀😀'], ['', 'abc']],
  [{ type: 'string', pattern: '^(a+)+$' }, ['aaa'], [`${'a'.repeat(60)}!`]],
  [{ type: 'string', format: 'date' }, ['2024-02-29'], ['2023-02-29', 'x']],
  [{ type: 'string', format: 'uuid' }, ['3fa85f64-5717-4562-b3fc-2c963f66afa6'], ['3fa85f64']],
  [{ prefixItems: [{ type: 'string' }], items: false }, [['a'], []], [['a', 1], [1]]],
  [
    { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    [{ 'x-a': 'b' }],
    [{ 'x-a': 1 }, { b: 1 }],
  ],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [{ dependentRequired: { a: ['b'] } }, [{ a: 1, b: 2 }, {}], [{ a: 1 }]],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, [{ a: 1 }], [{ b: 1 }]],
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword
  [{ if: { required: ['a'] }, then: { required: ['b'] } }, [{ a: 1, b: 1 }, {}], [{ a: 1 }]],
  [{ not: { type: 'string' } }, [1], ['a']],
  [{ contains: { const: 1 } }, [[1, 2]], [[2]]],
  [{ $ref: '#/components/schemas/Nowhere' }, [1, 'a'], []],
  [{ $ref: '#/components/schemas/Tested' }, [1, 'a'], []],
  [{ allOf: [{ $ref: '#/components/schemas/Tested' }], type: 'string' }, ['a'], [1]],
  [
    { type: 'object', properties: { inner: { $ref: '#/components/schemas/Tested' } } },
    [{ inner: { inner: {} } }],
    [{ inner: { inner: 1 } }],
  ],
]

test.each(validity.map((row) => [stringifyExactJson(row[0]), ...row] as const))(
  '%s',
  (_text, json, valid, invalid) => {
    const schema = toSchema(json)
    for (const value of valid) expect([value, schema.check(value)]).toEqual([value, []])
    for (const value of invalid) expect([value, schema.check(value)]).not.toEqual([value, []])
  },
)

test('a problem says where, what was expected, what came, and by which keyword', () => {
  const json = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name: { $ref: '#/components/schemas/Name' } },
  }
  const schema = toSchema(json, { Name: { type: 'string', maxLength: 5 } })
  expect(schema.check({ id: 0, name: 'too long' })).toEqual([
    {
      path: ['id'],
      keyword: 'minimum',
      pointer: '/components/schemas/Tested/properties/id/minimum',
      expected: 'an integer from 1',
      got: 0,
    },
    {
      path: ['name'],
      keyword: 'maxLength',
      pointer: '/components/schemas/Name/maxLength',
      expected: 'a string of at most 5 characters',
      got: 'too long',
    },
  ])
  expect(schema.check({ name: 1 })).toMatchObject([
    { path: ['id'], keyword: 'required', got: undefined },
    { path: ['name'], keyword: 'type' },
  ])
  expect(toSchema({ additionalProperties: false, properties: { a: {} } }).check({ b: 1 })).toMatchObject([
    { path: ['b'], known: ['a'], keyword: 'additionalProperties' },
  ])
})

test.each([
  [{ type: 'string', enum: ['a', 'b', 'c'] }, 'one of a, b, c'],
  [{ const: 1 }, '1'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'an integer from 1 to 9'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'a number above 0'],
  [{ type: 'number', maximum: 9, multipleOf: 3 }, 'a number up to 9 that is a multiple of 3'],
  [{ type: 'string', minLength: 3, maxLength: 3 }, 'a string of 3 characters'],
  [{ type: 'string', format: 'date', pattern: '^2' }, 'a string in the format date that matches ^2'],
  [{ type: ['string', 'null'] }, 'a string or null'],
  [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'an integer or a boolean'],
  [{ type: 'array', minItems: 2, uniqueItems: true }, 'an array of at least 2 items without repeated items'],
  [{ not: {} }, 'anything but another value'],
])('%j expects %s', (json, expected) => {
  expect(toSchema(json).check(Symbol.iterator)[0]?.expected).toBe(expected)
})

test('of several branches, the one that is meant says what is wrong', () => {
  const cat = {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  }
  const dog = {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: { const: 'dog' }, bark: { type: 'string' } },
  }
  const schema = toSchema({ oneOf: [cat, dog, { type: 'null' }] })
  expect(show(schema.check({ kind: 'cat' }))).toEqual(['lives: required'])
  expect(show(schema.check({ kind: 'dog', bark: 1 }))).toEqual(['bark: type'])
  expect(show(schema.check(1))).toEqual([': oneOf'])
  expect(schema.check(null)).toEqual([])
})

const pets = {
  Pet: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', mapping: { big: '#/components/schemas/Dog' } },
  },
  Cat: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { required: ['lives'], properties: { lives: { type: 'integer' } } },
    ],
  },
  Dog: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { required: ['bark'], properties: { bark: { type: 'string' } } },
    ],
  },
}
const branches = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]

test.each<[name: string, json: unknown]>([
  ['oneOf', { oneOf: branches, discriminator: { propertyName: 'kind', mapping: { big: 'Dog' } } }],
  ['the schema that others extend', { $ref: '#/components/schemas/Pet' }],
])('a discriminator chooses one of %s', (name, json) => {
  const schema = toSchema(json, pets)
  const check = (value: unknown) => show(schema.check(value))
  expect(check({ kind: 'Cat', lives: 7 })).toEqual([])
  expect(check({ kind: 'big', bark: 'wow' })).toEqual([])
  expect(check({ kind: 'Cat', bark: 'wow' })).toEqual(['lives: required'])
  expect(check({ kind: 'big' })).toEqual(['bark: required'])
  expect(check({})).toEqual(['kind: required'])
  if (name.endsWith('Of')) expect(check({ kind: 'Bird' })).toEqual(['kind: enum'])
})

const account = {
  type: 'object',
  required: ['id', 'password', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    password: { $ref: '#/components/schemas/Password' },
    name: { type: 'string', default: 'x' },
  },
}
const secrets = { Password: { type: 'string', writeOnly: true } }

test('requests need no readOnly properties, and responses have no writeOnly ones', () => {
  const request = toSchema(account, secrets, 'request')
  const response = toSchema(account, secrets, 'response')
  expect(request.check({ password: 'p', name: 'n' })).toEqual([])
  expect(request.check({ id: 'ignored', password: 'p', name: 'n' })).toEqual([])
  expect(show(request.check({ id: 1, name: 'n' }))).toEqual(['password: required'])
  expect(response.check({ id: 1, name: 'n' })).toEqual([])
  expect(show(response.check({ id: 1, name: 'n', password: 'p' }))).toEqual(['password: writeOnly'])
  expect(show(response.check({ name: 'n' }))).toEqual(['id: required'])
  const record = { id: 1, password: 'p', name: 'n', other: 1 }
  expect(request.project(record)).toEqual({ password: 'p', name: 'n' })
  expect(response.project(record)).toEqual({ id: 1, name: 'n' })
})

test.each<[json: unknown, value: unknown, projected: unknown]>([
  [{ type: 'object' }, { a: 1 }, { a: 1 }],
  [
    { properties: { a: {} }, additionalProperties: true },
    { a: 1, b: 2 },
    { a: 1, b: 2 },
  ],
  [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, { a: 1 }],
  [
    { properties: { a: {} }, patternProperties: { '^b': {} } },
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 2 },
  ],
  [{ items: { properties: { a: {} } } }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  [
    { allOf: [{ properties: { a: {} } }, { properties: { b: { properties: { c: {} } } } }] },
    { a: 1, b: { c: 1, d: 2 } },
    { a: 1, b: { c: 1 } },
  ],
  [{ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { b: 2, c: 3 }, { b: 2 }],
  [{ properties: { a: { $ref: '#/components/schemas/Tested' } } }, { a: { a: {}, b: 1 } }, { a: { a: {} } }],
])('%j projects %j to %j', (json, value, projected) => {
  expect(toSchema(json).project(value)).toEqual(projected)
})

test('defaults are filled in, also of inner properties, but not over what is there', () => {
  const json = {
    properties: {
      a: { default: 1 },
      b: { properties: { c: { default: null } } },
      d: { items: { properties: { e: { default: 2 } } } },
    },
  }
  expect(toSchema(json).fill({ b: {}, d: [{}, { e: 3 }] })).toEqual({
    a: 1,
    b: { c: null },
    d: [{ e: 2 }, { e: 3 }],
  })
  expect(toSchema(json).fill('x')).toBe('x')
})

test('facts go through references and allOf', () => {
  const json = {
    allOf: [
      { $ref: '#/components/schemas/Base' },
      {
        type: ['object', 'null'],
        required: ['b'],
        properties: { b: { type: 'integer', readOnly: true, default: 0 } },
      },
    ],
  }
  const schema = toSchema(json, {
    Base: { type: 'object', required: ['a'], properties: { a: { enum: ['x', null] } } },
  })
  expect(schema.facts()).toMatchObject({
    types: ['object'],
    properties: ['a', 'b'],
    required: ['a', 'b'],
    isNullable: false,
  })
  expect(schema.at('a')?.facts()).toMatchObject({
    values: ['x', null],
    types: ['string', 'null'],
    isNullable: true,
  })
  expect(schema.at('b')?.facts()).toMatchObject({
    types: ['integer'],
    isReadOnly: true,
    hasDefault: true,
    default: 0,
  })
  expect(schema.at('c')).toBeUndefined()
  const list = toSchema({ type: 'array', items: { $ref: '#/components/schemas/Base' } }, { Base: {} })
  expect(list.facts().name).toBe('Base')
  expect(list.at(0)?.facts().name).toBe('Base')
})

test('keywords with values that mean nothing are ignored, with a warning', () => {
  const json = {
    type: 'date',
    required: true,
    minLength: '3',
    pattern: '\\p{XDigit}',
    enum: [],
    items: [],
    properties: [],
  }
  const contract = toApi({}, { schemas: { A: json, B: { type: 'int', maxLength: -1 } } })
  expect(contract.warnings.map(({ pointer }) => pointer).filter((pointer) => pointer !== '/paths')).toEqual(
    ['B/maxLength', 'A/type', 'A/required', 'A/enum', 'A/items', 'A/properties', 'A/pattern'].map(
      (name) => `/components/schemas/${name}`,
    ),
  )
  expect(contract.schemas.get('A')?.check('ab')).not.toEqual([])
  expect(contract.schemas.get('A')?.check('abc')).toEqual([])
  expect(contract.schemas.get('B')?.check(1)).toEqual([])
})

test('a reference to one with something beside it keeps that', () => {
  const schema = toSchema(
    { $ref: '#/components/schemas/A' },
    {
      A: { $ref: '#/components/schemas/B', minLength: 3 },
      B: { type: 'string' },
    },
  )
  expect(schema.check('ab')).toMatchObject([{ keyword: 'minLength' }])
  expect(schema.check('abc')).toEqual([])
})

test('a value that is nested deeper than the stack is a problem, not a crash', () => {
  const schema = toSchema({ properties: { a: { $ref: '#/components/schemas/Tested' } } })
  let value: unknown = {}
  for (let depth = 0; depth < 100_000; depth++) value = { a: value }
  expect(schema.check(value)).toMatchObject([{ path: [], expected: 'nested less deeply' }])
})
