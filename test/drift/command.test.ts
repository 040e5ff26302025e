import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { runCommand } from '../tools/processes.ts'

const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }

let service: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  service = await startServer({
    port: 0,
    tokens: [token],
    answers: { 'duplicate-id': { status: 422, error: 7, message: 'taken' } },
  })
  folder = createFolder({
    'wrong.yaml': 'answers:\n  duplicate-id: { stats: 422 }',
    'mine.yaml': 'port: 4010\n',
    'known.yaml': '',
    'no-list.json': '{}',
    'no-reason.yaml': '- difference: the status is 422\n  reason: " "\n  cases: []\n',
    'no-cases.json': '[{ "difference": "a", "reason": "b", "cases": "c" }]',
  })
})
afterAll(async () => {
  await Promise.all([service.close(), folder[Symbol.asyncDispose]()])
})
const inFolder = (name: string): string => folder.file(name)

const read = (path: string): string => readFileSync(path, 'utf8')

test('learn writes a file with which diff finds no difference', async () => {
  const file = inFolder('plant-store.yaml')
  const learned = await runHere(['learn', service.url, '--out', file], env)
  expect(learned).toMatchObject({ code: 0, stderr: '' })
  expect(learned.stdout).toMatch(/^Wrote \S+plant-store\.yaml after \d+ requests in \d+\.\d s\.\n/)
  expect(read(file)).toContain('status: 422 # a stored id\n')
  appendFileSync(file, 'seed: garden\n')
  await runHere(['learn', service.url, '--out', file], env)
  expect(read(file)).not.toContain('seed')
  const { code, stdout, stderr } = await runHere(['diff', service.url, '--config', file], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ The fake answers like the backend\n/)
})

test('learn overwrites only what it wrote', async () => {
  const args = ['learn', service.url, '--out', inFolder('mine.yaml')]
  const { code, stderr } = await runHere(args, env)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `Failed to learn: ${inFolder('mine.yaml')} exists, and learn didn't write it. Pass another file with --out.\n`,
  })
})

test.each([
  ['plants.json', 'would have YAML in it. Pass a file that ends in .yaml'],
  ['.', 'is a folder. Pass a file'],
])('learn does not write %s', async (file, reason) => {
  const path = inFolder(file)
  const { code, stderr } = await runHere(['learn', service.url, '--out', path], env)
  expect({ code, stderr }).toEqual({ code: 2, stderr: `Failed to learn: ${path} ${reason} with --out.\n` })
})

test.each([
  ['-', "it can't write to standard output. Pass a file"],
  ['/dev/null', "/dev/null isn't a regular file. Pass another file"],
  ['/dev/stdout', "/dev/stdout isn't a regular file. Pass another file"],
])('learn does not write to %s', async (path, reason) => {
  const { code, stderr } = await runCommand(['learn', service.url, '--out', path], { env })
  expect({ code, stderr }).toEqual({ code: 2, stderr: `Failed to learn: ${reason} with --out.\n` })
})

test('learn leaves nothing half written', async () => {
  await using own = createFolder({ 'learned.yaml': '# Learned from a service\n' })
  for (const name of ['learned.yaml', 'new.yaml']) {
    const path = own.file(name)
    const { code, stderr } = await runCommand(['learn', service.url, '--out', path], {
      env,
      // No file may get longer, as on a full disk.
      wrapper: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
    })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^Failed to learn: \S+ can't be written: EFBIG.+\. Pass another file with --out\.\n$/,
      ),
    })
  }
  expect(readdirSync(own.path)).toEqual(['learned.yaml'])
  expect(read(own.file('learned.yaml'))).toBe('# Learned from a service\n')
})

test('learn names a folder that is missing before it sends a request', async () => {
  const path = inFolder('missing/plant-store.yaml')
  const { code, stderr } = await runHere(['learn', 'http://127.0.0.1:9', '--out', path], env)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `Failed to learn: there is no folder ${inFolder('missing')}. Pass another file with --out.\n`,
  })
})

