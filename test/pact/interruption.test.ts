import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { has } from '../tools/optional-tools.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { makeFolder, token, writePactFile } from './written-pact.ts'

const bin = fileURLToPath(new URL('../../src/cli/plant-store.ts', import.meta.url))
const findChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []

const isRunning = (pid: string): boolean => existsSync(`/proc/${pid}`)

test.skipIf(!has('proc'))('two signals at once leave neither a file nor the verifier of Pact', async () => {
  await using hanging = await startRecordingBackend(({ url }) => ({ status: url === '/' ? 404 : 0 }))
  const folder = makeFolder()
  const args = ['verify-pacts', hanging.url, '--pacts', writePactFile({}), '--token', token]
  // Spawned directly, since other tests start commands by a function that kills all that they leave behind.
  const command = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: folder },
    stdio: 'ignore',
  })
  onTestFinished(() => void command.kill('SIGKILL'))
  await expect.poll(() => hanging.requests.length).toBe(1)

  const [name = ''] = readdirSync(folder).filter((entry) => entry.startsWith('plant-store-pacts-'))
  expect(readFileSync(join(folder, name, '0.json'), 'utf8')).not.toContain(token)
  const verifiers = findChildren(command.pid ?? 0)
  expect(verifiers).toHaveLength(1)

  // A stopped process gets both signals in one turn of its event loop.
  for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) command.kill(signal)
  const [code] = await once(command, 'exit')
  expect([130, 143]).toContain(code)
  expect(readdirSync(folder)).not.toContain(name)
  await expect.poll(() => verifiers.filter(isRunning)).toEqual([])
})
