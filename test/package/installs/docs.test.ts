import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type MockServer, startServer } from '../../../src/adapters/server/start-server.ts'
import { findCommand, isCommand, snippets } from '../../docs/pages.ts'
import { createFolder } from '../../tools/folder.ts'
import { bin, type Outcome, runAsUser, userFolder } from '../user.ts'

const root = join(import.meta.dirname, '../../..')
const vitest = `'${process.execPath}' '${root}/node_modules/vitest/vitest.mjs' run`
const findFile = (name: string): string => snippets.find(({ file }) => file === name)?.code ?? ''

const folder = createFolder({ 'baseline.yaml': findFile('baseline.yaml') })
mkdirSync(folder.file('node_modules'))
for (const [name, from] of [
  ['plant-store-kit', userFolder],
  ['vitest', root],
  ['yaml', root],
] as const)
  symlinkSync(join(from, 'node_modules', name), folder.file(`node_modules/${name}`))
afterAll(folder[Symbol.asyncDispose])

/** The part of a workflow of GitHub Actions or GitLab CI that these tests read. */
interface Workflow {
  jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }>
  verify: { script: string[]; variables: Record<string, string> }
}

/** The commands and the variables of a job of GitHub Actions. */
function readJob(file: string, job: string): { commands: string[]; env: Record<string, string> } {
  const { steps = [] } = (parse(findFile(file)) as Workflow).jobs[job] ?? {}
  return {
    commands: steps.flatMap(({ run }) => run ?? []),
    env: Object.assign({}, ...steps.map(({ env }) => env)),
  }
}

/** Runs a command of the docs in a folder with the installed package, against a service. */
const run = (command: string, { url }: MockServer, env: Record<string, string> = {}): Promise<Outcome> =>
  runAsUser(
    command
      .replace('npx --no plant-store', bin)
      .replace(/http:\/\/127\.0\.0\.1:\d+|https:\/\/staging\.example/, url)
      .replace('--token-command ./token.sh', ''),
    {
      cwd: folder.path,
      env: { PLANT_STORE_TOKEN: 'local-token', PLANT_STORE_URL: url, NO_COLOR: '1', ...env },
    },
  )

/** Writes a file of the docs into the folder, next to the packages that it imports. */
function placeFile(file: string): void {
  mkdirSync(dirname(folder.file(file)), { recursive: true })
  writeFileSync(folder.file(file), findFile(file))
}

const startStrict = () => startServer({ port: 0, credentials: ['local-token'] })

test('the command of the docs finds that the fake with a token keeps its description', async () => {
  await using fake = await startStrict()
  const output = expect.stringMatching(/\n✓ The service keeps its description: \d+ rules kept,/)
  expect(await run(findCommand('plant-store verify http://127.0.0.1:4010'), fake)).toEqual({
    code: 0,
    output,
  })
})

test('the baseline of the docs is accepted, and an entry that no longer fails is reported', async () => {
  const command = `${findCommand('plant-store verify http://127.0.0.1:4010')} --baseline baseline.yaml --only rejects-invalid-body`
  await using fake = await startStrict()
  const output = expect.stringContaining('rejects-invalid-body')
  expect(await run(command, fake)).toEqual({ code: 0, output })
})

describe('the workflow of the docs is right for the real command line', () => {
  const { script, variables } = (parse(findFile('.gitlab-ci.yml')) as Workflow).verify
  test.each([
    ['.github/workflows/contract.yml', readJob('.github/workflows/contract.yml', 'verify')],
    ['.gitlab-ci.yml', { commands: script, env: variables }],
  ])('%s', async (file, { commands, env }) => {
    const [command = '', ...more] = commands.filter((candidate) => candidate.includes('plant-store'))
    expect(more).toEqual([])
    expect(commands).toContain('npm ci')
    const only = `${command} --only rejects-invalid-credentials`
    await using right = await startStrict()
    expect(await run(only, right, env)).toMatchObject({ code: 0 })
    const [, report = ''] = /--report \w+=(\S+)/.exec(command) ?? []
    expect(findFile(file).split(report)).toHaveLength(3)
    expect(readFileSync(folder.file(report), 'utf8')).toContain('rejects-invalid-credentials')
    await using open = await startServer({ port: 0 })
    expect(await run(only, open, env)).toEqual({ code: 1, output: expect.stringContaining('curl') })
  })
})

test('a command of the docs compares a service with the file that another one has written', async () => {
  await using service = await startStrict()
  const commands = snippets
    .filter((snippet) => isCommand(snippet, 'plant-store diff'))
    .map(({ code }) => code.trim())
    .sort((one, other) => Number(other.includes('--write')) - Number(one.includes('--write')))
  expect(commands).toHaveLength(3)
  for (const command of commands) expect(await run(command, service), command).toMatchObject({ code: 0 })
  const nightly = findCommand('plant-store diff https://staging.example --config plant-store.yaml --wait')
  for (const night of [1, 2]) expect([night, await run(nightly, service)]).toMatchObject([night, { code: 0 }])
})

test('the suite of the docs makes a test of each rule, and only that of the broken rule fails', async () => {
  placeFile('verify/contract.test.ts')
  await using service = await startServer({ port: 0 })
  const { code, output } = await run(`${vitest} verify/contract.test.ts`, service)
  expect(output).toMatch(/Tests .*\b1 failed/)
  expect(output).toContain('rejects-invalid-credentials')
  expect(code).toBe(1)
})
