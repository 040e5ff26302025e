import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../../src/server/start-server.ts'
import { createFolder } from '../../tools/folder.ts'
import { type Clone, cloneRepository } from '../clone.ts'
import { userEnvironment } from '../user-environment.ts'

interface Step {
  name: string
  shell: string
  env: Record<string, string>
  run: string
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  runs: { using: string; steps: Step[] }
}

const root = new URL('../../../', import.meta.url).pathname
const { inputs, runs }: Action = parse(await readFile(join(root, 'action.yml'), 'utf8'))

let clone: Clone
beforeAll(async () => {
  clone = await cloneRepository()
  expect(await runAction({}, clone.folder, runs.steps.slice(0, 1))).toMatchObject({ code: 0 })
})
afterAll(() => clone[Symbol.asyncDispose]())

/** Runs steps of the action as a runner does, until one fails. */
async function runAction(
  given: Record<string, string>,
  cwd: string,
  steps: readonly Step[] = runs.steps.slice(1),
): Promise<{ code: number; output: string }> {
  let output = ''
  for (const step of steps) {
    const resolve = (text: string): string =>
      text
        .replace(/\$\{\{ github\.action_path \}\}/, clone.folder)
        .replace(
          /\$\{\{ inputs\.([\w-]+) \}\}/,
          (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
        )
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, resolve(text)]))
    const options = { cwd, env: { ...userEnvironment, PATH: process.env['PATH'], ...own } }
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
    const { code, stdout, stderr } = await promisify(execFile)(step.shell, shell, options).then(
      (done) => ({ code: 0, ...done }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    output += stdout + stderr
    if (code !== 0) return { code, output }
  }
  return { code: 0, output }
}

test('every input reaches a step', () => {
  expect(runs.using).toBe('composite')
  const used = runs.steps.flatMap(
    ({ env }) =>
      Object.values(env)
        .join()
        .match(/(?<=inputs\.)[\w-]+/g) ?? [],
  )
  expect(used.toSorted()).toEqual(Object.keys(inputs).toSorted())
})

describe('the action', () => {
  test('passes for a service that keeps the specification, and writes the reports', async () => {
    await using folder = createFolder({})
    await using server = await startServer({ port: 0, tokens: ['a-token'] })
    const given = {
      url: server.url,

      token: 'a-token',
      only: 'created-is-200,refuses-missing-credentials',
      reports: 'junit=contract.xml\nhtml=contract.html\n',
    }
    expect(await runAction(given, folder.path)).toMatchObject({ code: 0 })
    expect(await readFile(join(folder.path, 'contract.xml'), 'utf8')).toContain('<testsuite')
    expect(await readFile(join(folder.path, 'contract.html'), 'utf8')).toContain('<!doctype html>')
  })

  test('fails with the exit code of verify, and hides the token', async () => {
    await using folder = createFolder({})
    await using server = await startServer({ port: 0 })
    const given = { url: server.url, token: 'a-secret-token', only: 'refuses-unissued-token' }
    const { code, output } = await runAction(given, folder.path)
    expect([code, output]).toEqual([1, expect.stringContaining('refuses-unissued-token')])
    expect(output).not.toContain('a-secret-token')
  })
})
