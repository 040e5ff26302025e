import { afterEach, expect, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createProgress, describeProgress } from '../../src/cli/progress.ts'
import { runHere } from './run-here.ts'

const { isTTY, columns } = process.stderr
afterEach(() => {
  vi.useRealTimers()
  Object.assign(process.stderr, { isTTY, columns })
})

const progress = { done: 7, total: 90, last: 'id-zero', timeLeft: 89_001 }

test.each([
  [89_000, '89 s'],
  [89_001, '2 min'],
  [120_001, '3 min'],
])('%i milliseconds are shown as %s', (timeLeft, text) => {
  expect(describeProgress({ ...progress, timeLeft })).toBe(`7 of 90 · id-zero · ${text} left`)
})

test('a terminal shows the progress in one line, at most ten times a second, until it is cleared', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 1000 })
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  Object.assign(process.stderr, { isTTY: true, columns: 13 })
  const { show, clear } = createProgress()
  clear()
  for (const time of [100, 99, 1]) {
    vi.advanceTimersByTime(time)
    show(progress)
  }
  clear()
  const line = '\r\u001b[K7 of 90 · id'
  expect(write.mock.calls.flat()).toEqual([line, line, '\r\u001b[K'])
  process.stderr.isTTY = false
  show(progress)
  clear()
  expect(write).toHaveBeenCalledTimes(3)
})

test.each([
  ['verify', ['--only', 'documented-status', '--max-requests', '20'], /^0 of 1 · createPlant/],
  ['diff', [], /^\d+ of \d+ · createPlant: .+ left$/],
])('%s shows its progress on a terminal, and clears it', async (name, flags, line) => {
  await using server = await startServer({ port: 0 })
  process.stderr.isTTY = true
  const { stderr } = await runHere([name, server.url, '--token', 'local-token', ...flags])
  const [before, shown, ...rest] = stderr.split('\r\u001b[K')
  expect([before, rest.at(-1)]).toEqual(['', ''])
  expect(shown).toMatch(line)
})
