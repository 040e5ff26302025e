import { expect, test } from 'vitest'
import { makeRecord, makeRequest } from '../../src/adapters/server/make-request.ts'
import type { Operation } from '../../src/contract/contract.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { contracts, invoices, uuid } from '../mock/contracts.ts'
import { monstera } from '../tools/send.ts'

test.each(Object.entries(contracts))(
  'of %s, made records are stored, and made requests of every operation succeed',
  async (_title, contract) => {
    const mock = createServedMock({ contract })
    for (const operation of contract.operations) {
      for (const resource of contract.resources)
        await mock.records(resource.name).put(await makeRecord(mock, resource))
      const { status, reason } = await mock.handle(await makeRequest(mock, operation))
      expect([operation.id, status < 400, reason]).toEqual([operation.id, true, undefined])
    }
  },
)

test('a made request refers to a record that is stored', async () => {
  const mock = createServedMock({ contract: invoices })
  await mock.records('customers').put({ id: 5, name: 'Ada', email: 'ada@example.com', phone: null })
  const { body } = await makeRequest(mock, invoices.operation('createInvoice') as Operation)
  expect(JSON.parse(body ?? '')).toMatchObject({ customerId: 5 })
})

test('a made request creates a record with a key that is free, whatever is stored', async () => {
  const mock = createServedMock({
    seed: {
      plants: [
        { ...monstera, id: 1 },
        { ...monstera, id: 3 },
      ],
    },
  })
  const make = () => makeRequest(mock, mock.contract.operations[0] as never)
  expect(await make()).toEqual({
    method: 'POST',
    path: '/plants',
    headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
    body: '{"id":4,"name":"Monstera","tag":"foliage"}',
  })
  await mock.handle(await make())
  expect(await make()).toMatchObject({ body: expect.stringContaining('"id":5') })
})

test('a made request has the keys of stored records, and a made record those of its owners', async () => {
  const mock = createServedMock({
    contract: contracts.bookings,
    seed: {
      rooms: [{ id: 7, name: 'Blue', kind: 'single' }],
      bookings: [{ id: uuid, roomId: 8, guest: 'Ada' }],
    },
  })
  const pathOf = async (id: string) => (await makeRequest(mock, mock.contract.operation(id) as never)).path
  expect(await pathOf('readRoom')).toBe('/v1/rooms/7')
  expect(await pathOf('closeRoom')).toBe('/v1/rooms/7/close')
  expect(await pathOf('readBooking')).toBe(`/v1/rooms/8/bookings/${uuid}`)
  const [, bookings] = mock.contract.resources
  expect(await makeRecord(mock, bookings as never)).toMatchObject({ roomId: 7 })
})
