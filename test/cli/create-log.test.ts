import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, writeNotice } from '../../src/cli/mock/log.ts'

let written: string[]
let exit: () => void

/** Creates a log whose writes and exit are in the hands of the test. */
function create(): (path: string) => void {
  const log = createLog('json')
  return (path) => log?.({ method: 'POST', path, status: 200, duration: 1 })
}

const readPaths = (): string[] =>
  written
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).path)

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    if (event === 'exit') exit = listener as () => void
    return process
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('lines that come together are one write, in their order, and the last ones are written at the exit, once', () => {
  const log = create()
  for (const path of ['/1', '/2', '/3']) log(path)
  vi.runAllTimers()
  expect(written).toHaveLength(1)
  log('/4')
  exit()
  vi.runAllTimers()
  expect(readPaths()).toEqual(['/1', '/2', '/3', '/4'])
})

test('no line waits for more than 100 ms, however many follow it', () => {
  const log = create()
  for (let at = 0; at < 1000; at += 10) {
    log(`/${at}`)
    vi.advanceTimersByTime(10)
    expect(at + 10 - 10 * readPaths().length).toBeLessThanOrEqual(100)
  }
})

test('COLUMNS breaks what a line says between its words', () => {
  vi.stubEnv('COLUMNS', '30')
  const message = 'id must be an integer, got 1.5'
  createLog('pretty')?.({ method: 'POST', path: '/plants', status: 400, duration: 1, message })
  vi.runAllTimers()
  expect(written).toEqual(['POST /plants 400 1.0 ms id\n  must be an integer, got 1.5\n'])
})

test('FORCE_COLOR=1 asks for colors of statuses', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  // The log remembers colors.
  vi.resetModules()
  const colored = await import('../../src/cli/mock/log.ts')
  const statuses: [status: number, shown: string, aborted?: true][] = [
    [200, '32m200'],
    [399, '32m399'],
    [400, '33m400'],
    [499, '33m499'],
    [500, '31m500'],
    [0, '31mdropped'],
    [0, '31maborted', true],
    [200, '32m200 aborted', true],
  ]
  const log = colored.createLog('pretty')
  for (const [status, , aborted] of statuses)
    log?.({ method: 'POST', path: '/plants', status, duration: 1.25, ...(aborted && { aborted }) })
  vi.runAllTimers()
  const code = '\u001b['
  const lines = statuses.map(
    ([, shown]) => `POST /plants ${code}${shown}${code}39m ${code}2m1.3 ms${code}22m\n`,
  )
  expect(written.join('')).toBe(lines.join(''))
})

test.each(['pretty', 'json'] as const)('%s: no line commands a CI service', (format) => {
  createLog(format)?.({ method: 'GET', path: '/##[group]', status: 404, duration: 1 })
  exit()
  writeNotice('##[group]', format)
  expect(written.join('').match(/#+\[group/g)).toEqual(['#[group', '#[group'])
})
