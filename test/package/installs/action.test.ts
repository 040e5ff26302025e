import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../../src/adapters/server/start-server.ts'
import { createFolder } from '../../tools/folder.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { runProcess } from '../../tools/processes.ts'
import { cloneRepository } from '../clone.ts'
import { pinnedEnvironment } from '../user.ts'

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

const { inputs, runs }: Action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8'))

const defaults = Object.fromEntries(
  Object.entries(inputs).map(([name, { default: standard = '' }]) => [name, standard]),
)

const clone = cloneRepository()
beforeAll(async () => {
  expect(await runAction({}, clone.path, runs.steps.slice(0, 1))).toMatchObject({ code: 0 })
})
afterAll(clone[Symbol.asyncDispose])

/** Runs steps of the action as a runner does, until one fails. */
async function runAction(
  given: Record<string, string>,
  cwd: string,
  steps: readonly Step[] = runs.steps.slice(1),
): Promise<{ code: number | null; output: string }> {
  let output = ''
  const resolve = (text: string): string =>
    text
      .replace(/\$\{\{ github\.action_path \}\}/, clone.path)
      .replace(/\$\{\{ toJSON\(inputs\) \}\}/, () => JSON.stringify({ ...defaults, ...given }, null, 2))
  for (const { shell, env, run } of steps) {
    const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, resolve(text)]))
    const options = { cwd, env: { ...pinnedEnvironment, ...own }, timeout: installHangLimit }
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
    const { code, stdout, stderr } = await runProcess(shell, args, options)
    output += stdout + stderr
    if (code !== 0) return { code, output }
  }
  return { code: 0, output }
}

describe('the action', () => {
  test('passes for a service that keeps its description, and writes the reports', async () => {
    using folder = createFolder()
    await using server = await startServer({ port: 0, credentials: ['a-token'] })
    const given = {
      url: server.url,
      token: 'a-token',
      header: 'X-Tenant: garden\nX-Version: 2',
      created: 'created.jsonl',
      'fail-on-flaky': 'true',
      only: 'documented-status,requires-credentials',
      reports: 'junit=contract.xml\nhtml=contract.html\n',
    }
    expect(await runAction(given, folder.path)).toMatchObject({ code: 0 })
    expect(readFileSync(folder.file('contract.xml'), 'utf8')).toContain('<testsuite')
    expect(readFileSync(folder.file('contract.html'), 'utf8')).toContain('<!doctype html>')
    expect(readFileSync(folder.file('created.jsonl'), 'utf8')).toMatch(
      /^\{"resource":"plants","key":\["\d+"\],"sent":/,
    )
    const [first] = server.mock.requests.all()
    expect(first?.request.headers).toMatchObject({ 'x-tenant': 'garden', 'x-version': '2' })
  })

  test('compares a service with a mock of its description', async () => {
    using folder = createFolder({
      'plant-store.yaml': 'responses: { duplicate-key: { status: 422 } }\n',
    })
    await using server = await startServer({ port: 0, credentials: ['a-token'] })
    const given = { url: server.url, token: 'a-token', command: 'diff' }
    const equal = await runAction(given, folder.path)
    expect([equal.code, equal.output]).toEqual([
      0,
      expect.stringContaining('The mock responds like the service.'),
    ])
    const { code, output } = await runAction({ ...given, config: 'plant-store.yaml' }, folder.path)
    expect([code, output]).toEqual([1, expect.stringContaining('status is 409, and 422 from the mock')])
  })

  test('fails with the exit code of verify, and hides the token', async () => {
    using folder = createFolder()
    await using server = await startServer({ port: 0 })
    const given = { url: server.url, token: 'a-secret-token', only: 'rejects-invalid-credentials' }
    const { code, output } = await runAction(given, folder.path)
    expect([code, output]).toEqual([1, expect.stringContaining('rejects-invalid-credentials')])
    expect(output).not.toContain('a-secret-token')
  })
})
