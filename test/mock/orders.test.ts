import { expect, test } from 'vitest'
import { createMock } from '../../src/mock/create-mock.ts'
import { orders, toOrders } from './orders.ts'
import { sendToMock } from './send-to-mock.ts'

test('a list says which parameters it ignores', () => {
  expect(toOrders().operation('listOrders')?.effect).toMatchObject({ list: { ignored: ['expand'] } })
})

test('an action does what the option resources says', async () => {
  const contract = toOrders({ resources: { orders: { operations: { closeOrder: 'remove' } } } })
  const mock = createMock({ contract, seed: { orders } })
  expect((await sendToMock(mock, { to: 'POST /orders/2/close' })).status).toBe(204)
  expect(mock.records('orders').list()).toEqual([orders[0], orders[2]])
})
