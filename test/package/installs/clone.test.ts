import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCommand, readPage } from '../../docs/pages.ts'
import { type Clone, cloneRepository } from '../clone.ts'
import { startProcess } from '../start-process.ts'
import { userEnvironment as env } from '../user-environment.ts'

const run = promisify(execFile)
let clone: Clone
let project: string
beforeAll(async () => {
  clone = await cloneRepository()
  project = await mkdtemp(join(tmpdir(), 'plant-store-project-'))
})
afterAll(async () => {
  await clone[Symbol.asyncDispose]()
  await rm(project, { recursive: true, force: true })
})

describe('in a fresh clone', () => {
  test('npm ci prints no warning', async () => {
    const { stdout, stderr } = await run('npm', ['ci'], { cwd: clone.folder, env })
    expect(stderr).toBe('')
    expect(stdout).not.toMatch(/warn|deprecated/i)
  })

  test('the first command of the README starts the fake', async () => {
    const command = findCommand('npm ci && npm start').replace('npm ci && ', '')
    await using started = await startProcess(command, [], {
      cwd: clone.folder,
      env: { ...env, PLANT_STORE_PORT: '0' },
      shell: true,
    })
    expect((await fetch(`${started.url}/plants`)).status).toBe(405)
  })

  test('npm run plant-store stands for the command', async () => {
    expect(readPage('README.md')).toContain('npm run plant-store --')
    const version = ['run', '--silent', 'plant-store', '--', '--version']
    expect((await run('npm', version, { cwd: clone.folder, env })).stdout).toBe('1.0.0\n')
  })
})

describe('a project has the command after installing the kit', () => {
  test.each<[from: string, toSpec: () => string]>([
    ['a folder', () => clone.folder],
    ['a git URL', () => `git+file://${clone.folder}`],
  ])('from %s', async (_from, toSpec) => {
    await writeFile(join(project, 'package.json'), '{ "private": true }')
    await run('npm', ['install', '--save-dev', '--no-audit', '--no-fund', toSpec()], { cwd: project, env })
    const { stdout } = await run('npx', ['--no', '--', 'plant-store', '--version'], { cwd: project, env })
    expect(stdout).toBe('1.0.0\n')
    await run('npm', ['uninstall', 'plant-store-kit'], { cwd: project, env })
  })
})
