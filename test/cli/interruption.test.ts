import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { catchInterruption } from '../../src/cli/interruption.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { startHere } from './run-here.ts'

test.each([
  ['verify', 'SIGINT', 130, /^✗ The service can't be judged: the run was stopped/],
  ['diff', 'SIGTERM', 143, /^✗ The service can't be compared: the run was stopped/],
] as const)('%s ends in order on %s, with the exit code %i', async (name, signal, code, stdout) => {
  await using folder = createFolder()
  const server = createServer()
  const asked = once(server, 'request')
  await using hanging = await listen(server)
  await using command = startHere([name, hanging.url, '--token', 'local-token'], {}, folder.path)
  await asked
  command.kill(signal)
  expect(await command.ended).toEqual({
    code,
    stdout: expect.stringMatching(stdout),
    stderr: '',
  })
})

describe('a second signal', () => {
  /** Sends a signal to the listeners that a command has added. */
  function interrupt(before: readonly unknown[]): void {
    for (const listener of process.listeners('SIGINT')) if (!before.includes(listener)) listener('SIGINT')
  }

  test('ends a command by itself, or by an exit if it has cleanup', () => {
    const before = process.listeners('SIGINT')
    {
      using interruption = catchInterruption()
      expect([interruption.signal.aborted, interruption.code]).toEqual([false, undefined])
      interrupt(before)
      expect([interruption.signal.aborted, interruption.code]).toEqual([true, 130])
      // Nothing handles the next one anymore.
      expect(process.listeners('SIGINT')).toEqual(before)
    }
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
    {
      using _interruption = catchInterruption({ hasCleanup: true })
      interrupt(before)
      expect(exit).not.toHaveBeenCalled()
      interrupt(before)
      expect(exit).toHaveBeenCalledWith(130)
    }
    expect(process.listeners('SIGINT')).toEqual(before)
  })
})
