import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { startBackend } from './backends/create-backend.ts'

const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }

let strict: PlantStoreServer
let open: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  strict = await startServer({ port: 0, tokens: [token] })
  open = await startServer({ port: 0 })
  folder = createFolder({
    'baseline.yaml': '- rule: refuses-unissued-token\n  reason: it is a fake\n',
    'stale.json': '[{"rule":"created-is-200","reason":"it was slow"}]',
    'limits.yaml': 'id: { minimum: 1 }',
    'empty.json': '',
    'empty.yaml': '# none yet\n',
    'no-list.json': '{"rule":"created-is-200"}',
    'no-reason.yaml': '- rule: created-is-200\n',
    'unknown.yaml': '- rule: nope\n  reason: none\n',
  })
})
afterAll(async () => {
  await Promise.all([strict.close(), open.close(), folder[Symbol.asyncDispose]()])
})

const inFolder = (name: string): string => join(folder.path, name)
const read = (name: string): string => readFileSync(inFolder(name), 'utf8')

/** Judges the fake without tokens by the one rule that it breaks. */
const judgeOpen = (...args: string[]) =>
  runHere(['verify', open.url, '--only', 'refuses-unissued-token', ...args], env)

test('a correct backend: exit code 0, the verdict first and last, one count for each section, observations', async () => {
  const { code, stdout, stderr } = await runHere(['verify', strict.url], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ Every rule is kept\n {2}http:/)
  expect(stdout).toMatch(/\nLeft open by the specification\n\n· status-for-missing-credentials: answered 401/)
  expect(stdout).toMatch(/\nThe run left \d+ plants behind: \d+/)
  // Without declared limits, that rule can't be broken.
  const judged = rules.filter(({ id, level }) => level !== 'open' && id !== 'refuses-outside-limits')
  expect(stdout).toMatch(
    new RegExp(`\\n✓ Every rule is kept: ${judged.length} rules kept; \\d+ requests; seed \\d+; .+ s\\.\\n$`),
  )
  const counts = [...stdout.matchAll(/^✓ +(\d+) kept {2}(?:Section \d, .+|Standards)$/gm)]
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(judged.length)
  expect(stdout).not.toContain(token)
})

