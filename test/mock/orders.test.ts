import { beforeEach, describe, expect, test } from 'vitest'
import type { ContractOptions } from '../../src/contract/contract.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { toApi } from '../contract/describe-api.ts'
import { sendToMock } from './send-to-mock.ts'

const order = { $ref: '#/components/schemas/Order' }
const respond = (status: number, schema: object) => ({
  responses: {
    [status]: { description: 'OK', content: { 'application/json': { schema } } },
    404: { description: 'Unknown' },
  },
})
const query = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema })
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

const paths = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      parameters: [
        ...[
          'q',
          'filter[status]',
          'minTotal',
          'total_lt',
          'createdAfter',
          'created[to]',
          'sort',
          'expand',
        ].map((name) => query(name)),
      ],
      ...respond(200, { type: 'array', items: order }),
    },
    post: { operationId: 'createOrder', ...body(order), ...respond(201, order) },
  },
  '/orders/{orderId}': {
    get: { operationId: 'getOrder', ...respond(200, order) },
    patch: {
      operationId: 'changeOrder',
      ...body({ type: 'object', properties: { note: { type: 'string' }, status: { type: 'string' } } }),
      ...respond(200, order),
    },
    put: { operationId: 'replaceOrder', ...body(order), ...respond(200, order) },
  },
  '/orders/{orderId}/cancel': {
    post: {
      operationId: 'cancelOrder',
      ...body({ type: 'object', properties: { reason: { type: 'string' }, note: { type: 'string' } } }),
      ...respond(200, order),
    },
  },
  '/orders/{orderId}/archive': { post: { operationId: 'archiveOrder', ...respond(200, order) } },
  '/orders/{orderId}/copy': { post: { operationId: 'copyOrder', ...respond(201, order) } },
  '/orders/{orderId}/close': {
    post: { operationId: 'closeOrder', responses: { 204: { description: 'Closed' } } },
  },
}
const Order = {
  type: 'object',
  required: ['id', 'total'],
  properties: {
    id: { type: 'integer', readOnly: true },
    total: { type: 'integer', format: 'int64' },
    note: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    status: { type: 'string', enum: ['open', 'cancelled'], readOnly: true, default: 'open' },
    isArchived: { type: 'boolean', readOnly: true, default: false },
  },
}
const toOrders = (options?: ContractOptions) => toApi(paths, { schemas: { Order } }, options)

const orders = [
  { id: 1, total: 5, note: 'Moss', createdAt: '2026-01-01T00:00:00Z', status: 'open' },
  { id: 2, total: 50, note: 'Tall moss', createdAt: '2026-02-01T00:00:00Z', status: 'cancelled' },
  { id: 3, total: 9007199254740993n, note: 'Fern', createdAt: '2026-03-01T00:00:00Z', status: 'open' },
]

describe('a list', () => {
  test.each([
    ['?q=moss', [1, 2]],
    ['?filter%5Bstatus%5D=open', [1, 3]],
    ['?minTotal=50', [2, 3]],
    ['?minTotal=9007199254740994', []],
    ['?total_lt=50', [1]],
    ['?createdAfter=2026-02-01T00:00:00Z', [3]],
    ['?createdAfter=2026-02-01T02:00:00%2B02:00', [3]],
    ['?created%5Bto%5D=2026-02-01', [1, 2]],
    ['?minTotal=6&q=moss', [2]],
    ['?sort=total,desc', [3, 2, 1]],
    ['?sort=status,total,desc', [2, 3, 1]],
    ['?expand=all', [1, 2, 3]],
  ])('is chosen by %s', async (search, ids) => {
    const mock = createMock({ contract: toOrders(), seed: { orders } })
    const { body: found } = await sendToMock(mock, { to: `GET /orders${search}` })
    expect((found as { id: number }[]).map(({ id }) => id)).toEqual(ids)
  })

  test('says which parameters it ignores', () => {
    expect(toOrders().operation('listOrders')?.effect).toMatchObject({ list: { ignored: ['expand'] } })
  })
})

describe('a change of a readOnly property', () => {
  test.each([
    ['is made if the schema of the request has it', 'PATCH', { status: 'cancelled' }, 'cancelled'],
    ['is ignored if it is readOnly there, too', 'PUT', { total: 6, status: 'cancelled' }, 'open'],
    ['is not made if nothing was sent', 'PATCH', { note: 'Ivy' }, 'open'],
  ])('%s', async (_title, method, sent, status) => {
    const mock = createMock({ contract: toOrders(), seed: { orders } })
    const changed = await sendToMock(mock, { to: `${method} /orders/1`, body: sent })
    expect(changed).toMatchObject({ status: 200, body: { ...sent, status } })
    expect(mock.records('orders').get(1)).toMatchObject({ ...sent, status })
  })
})

describe('an action on a record', () => {
  let mock: Mock
  beforeEach(() => {
    mock = createMock({ contract: toOrders(), seed: { orders } })
  })

  test('responds with the record, and sets what its name means', async () => {
    const request = { to: 'POST /orders/1/cancel', body: { reason: 'Bored', note: 'None' } }
    const cancelled = { ...orders[0], note: 'None', status: 'cancelled' }
    expect(await sendToMock(mock, request)).toMatchObject({ status: 200, body: cancelled })
    expect(mock.records('orders').get(1)).toEqual({ ...cancelled, isArchived: false })
    const archived = await sendToMock(mock, { to: 'POST /orders/2/archive' })
    expect(archived).toMatchObject({ status: 200, body: { id: 2, isArchived: true } })
  })

  test('rejects unknown records', async () => {
    expect(await sendToMock(mock, { to: 'POST /orders/9/cancel', body: {} })).toMatchObject({
      status: 404,
      failure: 'unknown-record',
    })
  })

  test('leaves the record as it is if it makes another one', async () => {
    await sendToMock(mock, { to: 'POST /orders/1/copy' })
    expect(mock.records('orders').list()).toEqual(orders)
  })

  test('does what the option resources says', async () => {
    const contract = toOrders({ resources: { orders: { operations: { closeOrder: 'remove' } } } })
    const other = createMock({ contract, seed: { orders } })
    expect((await sendToMock(other, { to: 'POST /orders/2/close' })).status).toBe(204)
    expect(other.records('orders').list()).toEqual([orders[0], orders[2]])
  })
})
