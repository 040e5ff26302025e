import { expect, test } from 'vitest'
import { contracts } from '../mock/contracts.ts'
import { callControl } from '../tools/send.ts'
import { start } from './start.ts'

test('GET /config describes any description, and other options without credentials', async () => {
  const options = { upstream: 'http://bookings.example', isolate: 'token', maxBody: 5 } as const
  const credentials = { key: ['secret-1', 'secret-2'] }
  const { adminUrl } = await start({ contract: contracts.bookings, credentials, ...options })
  const { body } = await callControl(adminUrl, 'GET', '/config')
  expect(body).not.toContain('secret')
  expect(JSON.parse(body)).toMatchObject({
    ...options,
    ...{ title: 'Bookings', apiVersion: '1.0.0', basePaths: ['/v1'], credentials: ['key'] },
    operations: expect.arrayContaining([
      { id: 'report', method: 'GET', path: '/report', effect: 'none' },
      expect.objectContaining({ id: 'createBooking', effect: 'create', resource: 'bookings' }),
    ]),
    resources: [{ name: 'rooms' }, { name: 'bookings', parent: 'rooms' }],
  })
})
