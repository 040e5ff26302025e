// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { toApi } from '../contract/describe-api.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign/descriptions.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

/** Descriptions of strangers that have records, polymorphism, forms, parameters in all styles, or credentials. */
const some = [
  '2.0/petstore-expanded.json',
  '3.0/callbacks.json',
  '3.0/complex-nesting.json',
  '3.0/form-data.json',
  '3.0/parameters-style.json',
  '3.0/petstore.json',
  '3.0/polymorphism.json',
  '3.0/schema-enums.json',
  '3.0/security.json',
  '3.0/uspto.json',
  '3.1/train-travel.json',
  '@scalar/galaxy/dist/3.1.yaml',
]

describe('the mock of a description keeps it', () => {
  test('bookings', async () => {
    const report = await judgeMock(contracts.bookings)
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })

  test.each(some)('%s', async (name) => {
    const report = await judgeMock(await readContract(foreignDescriptions.get(name) ?? ''))
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })
})

const respond = (status: number, schema: object) => ({
  responses: { [status]: { description: 'OK', content: { 'application/json': { schema } } } },
})

test('what is tried once for a scheme leaves the budget of the operation for its parameters', async () => {
  const toRooms = (schema: object) => {
    const listRooms = {
      operationId: 'listRooms',
      parameters: [{ name: 'page', in: 'query', schema }],
      ...respond(200, { type: 'object' }),
    }
    const token = { type: 'http', scheme: 'bearer' }
    return toApi(
      { '/rooms': { get: listRooms } },
      { securitySchemes: { token } },
      {},
      { security: [{ token: [] }] },
    )
  }
  const contract = toRooms({ type: 'integer', minimum: 1 })
  const report = await judgeMock(toRooms({ type: 'integer' }), { contract })
  expect(findBroken(report)).toEqual(['rejects-invalid-parameter'])
})

test('what belongs to a removed record is not left behind', async () => {
  const desk = { $ref: '#/components/schemas/Desk' }
  const content = { 'application/json': { schema: desk } }
  const create = { requestBody: { required: true, content }, ...respond(201, desk) }
  const contract = toApi(
    {
      '/desks': { post: create },
      '/desks/{deskId}': { get: respond(200, desk), delete: { responses: { 204: { description: 'Gone' } } } },
      '/desks/{deskId}/notes': { post: create, get: respond(200, { type: 'array', items: desk }) },
    },
    {
      schemas: {
        Desk: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        },
      },
    },
  )
  const left: unknown[] = []
  const report = await judgeMock(contract, { onCreated: (record) => left.push(record) })
  expect(report.outcome).toBe('passed')
  expect(left).toEqual([])
})
