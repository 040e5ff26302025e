import { beforeEach, expect, test, vi } from 'vitest'
import { checkHealth } from '../../src/adapters/server/check-health.ts'
import { createMock } from '../../src/mock/create-mock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return () => vi.useRealTimers()
})

function ask(count: () => Promise<number>): Promise<object> {
  const mock = createMock()
  return checkHealth({ ...mock, records: () => ({ ...mock.records('plants'), count }) as never })
}
const failure = (reason: string) => ({ status: 503, message: `the storage (memory) failed: ${reason}` })

test('a storage that counts its records is healthy, and leaves no timer', async () => {
  expect(await ask(async () => 0)).toEqual({ status: 'ok', storage: 'memory' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a storage that fails is a 503 with the reason', async () => {
  await expect(ask(() => Promise.reject(new Error('disk full')))).rejects.toMatchObject(failure('disk full'))
})

test('a storage that stays silent is a 503 after a second', async () => {
  const onFail = vi.fn()
  const asked = ask(() => new Promise(() => {})).catch(onFail)
  await vi.advanceTimersByTimeAsync(999)
  expect(onFail).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(onFail).toHaveBeenCalledWith(expect.objectContaining(failure('no response within 1000 ms')))
})
