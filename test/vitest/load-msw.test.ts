import { expect, test, vi } from 'vitest'
import { loadMsw } from '../../src/adapters/vitest/load-msw.ts'

test('an msw that is installed but broken is named with its version and the reason', async () => {
  vi.doMock('../../src/adapters/msw/node-network.ts', () => {
    throw new Error('no such export')
  })
  const failure = await loadMsw().catch((error) => error)
  expect(failure.message).toMatch(/^Failed to start the mock: msw \d+\.\d+\.\d+ could not be loaded: ./)
  expect(failure.cause).toBeInstanceOf(Error)
})
