import { readContract } from 'plant-store-kit/contract'
import { createMockTest } from 'plant-store-kit/vitest'
import { expect } from 'vitest'
import { Issues } from './github.ts'

const test = createMockTest(
  { contract: await readContract('github.json') },
  { baseUrl: 'https://api.github.com' },
)

const issues = new Issues('ada/garden', 'token-of-ada')
const busy = { operation: 'issues/list-for-repo', status: 503, headers: { 'Retry-After': '0' } }

test('creates an issue', async ({ mock }) => {
  const { number } = await issues.create({ title: 'Water the fern', labels: ['garden'] })
  expect(mock).toHaveCreated('issues', { title: 'Water the fern', labels: ['garden'] }, { times: 1 })
  expect(number).toBe(1)
})

test('lists the open issues of all pages', async ({ mock }) => {
  for (const title of ['Fern', 'Ivy', 'Moss']) await issues.create({ title })
  const open = await issues.listOpen()
  expect(open.map(({ title }) => title).sort()).toEqual(['Fern', 'Ivy', 'Moss'])
  expect(mock).toHaveReceived({ operation: 'issues/list-for-repo', status: 200 }, { times: 2 })
})

test('closes an issue, and says why', async ({ mock }) => {
  const { number } = await issues.create({ title: 'Water the fern' })
  const closed = await issues.close(number, 'It rains.')
  expect(closed.state).toBe('closed')
  expect(mock).toHaveRecord('issues/comments', { body: 'It rains.' })
  expect(await issues.listOpen()).toEqual([])
})

test('locks an issue', async ({ mock }) => {
  await issues.lock((await issues.create({ title: 'Water the fern' })).number)
  expect(mock).toHaveReceived({ operation: 'issues/lock', status: 204 })
})

test('tries again while the service is busy', async ({ mock }) => {
  mock.faults.next(busy, { requests: 2 })
  expect(await issues.listOpen()).toEqual([])
  expect(mock).toHaveNoQueuedFaults()
})
