import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startServer } from '../../../src/server/start-server.ts'
import { startProcess } from '../start-process.ts'
import { userEnvironment as env } from '../user-environment.ts'

const run = promisify(execFile)
const program = `
  import { setupServer } from 'msw/node'
  import { createHandlers } from 'plant-store-kit/msw'
  setupServer(...createHandlers({}, { baseUrl: 'http://plants.example' })).listen()
  const response = await fetch('http://plants.example/plants', {
    method: 'POST',
    headers: { Authorization: 'Bearer a-token', 'Content-Type': 'application/json' },
    body: '{"id":9007199254740993,"name":"Fern"}',
  })
  console.log(response.status, await response.text())
`

describe.each([
  ['20.19', '2'],
  ['22', '3'],
  ['24', '3'],
  ['26', '3'],
])('the packed package on Node %s', (version, msw) => {
  let folder: string
  let node: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `plant-store-node-${version}-`))
    node = join(folder, 'node_modules/node/bin/node')
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
    // The package `node` depends on one such package for each platform.
    const binary = `node@npm:node-${process.platform}-${process.arch}@${version}`
    const packages = [binary, `msw@${msw}`, inject('tarball')]
    await run('npm', ['install', '--no-audit', '--no-fund', '--force', ...packages], { cwd: folder, env })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is that version', async () => {
    expect((await run(node, ['--version'])).stdout).toMatch(new RegExp(`^v${version.replace('.', '\\.')}\\.`))
  })

  test('starts, creates a plant, and keeps every rule', async () => {
    const bin = join(folder, 'node_modules/.bin/plant-store')
    const args = [bin, 'start', '--port', '0', '--token', 'a-token', '--log', 'silent']
    await using started = await startProcess(node, args, { cwd: folder })
    const response = await fetch(`${started.url}/plants`, {
      method: 'POST',
      headers: { Authorization: 'Bearer a-token', 'Content-Type': 'application/json' },
      body: '{"id":1,"name":"Fern"}',
    })
    expect([response.status, await response.json()]).toEqual([200, { name: 'Fern' }])
    const verify = [bin, 'verify', started.url, '--token', 'a-token']
    await expect(run(node, verify, { cwd: folder, env })).resolves.toMatchObject({ stderr: '' })
  })

  test('ends verify at its limit', async () => {
    await using slow = await startServer({ port: 0, latency: 400, tokens: ['a-token'] })
    const args = ['verify', slow.url, '--token', 'a-token', '--limit', '2000']
    const ended = run(node, [join(folder, 'node_modules/.bin/plant-store'), ...args], { cwd: folder, env })
    const stdout = expect.stringContaining('the limit of 2000 ms ended the run')
    await expect(ended).rejects.toMatchObject({ code: 4, stdout })
  })

  test('keeps plants in a file, or says which Node can', async () => {
    const bin = join(folder, 'node_modules/.bin/plant-store')
    const args = [bin, 'start', '--port', '0', '--store', 'plants.db', '--log', 'silent']
    if (version === '20.19') {
      const refused = expect(run(node, args, { cwd: folder, env })).rejects
      return await refused.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /a storage in a file needs Node 22.13 or newer, and this is Node v20\.19/,
        ),
      })
    }
    const init = {
      method: 'POST',
      headers: { Authorization: 'Bearer a-token', 'Content-Type': 'application/json' },
      body: '{"id":1,"name":"Fern"}',
    }
    for (const status of [200, 409]) {
      await using started = await startProcess(node, args, { cwd: folder })
      expect((await fetch(`${started.url}/plants`, init)).status).toBe(status)
      await started.stop('SIGKILL')
    }
  })

  test(`answers through the handlers on msw ${msw}`, async () => {
    await writeFile(join(folder, 'handlers.js'), program)
    const { stdout } = await run(node, ['handlers.js'], { cwd: folder, env })
    expect(stdout).toBe('200 {"name":"Fern"}\n')
  })
})
