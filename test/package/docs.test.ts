import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { createRefuse } from '../../src/store/answers.ts'
import { failureNames } from '../../src/store/failure-names.ts'
import { has } from '../optional-tools.ts'
import { mistakes } from '../verify/backends/mistakes.ts'
import { rightBackends } from '../verify/backends/right-backends.ts'
import { findCommand, isCommand, pages, readPage, type Snippet, snippets } from './docs.ts'
import { brokenLinks } from './links.ts'
import { type StartedProcess, startProcess } from './start-process.ts'
import { userEnvironment } from './user-environment.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
const inLanguage = (language: string): Snippet[] =>
  snippets.filter((snippet) => snippet.language === language && snippet.file === undefined)
const shell = inLanguage('sh')
const commands = (beginning: string): Snippet[] => shell.filter((snippet) => isCommand(snippet, beginning))
/** A page's text with single spaces, so that line breaks don't matter. */
const prose = (path: string): string => readPage(path).replaceAll(/\s+/g, ' ')

const userFolder = inject('userFolder')
let server: StartedProcess

beforeAll(async () => {
  const command = findCommand('plant-store start --port 4010')
  server = await startProcess(command.replace('4010', '0'), [], { cwd: userFolder, shell: true })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** Runs a shell snippet where the package is installed, against the server that was started there. */
const runShell = async (code: string): Promise<string> => {
  const here = code.replaceAll('http://127.0.0.1:4010', server.url)
  const { stdout } = await run('sh', ['-ec', here], { cwd: userFolder, env: userEnvironment })
  return stdout
}

test.skipIf(!has('curl'))('the requests of each page get the answers that the page says', async () => {
  const created = /^HTTP\/1\.1 200 OK.*\{"name":"Monstera","tag":"foliage"\}$/s
  const expected = {
    'README.md': [created],
    'docs/control-api.md': [
      created,
      /^\{"total":1,"plants":\[\{"id":1,"name":"Monstera","tag":"foliage"\}\]\}$/,
      /^\{"count":1,"nearest":\[\]\}$/,
      /^\{\}$/,
      /^\{\}$/,
    ],
    'docs/start-the-fake.md': [
      created,
      /^HTTP\/1\.1 400 Bad Request.*forced by the header Prefer: code=400/s,
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

test('exec gives the command an address and a token', async () => {
  for (const { code } of commands('plant-store exec')) {
    expect(await runShell(code)).toMatch(/^http:\/\/127\.0\.0\.1:\d+ local-token\n$/)
  }
})

test.each(inLanguage('ts'))('this program of $page runs: $code', async ({ code }) => {
  const file = join(
    userFolder,
    `snippet-${inLanguage('ts').findIndex((snippet) => snippet.code === code)}.ts`,
  )
  await writeFile(file, code)
  await expect(run(process.execPath, [file], { cwd: userFolder })).resolves.toMatchObject({
    stderr: '',
  })
})

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

test.each(pages)('every link of $path leads somewhere', ({ path }) => {
  expect(brokenLinks(path)).toEqual([])
})

test('the first command sets everything up in a fresh copy and starts the fake', async () => {
  const [{ code: command = '' } = {}] = commands('npm ci && npm start')
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-clone-'))
  try {
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
    })
    for (const path of stdout.split('\0').filter(Boolean)) await cp(join(root, path), join(folder, path))
    const env = { ...userEnvironment, PLANT_STORE_PORT: '0' }
    await using started = await startProcess(command, [], { cwd: folder, env, shell: true })
    expect((await fetch(`${started.url}/plants`)).status).toBe(405)
    expect(readPage('README.md')).toContain('In this clone, run `npm run plant-store --`')
    const version = ['run', '--silent', 'plant-store', '--', '--version']
    expect((await run('npm', version, { cwd: folder, env })).stdout).toBe('1.0.0\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the packages to install are the optional peers of the kit', async () => {
  const { peerDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const named = new Set<string>()
  for (const { text } of pages) {
    for (const [, names = ''] of text.matchAll(/npm install --save-dev ([^`\n]+)/g)) {
      for (const name of names.split(' ')) if (/^[@a-z]/.test(name)) named.add(name)
    }
  }
  named.delete('git+https://git.example/plant-store-kit.git')
  for (const name of named) expect(Object.keys(peerDependencies)).toContain(name)
})

/** What commands begin with that a test runs: here, or in the file named. */
const tested = {
  curl: 'here',
  'npm ci && npm start': 'here',
  'npm ci && npm test': 'these tests themselves',
  'npm install --save-dev': 'here: the names of the packages',
  'npx msw init': 'frontend.test.ts',
  'NODE_OPTIONS=--experimental-vm-modules npx jest': 'frontend.test.ts',
  'plant-store start --port 4010': 'here',
  'plant-store exec': 'here',
  'plant-store verify http': 'contract.test.ts',
  'plant-store verify-pacts': 'pact.test.ts',
  'plant-store check-pact': 'pact.test.ts',
  'plant-store proxy': '../prism',
  'rm -rf pacts': 'pact.test.ts',
}

test('every command of every page is one that a test runs', () => {
  const untested = shell.filter(
    (snippet) => !Object.keys(tested).some((beginning) => isCommand(snippet, beginning)),
  )
  expect(untested).toEqual([])
  expect(Object.keys(tested).filter((beginning) => commands(beginning).length === 0)).toEqual([])
  expect(new Set(snippets.map(({ language }) => language))).toEqual(new Set(['sh', 'ts', 'js', 'yaml']))
})

test('the table of rules is that of contracts/rules.yaml', () => {
  const rows = rules.map(
    ({ id, level, section, statement }) => [`\`${id}\``, level, section, statement] as const,
  )
  const shown = readPage('docs/rules.md')
    .split('\n')
    .filter((line) => /^\| `[\w-]+` +\| (?:must|should|open) /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(shown).toEqual(rows)
})

test('the counts of judged backends are those of the tables', () => {
  expect(prose('docs/pact-providers.md')).toContain(`of the ${mistakes.length} backends with a mistake`)
  const verify = readPage('docs/verify.md')
  expect(prose('README.md')).toContain(
    `it finds the mistake in each of ${mistakes.length} wrong backends and blames none of ${rightBackends.length} correct ones`,
  )
  const count = (title: string) => Number(new RegExp(`^\\| ${title}[^|]*\\| (\\d+)`, 'm').exec(verify)?.[1])
  expect(count('with one mistake')).toBe(mistakes.length)
  expect(count('right in ways')).toBe(rightBackends.length)
})

test('the table of answers is the one that the store answers by', () => {
  const rows = [
    ...readPage('docs/decisions.md').matchAll(
      /^\| `([\w-]+)` +\| .* \| (\d+)[^|]* \| (\d+) +\| (\d+) +\|$/gm,
    ),
  ].map((row) => row.slice(1))
  const http = createRefuse('http')
  const documented = createRefuse('documented')
  const expected = failureNames.map((name) => {
    const { status, body } = http(name)
    return [name, `${status}`, `${documented(name).status}`, `${JSON.parse(body).error}`]
  })
  expect(rows).toEqual(expected)
})

test('the README has at most 180 lines', () => {
  expect(readPage('README.md').split('\n').length).toBeLessThanOrEqual(181)
})
