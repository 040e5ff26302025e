import { execFile } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findCommand, isCommand, type Snippet, snippets } from '../docs/pages.ts'
import { startRedis } from '../redis/start-redis.ts'
import { has } from '../tools/optional-tools.ts'
import { type StartedProcess, startProcess } from './start-process.ts'
import { userEnvironment } from './user-environment.ts'

const run = promisify(execFile)
const inLanguage = (language: string): Snippet[] =>
  snippets.filter((snippet) => snippet.language === language && snippet.file === undefined)
const commands = (beginning: string): Snippet[] => snippets.filter((snippet) => isCommand(snippet, beginning))

/** Needs a Redis, whose address the test fills in. */
const isOnRedis = ({ code }: Snippet): boolean => code.includes('redis://')

const userFolder = inject('userFolder')
let server: StartedProcess

beforeAll(async () => {
  const command = findCommand('plant-store start --port 4010')
  server = await startProcess(command.replace('4010', '0'), [], { cwd: userFolder, shell: true })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** Runs a shell snippet in the folder with the installed package, against the running server. */
const runShell = async (code: string): Promise<string> => {
  const here = code.replaceAll('http://127.0.0.1:4010', server.url)
  const { stdout } = await run('sh', ['-ec', here], { cwd: userFolder, env: userEnvironment })
  return stdout
}

test.skipIf(!has('curl'))('the requests of each page get the documented answers', async () => {
  const created = /^HTTP\/1\.1 200 OK.*\{"name":"Monstera","tag":"foliage"\}$/s
  const expected = {
    'README.md': [created],
    'docs/control-api.md': [
      created,
      /^\{"total":1,"plants":\[\{"id":1,"name":"Monstera","tag":"foliage"\}\]\}$/,
      /^\{\}$/,
      /^\{"count":1,"nearest":\[\]\}$/,
      /^# \d+\. \S+ 200\ncurl -i -X POST .*Monstera/,
      /^\{\}$/,
      /^\{\}$/,
      /^\{\}$/,
    ],
    'docs/recipes.md': [/^\{"status":"ok","store":"memory"\}$/],
    'docs/start-the-fake.md': [
      created,
      /^HTTP\/1\.1 400 Bad Request.*the header Prefer: code=400 asks for this error/s,
    ],
  }
  const outputs: Record<string, string[]> = {}
  for (const { page, code } of commands('curl')) {
    if (!(page in outputs)) await fetch(`${server.url}/__admin/reset`, { method: 'POST' })
    outputs[page] ??= []
    outputs[page].push(await runShell(code))
  }
  const patterns = Object.entries(expected).map(([page, answers]) => [
    page,
    answers.map((pattern) => expect.stringMatching(pattern)),
  ])
  expect(outputs).toEqual(Object.fromEntries(patterns))
})

test.each(commands('plant-store start').filter((command) => !isOnRedis(command)))(
  'this command of $page starts a fake: $code',
  async ({ code }) => {
    await using started = await startProcess(`${code.trim()} --port 0`, [], { cwd: userFolder, shell: true })
    expect((await fetch(`${started.url}/plants`)).status).toBe(405)
  },
)

test('exec gives the command an address and a token', async () => {
  for (const { code } of commands('plant-store exec')) {
    expect(await runShell(code)).toMatch(/^http:\/\/127\.0\.0\.1:\d+ local-token\n$/)
  }
})

test.each(inLanguage('ts').filter((snippet) => !isOnRedis(snippet)))(
  'this program of $page runs: $code',
  async ({ code }) => {
    const file = join(
      userFolder,
      `snippet-${inLanguage('ts').findIndex((snippet) => snippet.code === code)}.ts`,
    )
    await writeFile(file, code)
    await expect(run(process.execPath, [file], { cwd: userFolder })).resolves.toMatchObject({
      stderr: '',
    })
  },
)

test.skipIf(!has('redis'))(
  'the program and the command on Redis run with the package that they name',
  async () => {
    await using redis = await startRedis()
    const [program] = inLanguage('ts').filter(isOnRedis)
    const [command] = commands('plant-store start').filter(isOnRedis)
    const file = join(userFolder, 'on-redis.ts')
    const toCode = (snippet: Snippet | undefined) =>
      (snippet?.code ?? '')
        .trim()
        .replace('redis://localhost:6379/0?namespace', redis.toUrl('x').replace(/=x$/, ''))
    await writeFile(file, toCode(program))
    const runProgram = () => run(process.execPath, [file], { cwd: userFolder })
    await expect(runProgram()).rejects.toThrow(
      'Failed to connect to Redis: its client could not be loaded. Run npm install --save-dev @redis/client.',
    )
    const packages = join(userFolder, 'node_modules', '@redis')
    await symlink(new URL('../../node_modules/@redis', import.meta.url), packages)
    try {
      expect(await runProgram()).toMatchObject({ stdout: '0\n', stderr: '' })
      const options = { cwd: userFolder, shell: true }
      await using started = await startProcess(`${toCode(command)} --port 0`, [], options)
      expect((await fetch(`${started.url}/plants`)).status).toBe(405)
    } finally {
      await rm(packages)
    }
  },
)

test.each(inLanguage('yaml'))('this configuration of $page is accepted: $code', async ({ code }) => {
  await writeFile(join(userFolder, 'plant-store.yaml'), code)
  const command = /npx --no plant-store start .*$/m.exec(code)?.[0] ?? ''
  await using started = await startProcess(`${command} --port 0`, [], { cwd: userFolder, shell: true })
  const response = await fetch(`${started.url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer other-token', 'content-type': 'application/json' },
    body: '{"id":1,"name":"Fern"}',
  })
  expect([response.status, await response.json()]).toEqual([422, { error: 7, message: 'this id is taken' }])
})
