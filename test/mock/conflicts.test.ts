import { expect, test } from 'vitest'
import { createMock } from '../../src/mock/create-mock.ts'
import { mergePatch } from './contracts.ts'
import { shop } from './shop.ts'

const ada = { email: 'ada@example.com', name: 'Ada', vat: 'A1' }
const bea = { email: 'bea@example.com', name: 'Bea' }
const change = (key: number, body: object) => ({
  method: 'PATCH',
  path: `/customers/${key}`,
  headers: mergePatch,
  body: JSON.stringify(body),
})
const post = (path: string, body?: object) => ({
  method: 'POST',
  path,
  ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
})
const remove = (path: string) => ({ method: 'DELETE', path })
const replace = (path: string, body: object) => ({ ...post(path, body), method: 'PUT' })

/** Of the requests, the last one is what conflicts, or doesn't; the customers 1 and 2 are stored. */
const rows: Record<string, { requests: object[]; gets: number | string }> = {
  'an email that another customer has': {
    requests: [post('/customers', { ...ada, vat: 'B2' })],
    gets: 'a customer with the email "ada@example.com" is already stored',
  },
  'what is described as unique': {
    requests: [post('/customers', { ...ada, email: 'new@example.com' })],
    gets: 'a customer with the vat "A1" is already stored',
  },
  'a change to an email that another customer has': {
    requests: [change(2, { email: 'ada@example.com' })],
    gets: 'a customer with the email "ada@example.com" is already stored',
  },
  'a change that keeps its email': { requests: [change(1, ada)], gets: 200 },
  'a name that another customer has': {
    requests: [post('/customers', { name: 'Ada', email: 'new@example.com' })],
    gets: 201,
  },
  'removing a customer that has orders': {
    requests: [post('/orders', { customerId: 1 }), remove('/customers/1')],
    gets: 'this customer has the order "1"',
  },
  'removing a customer without orders': {
    requests: [post('/orders', { customerId: 1 }), remove('/customers/2')],
    gets: 204,
  },
  'an action a second time': {
    requests: [post('/orders', { customerId: 1 }), post('/orders/1/ship'), post('/orders/1/ship')],
    gets: 'the status of this order is "shipped"',
  },
  'an action in another state that it is rejected in': {
    requests: [post('/orders', { customerId: 1 }), post('/orders/1/cancel'), post('/orders/1/ship')],
    gets: 'the status of this order is "cancelled"',
  },
  'an action a second time, if nothing is said about that': {
    requests: [post('/orders', { customerId: 1 }), post('/orders/1/cancel'), post('/orders/1/cancel')],
    gets: 200,
  },
  'replacing in another state than the only one': {
    requests: [
      post('/orders', { customerId: 1 }),
      post('/orders/1/ship'),
      replace('/orders/1', { customerId: 2 }),
    ],
    gets: 'the status of this order is "shipped"',
  },
  'replacing in the only state': {
    requests: [post('/orders', { customerId: 1 }), replace('/orders/1', { customerId: 2 })],
    gets: 200,
  },
  'removing in a state that is named': {
    requests: [post('/orders', { customerId: 1 }), post('/orders/1/ship'), remove('/orders/1')],
    gets: 'the status of this order is "shipped"',
  },
  'reading at a path of its own what is created below another record': {
    requests: [
      post('/orders', { customerId: 1 }),
      post('/orders/1/payments', { cents: 5 }),
      { method: 'GET', path: '/payments/1' },
    ],
    gets: 200,
  },
}

test.each(Object.entries(rows))('%s', async (_name, { requests, gets }) => {
  const mock = createMock({ contract: shop, seed: { customers: [ada, bea] } })
  const responses = []
  for (const request of requests) responses.push(await mock.handle(request as never))
  const last = responses.pop()
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => expect.toBeOneOf([200, 201])))
  if (typeof gets === 'number') expect(last?.status).toBe(gets)
  else expect([last?.status, last?.reason]).toEqual([409, gets])
})
