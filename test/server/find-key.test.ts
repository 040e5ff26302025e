import { expect, test } from 'vitest'
import { findKey } from '../../src/adapters/server/find-key.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { contracts } from '../mock/contracts.ts'

const headers = { 'x-api-key': 'mine', authorization: 'Bearer mine', 'content-type': 'application/json' }

test.each([
  ['of the body', 'plants', 'POST /plants', '{"id":9007199254740993,"name":"Fern"}', 9007199254740993n],
  ['of a rejected body', 'plants', 'POST /plants', '{"id":"one"}', 'one'],
  ['of no scalar', 'plants', 'POST /plants', '{"id":{}}', undefined],
  ['of what is not JSON', 'plants', 'POST /plants', '{"id":1', undefined],
  ['of a long body', 'plants', 'POST /plants', `{"id":1,"name":"${'x'.repeat(20_000)}"}`, undefined],
  ['that the mock made', 'bookings', 'POST /v1/rooms', '{"name":"Blue","kind":"single"}', 1],
  ['of a rejected request without one', 'bookings', 'POST /v1/rooms', '{}', undefined],
  ['of an operation that creates nothing', 'bookings', 'GET /v1/rooms', '', undefined],
  ['of no operation', 'bookings', 'GET /nothing', '', undefined],
] as const)('the key %s', async (_title, name, to, body, key) => {
  const mock = createServedMock({ contract: contracts[name] })
  const [method = '', path = ''] = to.split(' ')
  await mock.handle({ method, path, headers, body })
  const entry = await mock.requests.get(1)
  expect(entry && findKey(mock.contract, entry)).toBe(key)
})
