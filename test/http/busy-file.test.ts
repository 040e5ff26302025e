import { expect, test, vi } from 'vitest'
import { whileBusy } from '../../src/http/busy-file.ts'

test.each<[code: string, platform: NodeJS.Platform, failures: number, calls: number]>([
  ['EPERM', 'win32', 2, 3],
  ['EBUSY', 'win32', 99, 100],
  ['EACCES', 'win32', 100, 100],
  ['ENOENT', 'win32', 1, 1],
  ['EPERM', 'linux', 1, 1],
])('after %s on %s, %i times, a function is called %i times', (code, platform, failures, calls) => {
  let left = failures
  const act = vi.fn(() => {
    if (left-- > 0) throw Object.assign(new Error(code), { code })
  })
  const run = () => whileBusy(act, platform, 0)
  if (calls > failures) run()
  else expect(run).toThrow(code)
  expect(act).toHaveBeenCalledTimes(calls)
})
