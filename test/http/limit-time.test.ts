import { once } from 'node:events'
import { expect, test } from 'vitest'
import { limitTime } from '../../src/http/limit-time.ts'

test('aborts when the time is over', async () => {
  const signal = limitTime(1)
  if (!signal.aborted) {
    // The timer of the limit doesn't keep a process alive.
    const timer = setTimeout(() => {}, 2 ** 30)
    await once(signal, 'abort')
    clearTimeout(timer)
  }
  expect(signal.reason.name).toBe('TimeoutError')
})

test('aborts with another signal, and not at once with a time that no timer can hold', () => {
  const controller = new AbortController()
  const signal = limitTime(2 ** 40, controller.signal)
  expect(signal.aborted).toBe(false)
  controller.abort()
  expect(signal.aborted).toBe(true)
})
