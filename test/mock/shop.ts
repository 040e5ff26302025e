// A shop, in which the descriptions of 409s say what conflicts with what is stored.
import { toApi, toPaths } from '../contract/describe-api.ts'

const operations = `
  GET /customers?sort > [Customer]: listCustomers | 404 Unknown
  POST /customers Customer > 201 Customer: createCustomer | 409 Another customer has this \`email\`.
  GET /customers/{customerId} > Customer: readCustomer | 404 Unknown
  PATCH /customers/{customerId} Customer > Customer: changeCustomer | 409 The email is taken. | 404 Unknown
  DELETE /customers/{customerId} > 204: removeCustomer | 409 The customer has orders. | 404 Unknown
  GET /orders > [Order]: listOrders | 404 Unknown
  POST /orders Order > 201 Order: createOrder
  GET /orders/{orderId} > Order: readOrder | 404 Unknown
  PUT /orders/{orderId} Order > Order: replaceOrder | 409 Only open orders can be changed. | 404 Unknown
  DELETE /orders/{orderId} > 204: removeOrder | 409 A shipped order can't be removed. | 404 Unknown
  POST /orders/{orderId}/ship > Order: shipOrder | 409 It is shipped already, or cancelled. | 404 Unknown
  POST /orders/{orderId}/cancel > Order: cancelOrder | 409 Orders can't be cancelled after a week. | 404 Unknown
  POST /orders/{orderId}/payments NewPayment > 201 Payment: createPayment
  GET /payments/{paymentId} > Payment: readPayment | 404 Unknown`

const id = { type: 'integer', readOnly: true }
const cents = { type: 'integer', minimum: 1 }
const Customer = {
  type: 'object',
  required: ['id', 'email', 'name'],
  properties: {
    id,
    email: { type: 'string', format: 'email' },
    name: { type: 'string', minLength: 1 },
    vat: { type: 'string', minLength: 1, description: 'Unique, if there is one.' },
  },
}
const Order = {
  type: 'object',
  required: ['id', 'customerId', 'status'],
  properties: {
    id,
    customerId: { type: 'integer' },
    note: { type: 'string' },
    status: { enum: ['open', 'shipped', 'cancelled'], readOnly: true },
  },
}
const Payment = { type: 'object', required: ['id', 'cents'], properties: { id, cents } }
const NewPayment = { type: 'object', required: ['cents'], properties: { cents } }

function toShop(text: string) {
  const paths = toPaths(text, 'integer')
  const [sort] = paths['/customers']?.['get'].parameters ?? []
  sort.schema = { enum: ['name', '-name'] }
  const { type, properties } = Customer
  const schema = { type, properties, additionalProperties: false }
  Object.assign(paths['/customers/{customerId}']?.['patch'].requestBody, {
    content: { 'application/merge-patch+json': { schema } },
  })
  return toApi(paths, { schemas: { Customer, Order, Payment, NewPayment } })
}

export const shop = toShop(operations)
/** The same, without a word about conflicts. */
export const silentShop = toShop(operations.replaceAll(/ \| 409 [^|\n]+(?=\n| \|)/g, ''))
