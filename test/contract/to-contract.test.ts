import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { ContractError } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { toApi, toRef } from './describe-api.ts'

const plantStore = load(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'))

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

const toPathsOf = (paths: object) => ({ paths })
test('what is wrong gets a warning, and the rest is served', async () => {
  const wrong: Record<string, Record<string, unknown>> = {
    'no paths': {},
    'a path without a slash': toPathsOf({ plants: { get: {} } }),
    'an operation that is a list': toPathsOf({ '/a': { get: [] } }),
    'a reference to nowhere': toPathsOf({ '/a': { get: { parameters: [toRef('b')] } } }),
    'a reference to itself': toPathsOf({ '/a': { $ref: '#/paths/~1a' } }),
    'a parameter of the path that is not described': toPathsOf({ '/a/{b}': { get: {} } }),
    'a path twice, with other names': toPathsOf({ '/a/{b}': { get: {} }, '/a/{c}': { get: {} } }),
    'an id twice': toPathsOf({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
    'an unknown scheme': toPathsOf({ '/a': { get: { security: [{ key: [] }] } } }),
    'a scheme that is none': { components: { securitySchemes: { x: { type: 'apiKey' }, y: 1 } } },
    'a status that is none': toPathsOf({ '/a': { get: { responses: { ok: {} } } } }),
    'a parameter without a name, and one with a style of another place': toPathsOf({
      '/a': { get: { parameters: [{ name: 'a', in: 'query', style: 'matrix' }, { name: 'b' }] } },
    }),
  }
  const lines = Object.entries(wrong).map(([what, more]) => {
    const { warnings, operations } = toApi({}, {}, {}, more)
    return [
      `# ${what}: ${operations.length} operations`,
      ...warnings.map(({ pointer, message }) => `${pointer}: ${message}`),
      '',
    ].join('\n')
  })
  await expect(lines.join('\n')).toMatchFileSnapshot('recordings/warnings.txt')
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
