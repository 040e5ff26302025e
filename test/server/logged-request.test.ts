import { expect, test } from 'vitest'
import { createMock, type Mock, type MockRequest } from '../../src/mock/create-mock.ts'
import { openConnection, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

test('onRequest is called for each response', async () => {
  const { url, log, mock } = await start()
  await sendPlant(url)
  await sendPlant(url)
  mock.faults.next('dropped-connection')
  await sendPlant(url).catch(() => {})
  await fetch(new URL('/__admin/nothing', url))
  const duration = expect.any(Number)
  const created = {
    number: 1,
    operation: 'createPlant',
    method: 'POST',
    path: '/plants',
    status: 200,
    duration,
  }
  expect(log).toEqual([
    created,
    {
      ...created,
      number: 2,
      status: 409,
      failure: 'duplicate-key',
      message: 'a plant with the id 1 is already stored',
    },
    { ...created, number: 3, status: 0, fault: 'dropped-connection' },
    { method: 'GET', path: '/__admin/nothing', status: 404, duration, message: expect.any(String) },
  ])
})

test('a client that leaves while its request waits is marked in the journal and the log', async () => {
  const mock = createMock()
  let sent: MockRequest | undefined
  const handle: Mock['handle'] = (request) => {
    sent = request
    return mock.handle(request)
  }
  const { url, log } = await start({ mock: { ...mock, handle } })
  const held = mock.faults.hold()
  const connection = await openConnection(url)
  await connection.write(toRequestText())
  await expect.poll(() => mock.requests.size).toBe(1)
  expect(sent?.aborted?.()).toBeUndefined()
  connection.abandon()
  await expect.poll(() => sent?.aborted?.()).toBe(true)
  held.release()
  await expect.poll(() => log).toMatchObject([{ status: 200, aborted: true }])
  expect(mock.requests.last()).toMatchObject({ response: { status: 200 }, aborted: true })
  expect(mock.records('plants').count()).toBe(1)
})
