import type { ContractOptions } from '../../src/contract/contract.ts'
import { toApi, toPaths } from '../contract/describe-api.ts'

const paths = toPaths(`
  GET /orders?q&filter[status]&minTotal&total_lt&createdAfter&created[to]&sort&expand > [Order]: listOrders | 404 Unknown
  POST /orders Order? > 201 Order: createOrder | 404 Unknown
  GET /orders/{orderId} > Order: getOrder | 404 Unknown
  PATCH /orders/{orderId} (note status)? > Order: changeOrder | 404 Unknown
  PUT /orders/{orderId} Order? > Order: replaceOrder | 404 Unknown
  POST /orders/{orderId}/cancel (reason note)? > Order: cancelOrder | 404 Unknown
  POST /orders/{orderId}/archive > Order: archiveOrder | 404 Unknown
  POST /orders/{orderId}/copy > 201 Order: copyOrder | 404 Unknown
  POST /orders/{orderId}/close > 204: closeOrder`)
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
