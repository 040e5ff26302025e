import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { findCommand, readPage } from '../../docs/pages.ts'
import { createFolder } from '../../tools/folder.ts'
import { cloneRepository } from '../clone.ts'
import { runAsUser, startAsUser } from '../user.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const clone = cloneRepository()
afterAll(clone[Symbol.asyncDispose])

describe('in a fresh clone', () => {
  test('npm ci prints no warning', async () => {
    const { code, output } = await runAsUser('npm ci', { cwd: clone.path })
    expect(output).not.toMatch(/warn|deprecated/i)
    expect(code).toBe(0)
  })

  test('the first command of the README starts the fake', async () => {
    const command = findCommand('npm ci && npm start').replace('npm ci && ', '')
    await using started = await startAsUser(command, { cwd: clone.path, env: { PLANT_STORE_PORT: '0' } })
    expect((await fetch(`${started.url}/plants`)).status).toBe(405)
  })

  test('npm run plant-store stands for the command', async () => {
    expect(readPage('README.md')).toContain('npm run plant-store --')
    const command = 'npm run --silent plant-store -- --version'
    expect(await runAsUser(command, { cwd: clone.path })).toEqual({ code: 0, output: `${version}\n` })
  })
})

test.each<[from: string, spec: string]>([
  ['a folder', clone.path],
  ['a git URL', `git+file://${clone.path}`],
])('a project has the command after installing the kit from %s', async (_from, spec) => {
  using project = createFolder()
  writeFileSync(project.file('package.json'), '{ "private": true }')
  const install = `npm install --silent --save-dev ${spec} && npx --no -- plant-store --version`
  const output = expect.stringMatching(new RegExp(`^${version.replaceAll('.', '\\.')}\n$`, 'm'))
  expect(await runAsUser(install, { cwd: project.path })).toEqual({ code: 0, output })
})
