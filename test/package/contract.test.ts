import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/start-server.ts'
import { findCommand, isCommand, snippets } from '../docs/pages.ts'
import { hangLimit } from '../tools/hang-limit.ts'
import { startProcess } from './start-process.ts'
import { userEnvironment } from './user-environment.ts'

const run = promisify(execFile)
const userFolder = inject('userFolder')
const bin = join(userFolder, 'node_modules/.bin/plant-store')
const root = join(import.meta.dirname, '../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plant-store-contract-'))
})
afterAll(() => rm(folder, { recursive: true }))

const findFile = (name: string): string => snippets.find(({ file }) => file === name)?.code ?? ''

/** The part of a workflow of GitHub Actions or GitLab CI that these tests read. */
interface Workflow {
  jobs: { verify: { steps: { run?: string; env?: object }[] } }
  verify: { script: string[]; variables: object }
}

/** Runs a command of the docs in a folder with the installed package; returns its exit code and output. */
async function runThere(
  command: string,
  url: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const here = command
    .replace('npx --no plant-store', bin)
    .replace(/http:\/\/127\.0\.0\.1:\d+/, url)
    .replaceAll(/=((?:contract|drift)\.\w+)/g, `=${folder}/$1`)
  const options = { cwd: folder, env: { ...userEnvironment, ...env }, timeout: hangLimit }
  return run('sh', ['-c', `${here} 2>&1`], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout }) => ({ code, output: stdout }),
  )
}

test('the command of the docs finds that the fake with a token keeps every rule', async () => {
  await using fake = await startProcess(bin, ['start', '--port', '0', '--token', 'local-token'], {
    cwd: folder,
  })
  const { code, output } = await runThere(findCommand('plant-store verify http'), fake.url)
  expect(output).toMatch(/\n✓ Every rule is kept: \d+ rules kept;/)
  expect(code).toBe(0)
})

describe('the workflow of the docs', () => {
  test.each<
    [system: string, file: string, read: (workflow: Workflow) => { commands: string[]; env: object }]
  >([
    [
      'for GitHub Actions',
      '.github/workflows/contract.yml',
      ({ jobs: { verify } }) => {
        const { steps } = verify
        return {
          commands: steps.flatMap(({ run: command }) => command ?? []),
          env: Object.assign({}, ...steps.map(({ env }) => env)),
        }
      },
    ],
    ['for GitLab CI', '.gitlab-ci.yml', ({ verify }) => ({ commands: verify.script, env: verify.variables })],
  ])('%s is right for the real command line', async (_system, file, read) => {
    const { commands, env } = read(parse(findFile(file)))
    const [command = '', ...more] = commands.filter((candidate) => candidate.includes('plant-store'))
    expect(more).toEqual([])
    expect(commands).toContain('npm ci')
    const runOne = (url: string): ReturnType<typeof runThere> =>
      runThere(`${command} --only refuses-unissued-token`, url, env as Record<string, string>)
    await using server = await startServer({ port: 0, tokens: ['local-token'] })
    const right = await runOne(server.url)
    expect(right.code, right.output).toBe(0)
    const [, report = ''] = /--report \w+=(\S+)/.exec(command) ?? []
    expect(findFile(file).split(report)).toHaveLength(3)
    expect(await readFile(join(folder, report), 'utf8')).toContain('refuses-unissued-token')
    await using open = await startServer({ port: 0 })
    const wrong = await runOne(open.url)
    expect(wrong.code).toBe(1)
    expect(wrong.output).toContain('curl')
  })
})

test('the baseline of the docs is accepted, and an entry that no longer fails is reported', async () => {
  await writeFile(join(folder, 'baseline.yaml'), findFile('baseline.yaml'))
  await using server = await startServer({ port: 0, tokens: ['local-token'] })
  const { code, output } = await runThere(
    `${findCommand('plant-store verify http')} --baseline baseline.yaml --only refuses-fractional-id`,
    server.url,
  )
  expect(code).toBe(0)
  expect(output).toContain('refuses-fractional-id')
})

/** Writes a file of the docs into the folder, next to the packages that it imports. */
async function placeFile(file: string): Promise<void> {
  await mkdir(join(folder, dirname(file)), { recursive: true })
  await writeFile(join(folder, file), findFile(file))
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  for (const [name, from] of [
    ['plant-store-kit', userFolder],
    ['vitest', root],
    ['yaml', root],
  ] as const)
    await symlink(join(from, 'node_modules', name), join(folder, 'node_modules', name)).catch(() => {})
}

const runSuite = (file: string, url: string): ReturnType<typeof runThere> =>
  runThere(`'${process.execPath}' '${root}/node_modules/vitest/vitest.mjs' run ${file}`, '', {
    PLANT_STORE_URL: url,
    NO_COLOR: '1',
  })

test('a learned file is one that the docs load, and the workflow compares it with the service', async () => {
  await placeFile('drift/learned.ts')
  await using server = await startServer({ port: 0, tokens: ['local-token'], answers: 'documented' })
  const runDocs = (command: string): ReturnType<typeof runThere> =>
    runThere(
      command.replace('https://staging.example', server.url).replace('--token-command ./token.sh', ''),
      server.url,
      { PLANT_STORE_TOKEN: 'local-token' },
    )
  expect(await runDocs(findCommand('plant-store learn'))).toMatchObject({ code: 0 })
  expect(await runThere(`'${process.execPath}' drift/learned.ts`, '')).toMatchObject({ code: 0 })
  const onlyIds = "--only 'Duplicate ids'"
  const diffs = snippets.filter((snippet) => isCommand(snippet, 'plant-store diff'))
  for (const { code } of diffs)
    expect(await runDocs(`${code.trim()} ${onlyIds}`), code).toMatchObject({ code: 0 })
  const { jobs } = parse(findFile('.github/workflows/drift.yml')) as {
    jobs: { diff: Workflow['jobs']['verify'] }
  }
  const [command = ''] = jobs.diff.steps.flatMap(({ run: one }) => (one?.includes('diff') ? [one] : []))
  expect(await runDocs(command)).toMatchObject({ code: 0 })
  const changed = command.replace('--config plant-store.yaml', onlyIds)
  expect(await runDocs(changed)).toMatchObject({ code: 1 })
})

test('the suite of the docs makes a test of each case', async () => {
  await placeFile('drift/drift.test.ts')
  await using server = await startServer({ port: 0, tokens: ['local-token'] })
  const { code, output } = await runSuite('drift/drift.test.ts', server.url)
  expect(output).toMatch(/Tests +2\d\d passed/)
  expect(code).toBe(0)
})

test('the suite of the docs makes a test of each rule', async () => {
  const file = 'verify/contract.test.ts'
  await placeFile(file)
  await using server = await startServer({ port: 0 })
  const { code, output } = await runSuite(file, server.url)
  expect(output).toMatch(/Tests .*1 failed.*61 passed/)
  expect(output).toContain('refuses-unissued-token')
  expect(code).toBe(1)
})
