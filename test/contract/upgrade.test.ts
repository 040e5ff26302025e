import { expect, test } from 'vitest'
import type { Schema } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { readDescription } from './describe-api.ts'

function toSchema(version: object, json: unknown, others: Record<string, unknown> = {}): Schema {
  const schemas = { Tested: json, ...others }
  const contract = toContract({ ...version, paths: {}, definitions: schemas, components: { schemas } })
  const schema = contract.schemas.get('Tested')
  if (schema === undefined) throw new Error('There is no schema.')
  return schema
}

const toList = (value: unknown): unknown[] => [value].flat()

test.each<[json: object, valid: unknown[], invalid: unknown[]]>([
  [{ type: 'string', nullable: true }, ['a', null], [1]],
  [{ type: 'string', nullable: true, enum: ['a'] }, ['a', null], ['b']],
  [{ nullable: true }, [1, null], []],
  [{ $ref: '#/components/schemas/Other', nullable: true }, [1, null], ['a']],
  [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }], nullable: true }, [1, true, null], ['a']],
  [{ properties: { nullable: { type: 'boolean' } } }, [{ nullable: true }], [{ nullable: 1 }]],
  [{ type: 'number', minimum: 1, exclusiveMinimum: true }, [1.1], [1]],
])('3.0: %j', (json, valid, invalid) => {
  const schema = toSchema({ openapi: '3.0.3' }, json, { Other: { type: 'integer' } })
  for (const value of valid) expect([value, schema.check(value)]).toEqual([value, []])
  for (const value of invalid) expect([value, schema.check(value)]).not.toEqual([value, []])
})

test('nullable in 3.1, which has no such keyword, allows null as in 3.0', () => {
  const schemas = {
    Room: {
      type: 'object',
      properties: {
        name: { type: 'string', nullable: true },
        size: { type: 'string', nullable: true, enum: ['big'] },
        bed: { $ref: '#/components/schemas/Bed', nullable: true },
      },
    },
    Bed: { type: 'integer' },
  }
  const contract = toContract({ openapi: '3.1.0', paths: {}, components: { schemas } })
  const room = contract.schemas.get('Room')
  expect(room?.check({ name: null, size: null, bed: null })).toEqual([])
  expect(room?.check({ name: 1, size: 'small', bed: 'a' }).map(({ path }) => path[0])).toEqual([
    'name',
    'size',
    'bed',
  ])
  expect(contract.warnings.filter(({ message }) => message.includes('nullable'))).toEqual([
    {
      message:
        'OpenAPI 3.1 has no nullable, but this schema has it, and 2 more. It allows null, as in OpenAPI 3.0.',
      pointer: '/components/schemas/Room/properties/bed/nullable',
    },
  ])
})

test.each<[json: object, valid: unknown[], invalid: unknown[]]>([
  [{ type: 'string', 'x-nullable': true }, ['a', null], [1]],
  [{ type: 'file' }, ['a'], [1]],
  [{ type: 'array', items: [{ type: 'string' }] }, [['a']], [[1]]],
  [{ $ref: '#/definitions/Other' }, [1], ['a']],
])('2.0: %j', (json, valid, invalid) => {
  const schema = toSchema({ swagger: '2.0' }, json, { Other: { type: 'integer' } })
  for (const value of valid) expect([value, schema.check(value)]).toEqual([value, []])
  for (const value of invalid) expect([value, schema.check(value)]).not.toEqual([value, []])
})

test('a discriminator of 2.0 is the name of a property', () => {
  const others = {
    Pet: {
      type: 'object',
      discriminator: 'kind',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
    },
    Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { required: ['lives'] }] },
  }
  const schema = toSchema({ swagger: '2.0' }, { $ref: '#/definitions/Pet' }, others)
  expect(schema.check({ kind: 'Cat' })).toMatchObject([{ path: ['lives'], keyword: 'required' }])
})

test('integers that a number cannot hold survive', () => {
  const limit = 9007199254740993n
  for (const version of [{ swagger: '2.0' }, { openapi: '3.0.3' }])
    expect(
      toSchema(version, { type: 'integer', maximum: limit, default: limit, enum: [limit, 1] }).json,
    ).toMatchObject({ maximum: limit, default: limit, enum: [limit, 1] })
})