test('a broken rule: exit code 1, the request, the answer, the rule and how to repeat it, in every report', async () => {
  const reports = ['json=r.json', 'junit=r.xml', 'html=r.html', 'markdown=r.md', 'har=r.har'].flatMap(
    (target) => ['--report', target.replace('=', `=${folder.path}/`)],
  )
  const { code, stdout } = await runHere(['verify', open.url, '--seed', '5', ...reports], {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: inFolder('summary.md'),
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /\n✗ refuses-unissued-token\n {2}The service refuses a well-formed token .+ \(must, specification section 5\)\n {2}Tried: .+\n {2}Found: /,
  )
  expect(stdout).toMatch(/\n {2}\$ curl -i -X POST 'http:.+(?: \\\n {4}.+)+\n {2}→ 200 application\/json \{/)
  expect(stdout.replaceAll(/ \\\n */g, ' ')).toContain(
    `Again: npx --no plant-store verify ${open.url} --seed 5 --only refuses-unissued-token\n`,
  )
  expect(stdout).toMatch(
    /^::error title=plant-store verify%3A refuses-unissued-token::The service refuses a well-formed.+%0Acurl/m,
  )
  expect(JSON.parse(read('r.json'))).toMatchObject({ outcome: 'failed', seed: 5, level: 'must' })
  expect(read('r.xml')).toMatch(
    /<testcase classname="plant-store.must" name="refuses-unissued-token" time="0"><failure /,
  )
  expect(read('r.html')).toMatch(
    /^<!doctype html>[\s\S]+<article class="failed" id="refuses-unissued-token">/,
  )
  expect(read('summary.md')).toMatch(
    /^## plant-store verify: ❌ Rules are broken\n[\s\S]+\n### ❌ refuses-unissued-token\n/,
  )
  expect(read('r.md')).toBe(read('summary.md'))
  expect(JSON.parse(read('r.har')).log.entries.length).toBeGreaterThan(0)
  const files = ['r.json', 'r.xml', 'r.html', 'r.md', 'r.har'].map(read)
  for (const text of [stdout, ...files]) expect(text).not.toContain(token)
})

test('a base address with a path', async () => {
  await using small = await startServer({ port: 0, tokens: [token], basePath: '/api' })
  const { code, stdout } = await runHere(['verify', `${small.url}/`, '--only', 'id-zero'], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n✓ +1 kept {2}Section 2, /)
})

test('if only should rules are broken, the verdict is about must rules', async () => {
  await using backend = await startBackend({ toBody: ({ id, name, tag }) => ({ id, name, tag }) })
  const { code, stdout } = await runHere(['verify', backend.url, '--only', 'plant-has-no-id'], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^✓ Every must rule is kept\n/)
  expect(stdout).toMatch(/\n✓ Every must rule is kept: .*1 rule with a warning/)
})

describe('known failures', () => {
  test('do not fail the run', async () => {
    const { code, stdout } = await judgeOpen('--baseline', inFolder('baseline.yaml'))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ Every rule is kept, except for known failures\n/)
    expect(stdout).toMatch(
      /\nKnown failures\n\n~ refuses-unissued-token\n.+\n {2}known to be broken: it is a fake\n/,
    )
  })

  test.each(['empty.json', 'empty.yaml'])('may be empty: %s', async (file) => {
    const args = ['verify', strict.url, '--only', 'created-is-200', '--baseline', inFolder(file)]
    expect(await runHere(args, env)).toMatchObject({ code: 0, stderr: '' })
  })

  test('that no longer fail are reported', async () => {
    const args = ['verify', strict.url, '--only', 'created-is-200', '--baseline', inFolder('stale.json')]
    const { code, stdout } = await runHere(args, env)
    expect(code).toBe(0)
    expect(stdout).toContain('Baseline entries that no longer fail\n\n· created-is-200: it was slow\n')
  })
})

test('the command to try a rule again has all necessary flags, and works when pasted', async () => {
  const flags = '--id-range=1000000-2000000 --concurrency 4 --request-limit 900 --thorough'
  const limits = `--limits ${inFolder('limits.yaml')}`
  const { stdout } = await judgeOpen(
    '--seed',
    '5',
    '--level',
    'should',
    ...`${flags} ${limits}`.split(' '),
    '--token-command',
    `echo ${token}`,
  )
  const [, again = ''] = /Again: npx --no plant-store ((?:.+\\\n)*.+)/.exec(stdout) ?? []
  const line = again.replaceAll(/ \\\n */g, ' ')
  // The token of the run is masked, even in the command that prints it.
  const command = `--token-command 'echo ***'`
  expect(line).toBe(`verify ${open.url} --seed 5 --only refuses-unissued-token ${flags} ${limits} ${command}`)
  const words = [...line.replace(` ${command}`, '').split(' '), '--token-command', `echo ${token}`]
  const second = await runHere(words, env)
  expect(second).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ refuses-unissued-token') })
})

test('--only and --skip choose the rules that count', async () => {
  const args = ['verify', open.url, '--verbose', '--only', 'created-is-200', 'plant-has-name']
  const only = await runHere(args, env)
  expect(only.stdout.match(/^✓ [a-z\d-]+ +\d+×$/gm)).toHaveLength(2)
  expect(only.code).toBe(0)
  expect((await judgeOpen('id-zero', '--skip', 'refuses-unissued-token')).code).toBe(0)
})

describe('the exit code is 4 if the service cannot be judged and 2 for wrong usage, with one line', () => {
  test.each<[code: number, message: RegExp, args: string[], env?: Record<string, string>]>([
    [4, /is not reachable/, ['http://127.0.0.1:1']],
    [
      2,
      /^Failed to verify: there is no token\. Pass --token or --token-command, or set PLANT_STORE_TOKEN\./,
      ['http://127.0.0.1:1'],
      {},
    ],
    [2, /there is no URL/, []],
    [
      2,
      /^Failed to verify: "plants" is not an http or https URL\. Pass the base address of a backend/,
      ['plants'],
    ],
    [2, /"localhost:4010" is not .+ URL\. Did you mean http:\/\/localhost:4010\? Pass/, ['localhost:4010']],
    [
      2,
      /^Failed to write the report \.\/r: json and html have the same file\./,
      ['http://x', '--report', 'json=r', '--report', 'html=./r'],
    ],
    [
      2,
      /^Failed to write the report \S+: --baseline and json have the same file\. Pass a different file for each report\.$/m,
      ['http://x', '--baseline', 'stale.json', '--report', 'json=stale.json'],
    ],
    [
      2,
      /: --limits and html have the same file\./,
      ['http://x', '--limits', 'limits.yaml', '--report', 'html=limits.yaml'],
    ],
    [2, /: --only names the rule nope/, ['http://127.0.0.1:1', '--only', 'nope']],
    [2, /: --skip leaves no rule/, ['http://127.0.0.1:1', '--only', 'id-zero', '--skip', 'id-zero']],
    [
      2,
      /: --id-range must be a range of int64 values with at least 10000 ids/,
      ['http://x', '--id-range', '1-9'],
    ],
    [
      2,
      /'x=1' is invalid\. It must be json=FILE, junit=FILE, html=FILE, markdown=FILE, har=FILE, or github/,
      ['http://x', '--report', 'x=1'],
    ],
    [
      2,
      /Failed to write the report \.\/no\/r\.json: there is no such folder/,
      ['http://x', '--report', 'json=./no/r.json'],
    ],
    [2, /It must be two integers with a hyphen between them/, ['http://x', '--id-range', '5']],
    [
      2,
      /the baseline \S+no-list\.json: the list must be an array, got/,
      ['http://x', '--baseline', 'no-list.json'],
    ],
    [
      2,
      /the baseline \S+no-reason\.yaml\S+: \[0\]\.reason is missing/,
      ['http://x', '--baseline', 'no-reason.yaml'],
    ],
    [2, /: --baseline names the rule nope/, ['http://x', '--baseline', 'unknown.yaml']],
    [
      2,
      /Failed to read the baseline \S+gone\.yaml: there is no such file/,
      ['http://x', '--baseline', 'gone.yaml'],
    ],
    [2, /It must be must or should\./, ['http://x', '--level', 'may']],
  ])('%i: %s', async (code, message, args, ownEnv = env) => {
    const ended = await runHere(
      ['verify', ...args.map((arg) => arg.replace(/(?<=^|=)[\w-]+\.(?:json|yaml)$/, inFolder))],
      { PLANT_STORE_TOKEN: '', ...ownEnv },
    )
    expect(ended.code).toBe(code)
    expect(ended.stdout + ended.stderr).toMatch(message)
    expect((ended.stdout + ended.stderr).trim().split('\n')).toHaveLength(1)
  })
})

test('plant-store rules prints every rule', async () => {
  const { code, stdout } = await runHere(['rules'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^created-is-200 \(must, specification section 4, rule 1\)\n/)
  const json = JSON.parse((await runHere(['rules', '--format', 'json', '--level', 'open'])).stdout)
  expect(new Set(json.map(({ level }: { level: string }) => level))).toEqual(new Set(['open']))
  const markdown = (await runHere(['rules', '--format', 'markdown'])).stdout
  expect(markdown).toMatch(/^\| rule \| level \|/)
})
