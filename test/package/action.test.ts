import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/start-server.ts'
import { createFolder } from '../cli/run-command.ts'
import { type Clone, cloneRepository } from './clone.ts'
import { userEnvironment } from './user-environment.ts'

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  runs: { using: string; steps: { name: string; shell: string; env: Record<string, string>; run: string }[] }
}

const root = new URL('../../', import.meta.url).pathname
const { inputs, runs }: Action = parse(await readFile(join(root, 'action.yml'), 'utf8'))

let clone: Clone
beforeAll(async () => {
  clone = await cloneRepository()
})
afterAll(() => clone[Symbol.asyncDispose]())

/** Runs the steps of the action like a runner, until one fails. */
async function runAction(
  given: Record<string, string>,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  let output = ''
  for (const step of runs.steps) {
    const resolve = (text: string): string =>
      text
        .replace(/\$\{\{ github\.action_path \}\}/, clone.folder)
        .replace(
          /\$\{\{ inputs\.([\w-]+) \}\}/,
          (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
        )
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, resolve(text)]))
    const options = { cwd, env: { ...userEnvironment, PATH: process.env['PATH'], ...own, ...env } }
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
      wait: '',
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
    const given = { url: server.url, wait: '', token: 'a-secret-token', only: 'refuses-unissued-token' }
    const { code, output } = await runAction(given, folder.path)
    expect([code, output]).toEqual([1, expect.stringContaining('refuses-unissued-token')])
    expect(output).not.toContain('a-secret-token')
  })

  test('names the fix if Node is too old', async () => {
    await using folder = createFolder({ node: '#!/bin/sh\necho v20.19.0\nexit 1\n' })
    await promisify(execFile)('chmod', ['+x', join(folder.path, 'node')])
    const env = { PATH: `${folder.path}:${process.env['PATH']}` }
    expect(await runAction({ url: 'http://127.0.0.1:1' }, folder.path, env)).toEqual({
      code: 2,
      output: expect.stringMatching(/^::error::.+Node v20\.19\.0 is too old\. Use actions\/setup-node/m),
    })
  })
})
