import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryOf } from '../../src/arbitraries/arbitraries.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { createMock } from '../../src/index.ts'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { contracts } from '../mock/contracts.ts'

/** Makes the schema of a description that has only that. */
function toSchema(json: object, others: Record<string, object> = {}) {
  const schemas = { Value: json, ...others }
  const found = toContract({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas },
  }).schemas.get('Value')
  if (found === undefined) throw new Error('no schema')
  return found
}

const sample = (json: object, others?: Record<string, object>): unknown[] =>
  fc.sample(arbitraryOf(toSchema(json, others)), { numRuns: 300, seed: 1 })

describe('every value is valid', () => {
  const named = Object.entries(contracts).flatMap(([title, { schemas }]) =>
    [...schemas].flatMap(([name, schema]) =>
      [schema, schema.as('request')].map((one) => [`${name} of ${title}, ${one.direction}`, one] as const),
    ),
  )
  test.each(named)('%s', (_name, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(schema.check(value)).toEqual([])
      }),
      { numRuns: 20, seed: 1 },
    )
  })
})

describe('values are of all kinds', () => {
  test.each<[title: string, json: object, seen: unknown[]]>([
    ['enum', { enum: ['a', 2, null] }, ['a', 2, null]],
    ['enum and type', { enum: ['a', 2], type: 'integer' }, [2]],
    ['const', { const: 5 }, [5]],
    ['boolean or null', { type: ['boolean', 'null'] }, [true, false, null]],
    [
      'minimum, maximum, multipleOf',
      { type: 'integer', minimum: -3, maximum: 7, multipleOf: 3 },
      [-3, 0, 3, 6],
    ],
    ['exclusive limits', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }, [2, 3]],
    [
      'multipleOf of fractions',
      { type: 'number', minimum: 0, maximum: 0.3, multipleOf: 0.1 },
      [0, 0.1, 0.2, 0.3],
    ],
    ['oneOf', { oneOf: [{ const: 1 }, { const: 2 }] }, [1, 2]],
    ['anyOf within types', { type: 'string', anyOf: [{ const: 'a' }, { const: 1 }] }, ['a']],
    ['allOf', { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 2 }] }, [1, 2]],
    ['not', { type: 'integer', minimum: 1, maximum: 3, not: { const: 2 } }, [1, 3]],
    ['pattern', { type: 'string', pattern: '^[ab]{1}$' }, ['a', 'b']],
    ['prefixItems', { type: 'array', prefixItems: [{ const: 1 }], items: false, minItems: 1 }, [[1]]],
    [
      'uniqueItems',
      { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 2 },
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'optional properties',
      { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } } },
      [{ a: 1 }, { a: 1, b: 2 }],
    ],
    [
      'a map',
      {
        type: 'object',
        propertyNames: { enum: ['x'] },
        additionalProperties: { const: 1 },
        minProperties: 1,
      },
      [{ x: 1 }],
    ],
  ])('%s', (_title, json, seen) => {
    const texts = new Set(sample(json).map((value) => stringifyExactJson(value)))
    expect(texts).toEqual(new Set(seen.map((value) => stringifyExactJson(value))))
  })

  test.each<[names: string[], mapping?: Record<string, string>]>([
    [['Cat', 'Dog']],
    [['kitty', 'dog'], { kitty: '#/components/schemas/Cat', dog: 'Dog' }],
  ])('a discriminator has the name of its branch: %o', (names, mapping) => {
    const discriminator = { propertyName: 'kind', ...(mapping && { mapping }) }
    const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const animal = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
    const animals = sample({ oneOf, discriminator }, { Cat: animal, Dog: animal })
    expect(new Set(animals.map((one) => (one as { kind: string }).kind))).toEqual(new Set(names))
  })

  test('a tree ends', () => {
    const children = { type: 'array', items: { $ref: '#/components/schemas/Value' } }
    const trees = sample({ type: 'object', required: ['children'], properties: { children } })
    expect(trees).toContainEqual({ children: [] })
    expect(trees.some((tree) => (tree as { children: unknown[] }).children.length > 0)).toBe(true)
  })

  test.each([
    ['int64', (value: unknown) => typeof value === 'bigint' && value > 2n ** 62n],
    ['int64', (value: unknown) => typeof value === 'number' && value > 0 && value <= 1000],
    ['int32', (value: unknown) => Number(value) < -(2 ** 30)],
  ])('an integer of %s is exact, of the whole range, and often small', (format, isSeen) => {
    expect(sample({ type: 'integer', format }).filter(isSeen).length).toBeGreaterThan(5)
  })

  test.each(
    [
      'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uri-template uuid byte'.split(
        ' ',
      ),
      ['json-pointer', 'relative-json-pointer', 'regex'],
    ].flat(),
  )('a string of the format %s differs', (format) => {
    const texts = sample({ type: 'string', format })
    expect(new Set(texts).size).toBeGreaterThan(2)
  })

  test.each([
    ['an expression that looks ahead', { pattern: '^(?!a)[ab]{3}$' }],
    ['an expression without an end, and a length', { pattern: '^[a-z]+$', minLength: 60, maxLength: 64 }],
    ['two expressions', { allOf: [{ pattern: '^[a-z]' }, { pattern: '\\d$' }] }],
  ])('%s is kept', (_title, keywords) => {
    expect(new Set(sample({ type: 'string', ...keywords })).size).toBeGreaterThan(2)
  })
})

test('a request has nothing that only the service makes, and a response nothing that only clients send', () => {
  const room = contracts.bookings.schemas.get('Room')
  const sent = fc.sample(arbitraryOf<object>(room?.as('request')), { numRuns: 100, seed: 1 })
  const received = fc.sample(arbitraryOf<object>(room), { numRuns: 100, seed: 1 })
  expect(sent.some((one) => 'id' in one || 'createdAt' in one)).toBe(false)
  expect(received.some((one) => 'secret' in one)).toBe(false)
  expect(received.every((one) => 'id' in one)).toBe(true)
})

test('a mock accepts the values as requests', async () => {
  const schema = plantStore().schemas.get('NewPlant')?.as('request')
  const mock = createMock({ onDuplicate: 'replace' })
  await fc.assert(
    fc.asyncProperty(arbitraryOf(schema), async (plant) => {
      const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
      const request = { method: 'POST', path: '/plants', headers, body: stringifyExactJson(plant) }
      expect((await mock.handle(request)).status).toBe(200)
    }),
    { numRuns: 50, seed: 1 },
  )
})

test('a counterexample shrinks', () => {
  const room = contracts.bookings.schemas.get('Room')?.as('request')
  const isShort = ({ name }: { name: string }): boolean => name.length < 3
  const { counterexample } = fc.check(fc.property(arbitraryOf(room), isShort), { numRuns: 1000, seed: 1 })
  expect(counterexample?.[0]).toEqual({ name: expect.stringMatching(/^.{3}$/), kind: 'single' })
})

test('a schema that is missing, or has no value, is an error at once', () => {
  expect(() => arbitraryOf(contracts.bookings.schemas.get('Rom'))).toThrow(
    'schema is undefined: the description has no such schema',
  )
  const impossible = toSchema({ type: 'integer', minimum: 2, maximum: 1 })
  expect(() => arbitraryOf(impossible)).toThrow('schema has no value that can be made: ')
})
