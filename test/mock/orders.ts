import type { ContractOptions } from '../../src/contract/contract.ts'
import { toApi } from '../contract/describe-api.ts'

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
/** Makes a contract of orders, which filters choose and actions change. */
export const toOrders = (options?: ContractOptions) => toApi(paths, { schemas: { Order } }, options)

/** Some orders, of which one has an exact total. */
export const orders = [
  { id: 1, total: 5, note: 'Moss', createdAt: '2026-01-01T00:00:00Z', status: 'open' },
  { id: 2, total: 50, note: 'Tall moss', createdAt: '2026-02-01T00:00:00Z', status: 'cancelled' },
  { id: 3, total: 9007199254740993n, note: 'Fern', createdAt: '2026-03-01T00:00:00Z', status: 'open' },
]
