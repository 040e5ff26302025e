import { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTokenCommand } from '../../src/cli/verify/token-command.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'

const run = (command: string, signal = new AbortController().signal): Promise<string> =>
  createTokenCommand(command)(signal)

test.each([
  ['printf "\\n a\\303\\244b \\n"; read -r line || true', 'aäb'],
  [`'${process.execPath}' -p '"x".repeat(70000)'`, 'x'.repeat(65_536)],
])('the output of %s is the token, without white space around it', async (command, token) => {
  expect(await run(command)).toBe(token)
})

test('a command that the system cannot start gives no token', async () => {
  vi.spyOn(ChildProcess.prototype as unknown as { spawn(): number }, 'spawn').mockImplementation(function (
    this: ChildProcess,
  ) {
    this.stdout = new PassThrough()
    process.nextTick(() => this.emit('error', new Error('spawn EAGAIN')))
    return 0
  })
  await expect(run('echo a')).rejects.toThrow('spawn EAGAIN')
})

describe.skipIf(!has('proc'))('a command that hangs is ended with all that it started', () => {
  let folder: Folder
  beforeEach(() => {
    folder = createFolder()
  })
  afterEach(() => folder[Symbol.dispose]())
  const hang = (signal?: AbortSignal) =>
    run(
      `'${process.execPath}' -e 'setTimeout(() => {}, 6e5)' & echo $! >'${folder.file('pid')}'; wait`,
      signal,
    )
  /** The state of what it started, of which nothing is left after its end but a zombie. */
  const isRunning = (): boolean => {
    // The file is empty before the shell writes it.
    const pid = readFileSync(folder.file('pid'), 'utf8').trim()
    const path = `/proc/${pid}/stat`
    return pid !== '' && existsSync(path) && !/\) Z /.test(readFileSync(path, 'utf8'))
  }
  const started = () => expect.poll(() => isRunning()).toBe(true)

  test('after 60 s', async () => {
    // Each try of `expect.poll` would let fake time pass.
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const reason = hang().catch(({ message }) => message)
    const [end, limit] = timers.mock.lastCall ?? []
    expect(limit).toBe(60_000)
    await started()
    end?.()
    expect(await reason).toBe('it did not end within 60 s')
    await expect.poll(isRunning).toBe(false)
  })

  test.each(['linux', 'win32'])('if the run is stopped, on %s', async (platform) => {
    const taskkill = `#!/bin/sh\necho "$@" >'${folder.file('arguments')}'\nkill -KILL "-$2"\n`
    writeFileSync(folder.file('taskkill'), taskkill, { mode: 0o755 })
    const controller = new AbortController()
    const reason = hang(controller.signal).catch(({ message }) => message)
    await started()
    vi.stubEnv('PATH', `${folder.path}:${process.env['PATH']}`)
    const { platform: usual } = process
    Object.defineProperty(process, 'platform', { value: platform })
    controller.abort()
    Object.defineProperty(process, 'platform', { value: usual })
    expect(await reason).toBe('the run was stopped')
    await expect.poll(isRunning).toBe(false)
    if (platform === 'win32')
      expect(readFileSync(folder.file('arguments'), 'utf8')).toMatch(/^\/pid \d+ \/t \/f\n$/)
    await expect(run('echo a', controller.signal)).rejects.toThrow('the run was stopped')
  })
})