test('diff reports a difference with both answers and a command, in every format', async () => {
  const reports = ['json', 'junit', 'html', 'markdown', 'har'].flatMap((format) => [
    '--report',
    `${format}=${inFolder(`report.${format}`)}`,
  ])
  const { code, stdout } = await runHere(
    ['diff', service.url, '--only', 'Duplicate ids', '--skip', 'another id than the stored one', ...reports],
    env,
  )
  expect(code).toBe(1)
  expect(stdout).toMatch(/^✗ The fake and the backend differ\n/)
  expect(stdout).toContain('✗ a duplicate id\n')
  expect(stdout).toMatch(
    /\n {2}Found: the status is 422, and 409 from the fake\n(?: {2}\$ curl -i -X POST 'http(?:.+\n)+? {2}→ (?:200|422) .+\n){2} {2}Note: /,
  )
  expect(stdout).toContain('\nThis compared a fake without a configuration. `plant-store learn` writes one; ')
  expect(stdout).toContain('→ 422 application/json {"error":7,"message":"taken"}')
  expect(stdout).toContain('→ 409 application/json {"error":40901,')
  expect(stdout).not.toContain(token)
  for (const format of ['json', 'junit', 'html', 'markdown', 'har'])
    expect(read(inFolder(`report.${format}`))).toContain(format === 'har' ? '422' : 'a duplicate id')
})

test.each([
  [
    ['diff', '--only', 'cors'],
    2,
    /^Failed to diff: --only names the case "cors", which doesn't exist, but "CORS" does\. /,
  ],
  [
    ['diff', '--only', 'Duplicated ids'],
    2,
    /^Failed to diff: --only names the case "Duplicated ids", which doesn't exist\. .+ a topic: Bodies/,
  ],
  [
    ['diff', '--config', 'wrong.yaml'],
    2,
    /^Failed to diff: \S+wrong\.yaml:2:19: there is no key answers\.duplicate-id\.stats\. Did you mean status\?\n$/,
  ],
  [['diff', '--concurrency', '0'], 2, /^Failed to run plant-store diff: .+ from 1 to 256/],
  [['diff', '--token', 'wrong'], 4, /^$/],
  [
    ['learn', '--token', 'wrong'],
    4,
    /^Failed to learn: http\S+ does not accept your token: it answers 401\.\n$/,
  ],
])('%j: %i', async (args, code, stderr) => {
  const [name = '', ...rest] = args.map((arg) => (arg === 'wrong.yaml' ? inFolder(arg) : arg))
  expect(await runHere([name, service.url, ...rest], env)).toMatchObject({
    code,
    stderr: expect.stringMatching(stderr),
  })
})

test.each(['learn', 'diff'])('%s without a token or a service', async (name) => {
  expect(await runHere([name, service.url])).toMatchObject({ code: 2 })
  expect(await runHere([name], env)).toMatchObject({
    code: 2,
    stderr: `Failed to ${name}: there is no URL. Pass the base address of a backend, like http://127.0.0.1:4010, or set PLANT_STORE_URL.\n`,
  })
  expect(await runHere([name, 'http://127.0.0.1:1'], env)).toMatchObject({ code: 4 })
})

const compareWith = (file: string, ...args: string[]) =>
  runHere(['diff', service.url, '--baseline', inFolder(file), '--only', 'Duplicate ids', ...args], env)

describe('--update-baseline', () => {
  test('writes all differences, which then no longer fail', async () => {
    expect(await compareWith('new.yaml', '--update-baseline')).toMatchObject({ code: 0, stderr: '' })
    expect(read(inFolder('new.yaml'))).toMatch(
      /^(?:# .+\n){2}- difference: the status is 422, and 409 from the fake\n {2}reason: known since [\d-]{10}\n {2}cases:\n(?: {4}- .+\n)* {4}- a duplicate id\n/,
    )
    const { code, stdout } = await compareWith('new.yaml')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ The fake answers like the backend, except for known differences\n/)
    expect(stdout).toMatch(/\nKnown differences\n\n· the status is 422, and 409 from the fake: known since /)
  })

  test('keeps a file of JSON', async () => {
    const gone = { difference: 'gone', reason: 'why', cases: ['a duplicate id'] }
    const other = { difference: 'other', reason: 'why', cases: ['the path /'] }
    writeFileSync(inFolder('known.json'), JSON.stringify([gone, other]))
    const { stdout } = await compareWith('known.json', '--update-baseline')
    expect(stdout).toContain(`\nWrote ${inFolder('known.json')}.\n`)
    const [first, second] = JSON.parse(read(inFolder('known.json')))
    expect([first, second.difference]).toEqual([other, 'the status is 422, and 409 from the fake'])
  })

  test('writes nothing if the comparison ends early, and needs a file', async () => {
    expect(await compareWith('none.yaml', '--update-baseline', '--token', 'wrong')).toMatchObject({ code: 4 })
    expect(existsSync(inFolder('none.yaml'))).toBe(false)
    expect(await runHere(['diff', service.url, '--update-baseline'], env)).toMatchObject({
      code: 2,
      stderr: 'Failed to diff: --update-baseline needs the file of --baseline.\n',
    })
  })
})

test.each<[message: RegExp, file: string, args: string[]]>([
  [/^Failed to read the baseline \S+gone\.yaml: there is no such file\.\n$/, 'gone.yaml', []],
  [/^Failed to read the baseline \S+no-list\.json: the list must be an array, got an/, 'no-list.json', []],
  [
    /^Failed to read the baseline \S+no-reason\.yaml:2:3: \[0\]\.reason must be a string that is not blank, got/,
    'no-reason.yaml',
    [],
  ],
  [
    /^Failed to read \S+ \S+ \S+no-cases\.json:1:.+ \[0\]\.cases must be an array, got "c"/,
    'no-cases.json',
    [],
  ],
  [
    /^Failed to diff: there is no folder \S+\. Pass another file with --baseline\.\n$/,
    'a/b',
    ['--update-baseline'],
  ],
  [/^Failed to diff: \S+ is a folder\. Pass a file with --baseline\.\n$/, '.', ['--update-baseline']],
  [
    /^Failed to write the report \S+: --config and json have the same file\./,
    'known.yaml',
    ['--config', 'mine.yaml', '--report', 'json=mine.yaml'],
  ],
])('a wrong file is refused before a request: %s', async (message, file, args) => {
  const inside = args.map((arg) => arg.replace('mine.yaml', inFolder))
  const { code, stdout, stderr } = await compareWith(file, ...inside)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
})