test('what other files have of 2.0 and 3.0 is upgraded, too', () => {
  const file = {
    type: 'object',
    properties: { id: { type: 'integer', 'x-nullable': true } },
    example: { id: 1 },
  }
  const parameter = { name: 'id', in: 'query', type: 'array', items: { type: 'integer' } }
  const paths = {
    '/a': {
      get: {
        parameters: [{ $ref: '#/x-files/1' }],
        responses: { 200: { schema: { $ref: '#/x-files/0' } }, default: { $ref: '#/x-files/2' } },
      },
    },
  }
  const old = { swagger: '2.0', paths, 'x-files': [file, parameter, { schema: { type: 'string' } }] }
  const operation = toContract(old).operation('GET /a')
  expect(operation?.parameters).toMatchObject([{ name: 'id', style: 'form', explode: false }])
  const [success, other] = operation?.responses.all.map(({ media }) => media[0]?.schema) ?? []
  expect(success?.check({ id: null })).toEqual([])
  expect(success?.example()).toEqual({ id: 1 })
  expect(other?.check(1)).toHaveLength(1)
})

test('what is wrong in 2.0 is left out, or said in a message', () => {
  const operation = { parameters: [{}, 1, { $ref: '#/nowhere' }], responses: { 200: null } }
  const paths = {
    '/a': { get: operation, post: 1, parameters: 'x' },
    '/b': null,
    '/c': { $ref: '#/nowhere' },
  }
  const wrong = { swagger: '2.0', produces: 'x', securityDefinitions: { a: null }, definitions: { A: null } }
  expect(toContract({ ...wrong, paths }).operations.map(({ id }) => id)).toEqual(['GET /a'])
  expect(() => toContract({ swagger: '2.0', paths: {}, definitions: 'x' })).not.toThrow(TypeError)
})

const swagger = readDescription(import.meta.url, 'plants-2.0.yaml')

test('operations of 2.0 have their parameters, bodies, and responses', () => {
  const contract = toContract(swagger)
  expect(contract.warnings).toEqual([])
  expect(contract.basePaths).toEqual(['/v1'])
  expect(contract.securitySchemes.map(({ kind, scopes }) => [kind, scopes])).toEqual([
    ['basic', []],
    ['apiKey', []],
    ['oauth2', ['read']],
  ])
  const get = contract.operation('GET /plants')
  expect(get?.parameters.map(({ name, style, explode }) => [name, style, explode])).toEqual([
    ['limit', 'form', true],
    ['tags', 'form', true],
    ['ids', 'form', false],
  ])
  expect(get?.readParameters({ query: 'tags=a&tags=b&ids=1,2&limit=7' })).toMatchObject({
    query: { limit: 7, tags: ['a', 'b'], ids: [1, 2] },
    problems: [{ keyword: 'enum' }],
  })
  expect(get?.readParameters({}).query).toEqual({ limit: 5 })
  const [ok, notFound] = get?.responses.all ?? []
  expect(ok?.media.map(({ name, examples }) => [name, [...examples]])).toEqual([
    ['application/json', [['default', [{ id: 1 }]]]],
  ])
  expect(ok?.headers[0]?.schema.facts().types).toEqual(['integer'])
  expect(notFound?.media.map(({ name }) => name)).toEqual(['application/json'])
  expect(contract.operation('POST /plants')?.body).toMatchObject({
    isRequired: true,
    media: [{ name: 'application/json' }],
  })
  expect(contract.operation('POST /plants')?.responses.success?.media[0]?.name).toBe('application/xml')
  const form = contract.operation('PUT /plants')?.body?.media[0]
  expect(form?.schema.check(form.parse('state=lost&sizes=1,2'))).toMatchObject([
    { path: ['state'], keyword: 'enum' },
  ])
  expect(form?.parse('state=new&sizes=1,2')).toEqual({ state: 'new', sizes: [1, 2] })
  expect(contract.operation('PUT /plants')?.body?.isRequired).toBe(true)
  expect(contract.operation('PATCH /plants')?.body).toMatchObject({
    isRequired: false,
    media: [{ name: 'multipart/form-data' }],
  })
  expect(toList(contract.schemas.get('Plant')?.facts().properties)).toEqual(['id'])
})
