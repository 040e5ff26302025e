// A shop, in which the descriptions of 409s say what conflicts with what is stored.
import type { Contract } from '../../src/contract/contract.ts'
import { toApi, toRef } from '../contract/describe-api.ts'

const content = (schema: object) => ({ content: { 'application/json': { schema } } })

const toBody = (name: string) => ({ requestBody: { required: true, ...content(toRef(name)) } })

/** Makes responses: a success, and perhaps a conflict; an unknown key gets 404. */
const toResponses = (status: number, schema: object | undefined, conflict?: string) => ({
  responses: {
    [status]: { description: 'OK', ...(schema && content(schema)) },
    ...(conflict !== undefined && { 409: { description: conflict } }),
    ...(status !== 201 && { 404: { description: 'Unknown' } }),
  },
})

const id = { type: 'integer', readOnly: true }
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
const Payment = {
  type: 'object',
  required: ['id', 'cents'],
  properties: { id, cents: { type: 'integer', minimum: 1 } },
}
const NewPayment = { type: 'object', required: ['cents'], properties: { cents: Payment.properties.cents } }

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

/** @param isSilent whether nothing is said about conflicts */
function toShop(isSilent: boolean): Contract {
  const say = (status: number, schema: object | undefined, conflict?: string) =>
    toResponses(status, schema, isSilent ? undefined : conflict)
  return toApi(
    {
      '/customers': {
        get: {
          operationId: 'listCustomers',
          parameters: [{ name: 'sort', in: 'query', schema: { enum: ['name', '-name'] } }],
          ...say(200, { type: 'array', items: toRef('Customer') }),
        },
        post: {
          operationId: 'createCustomer',
          ...toBody('Customer'),
          ...say(201, toRef('Customer'), 'Another customer has this `email`.'),
        },
      },
      '/customers/{customerId}': {
        parameters: [inPath('customerId')],
        get: { operationId: 'readCustomer', ...say(200, toRef('Customer')) },
        patch: {
          operationId: 'changeCustomer',
          requestBody: {
            required: true,
            content: {
              'application/merge-patch+json': {
                schema: {
                  type: 'object',
                  properties: { ...Customer.properties },
                  additionalProperties: false,
                },
              },
            },
          },
          ...say(200, toRef('Customer'), 'The email is taken.'),
        },
        delete: { operationId: 'removeCustomer', ...say(204, undefined, 'The customer has orders.') },
      },
      '/orders': {
        get: { operationId: 'listOrders', ...say(200, { type: 'array', items: toRef('Order') }) },
        post: { operationId: 'createOrder', ...toBody('Order'), ...say(201, toRef('Order')) },
      },
      '/orders/{orderId}': {
        parameters: [inPath('orderId')],
        get: { operationId: 'readOrder', ...say(200, toRef('Order')) },
        put: {
          operationId: 'replaceOrder',
          ...toBody('Order'),
          ...say(200, toRef('Order'), 'Only open orders can be changed.'),
        },
        delete: {
          operationId: 'removeOrder',
          ...say(204, undefined, "A shipped order can't be removed."),
        },
      },
      '/orders/{orderId}/ship': {
        parameters: [inPath('orderId')],
        post: {
          operationId: 'shipOrder',
          ...say(200, toRef('Order'), 'It is shipped already, or cancelled.'),
        },
      },
      '/orders/{orderId}/cancel': {
        parameters: [inPath('orderId')],
        post: {
          operationId: 'cancelOrder',
          ...say(200, toRef('Order'), "Orders can't be cancelled after a week."),
        },
      },
      '/orders/{orderId}/payments': {
        parameters: [inPath('orderId')],
        post: { operationId: 'createPayment', ...toBody('NewPayment'), ...say(201, toRef('Payment')) },
      },
      '/payments/{paymentId}': {
        parameters: [inPath('paymentId')],
        get: { operationId: 'readPayment', ...say(200, toRef('Payment')) },
      },
    },
    { schemas: { Customer, Order, Payment, NewPayment } },
  )
}

export const shop = toShop(false)
export const silentShop = toShop(true)
