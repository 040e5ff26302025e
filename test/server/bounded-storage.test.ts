import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { createBoundedStorage, createMemoryBound } from '../../src/server/bounded-storage.ts'
import { describeStorage } from '../store/describe-storage.ts'
import { sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

describeStorage('bounded memory', () => createBoundedStorage(createMemoryBound()))

/** A plant of 1000 bytes. */
const fern = (id: number) => ({ id, name: 'x'.repeat(400) })

test('a change that needs more memory than the bound of all storages changes nothing', () => {
  const bound = createMemoryBound(3000)
  const [one, other] = [createBoundedStorage(bound), createBoundedStorage(bound)]
  one.replaceAll([fern(1), fern(2)])
  other.put(fern(1))
  other.put(fern(1))
  expect(other.insertIfAbsent([fern(1)])).toEqual([1])
  expect(bound.used).toBe(3000)
  const full = 'its memory for plants is full'
  expect(() => other.insertIfAbsent([fern(2)])).toThrow(full)
  expect(() => other.put({ ...fern(1), tag: 'x' })).toThrow(full)
  expect(() => other.replaceAll([fern(1), fern(2)])).toThrow(full)
  expect([other.count(), bound.used]).toEqual([1, 3000])
  one.replaceAll([])
  other.insertIfAbsent([fern(2)])
  expect(bound.used).toBe(2000)
})

test('plants may take half of the heap by default', () => {
  const { heap_size_limit: heap } = getHeapStatistics()
  expect(createMemoryBound().max).toBe(heap / 2)
})

test('a fake refuses plants beyond maxMemory, and a token that is dropped frees its own', async () => {
  const { url, configure } = await start({ maxMemory: 1500, isolate: 'token', tokens: ['one', 'two'] })
  expect((await sendPlant(url, fern(1), { token: 'one' })).status).toBe(200)
  const { status, body } = await sendPlant(url, fern(1), { token: 'two' })
  expect([status, body]).toEqual([500, expect.stringContaining('--max-memory')])
  await configure({ tokens: ['two'] })
  expect((await sendPlant(url, fern(1), { token: 'two' })).status).toBe(200)
})
