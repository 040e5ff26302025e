import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { ContractError } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { toApi } from './describe-api.ts'

const plantStore = load(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'))

test('the plant store is one operation that creates plants, whose key the client gives', () => {
  const contract = toContract(plantStore)
  expect(contract).toMatchObject({ title: 'Plant Store', version: '1.0.0', basePaths: [''], warnings: [] })
  const [operation, ...others] = contract.operations
  expect(others).toEqual([])
  expect(operation).toMatchObject({ id: 'createPlant', method: 'POST', path: '/plants', parameters: [] })
  expect(operation?.effect).toMatchObject({ kind: 'create', scope: [], requestPath: [], responsePath: [] })
  const [plants, ...more] = contract.resources
  expect(more).toEqual([])
  expect(plants).toMatchObject({
    name: 'plants',
    isSingle: false,
    key: { property: 'id', from: 'client' },
    scope: [],
  })
  expect(plants).not.toHaveProperty('itemPath')
  expect(operation?.security.map((set) => set.map(({ scheme }) => scheme.kind))).toEqual([['bearer']])
})

test('the response of the plant store has no id, because its schema has none', () => {
  const { responses, body } = toContract(plantStore).operation('createPlant') ?? {}
  const record = { id: 1, name: 'Monstera', tag: 'foliage' }
  expect(responses?.success?.media[0]?.schema.project(record)).toEqual({ name: 'Monstera', tag: 'foliage' })
  expect(body?.pick('application/json; charset=utf-8')?.examples.get('withTag')).toEqual(record)
})

test('the document that it is given stays as it is', () => {
  const document = { swagger: '2.0', paths: {}, definitions: { A: { type: 'string', 'x-nullable': true } } }
  const before = structuredClone(document)
  toContract(document)
  expect(document).toEqual(before)
})

test.each([
  [null, 'it must be an object'],
  ['openapi', 'it must be an object'],
  [{}, 'neither openapi nor swagger'],
  [{ openapi: '4.0.0' }, "OpenAPI 4.0.0 isn't supported"],
])('%j is no description: %s', (document, message) => {
  expect(() => toContract(document)).toThrow(ContractError)
  expect(() => toContract(document)).toThrow(message)
})

test.each([
  ['no paths', {}, 'The description has no operations. Every request gets a 404.'],
  ['a path without a slash', { paths: { plants: { get: {} } } }, "The path plants isn't one"],
  ['an operation that is a list', { paths: { '/a': { get: [] } } }, "get of the path /a isn't an operation"],
  [
    'a reference to nowhere',
    { paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/b' }] } } } },
    'The reference #/components/parameters/b leads nowhere. Whatever it stands for is ignored.',
  ],
  [
    'a reference to itself',
    { paths: { '/a': { $ref: '#/paths/~1a' } } },
    "The path /a isn't one, or has no operations. It is ignored.",
  ],
  [
    'a parameter of the path that is not described',
    { paths: { '/a/{b}': { get: {} } } },
    "The parameter {b} of the path /a/{b} isn't described. It can be any text.",
  ],
  [
    'a path twice, with other names',
    { paths: { '/a/{b}': { get: {} }, '/a/{c}': { get: {} } } },
    'GET /a/{c} is the same as GET /a/{b}. It is ignored.',
  ],
  [
    'an id twice',
    { paths: { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } } },
    'Another operation has the id x, too. This one is called GET /b instead.',
  ],
  [
    'an unknown scheme',
    { paths: { '/a': { get: { security: [{ key: [] }] } } } },
    'There is no security scheme key. Nobody needs its credentials.',
  ],
  ['a status that is none', { paths: { '/a': { get: { responses: { ok: {} } } } } }, "ok isn't a status"],
])('%s gets a warning, and the rest is served', (_what, more, message) => {
  const { warnings } = toApi({}, {}, {}, more)
  expect(warnings.map((warning) => warning.message)).toContainEqual(expect.stringContaining(message))
  expect(warnings.every(({ pointer }) => pointer.startsWith('/'))).toBe(true)
})

test('operations are found by id, and by method and path', () => {
  const contract = toApi({ '/a': { get: { operationId: 'listA' }, post: {} } })
  expect(contract.operation('listA')).toBe(contract.operation('GET /a'))
  expect(contract.operation('POST /a')?.id).toBe('POST /a')
  expect(contract.operation('PUT /a')).toBeUndefined()
})

test('own parameters replace those of the path, and those that headers of their own describe are left out', () => {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'Authorization', in: 'header', schema: { type: 'string' } },
  ]
  const own = [{ name: 'limit', in: 'query', required: true, schema: { type: 'string' } }]
  const operation = toApi({ '/a': { parameters, get: { parameters: own } } }).operation('GET /a')
  expect(operation?.parameters.map(({ name, isRequired }) => ({ name, isRequired }))).toEqual([
    { name: 'limit', isRequired: true },
  ])
})

test('of more than 20,000 operations, the rest is ignored', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 20_001 }, (_path, index) => [`/${index}`, { get: {} }]),
  )
  const { operations, warnings } = toApi(paths)
  expect(operations).toHaveLength(20_000)
  expect(warnings).toMatchObject([{ message: expect.stringContaining('more than 20000 operations') }])
})
