import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    latency: 10,
  })
  folder = createFolder({
    'wrong.yaml': 'answers:\n  duplicate-id: { stats: 422 }',
    'mine.yaml': 'port: 4010\n',
  })
})
afterAll(async () => {
  await Promise.all([service.close(), folder[Symbol.asyncDispose]()])
})
const inFolder = (name: string): string => join(folder.path, name)

const config = () => ['--config', inFolder('plant-store.yaml')]

test('learn writes a file with which diff finds no difference, again and again', async () => {
  const learned = await runHere(['learn', service.url, '--out', inFolder('plant-store.yaml')], env)
  expect(learned).toMatchObject({ code: 0, stderr: '' })
  expect(learned.stdout).toMatch(/^Wrote \S+plant-store\.yaml after \d+ requests in \d+\.\d s\.\n/)
  expect(readFileSync(inFolder('plant-store.yaml'), 'utf8')).toContain('status: 422 # a stored id\n')
  appendFileSync(inFolder('plant-store.yaml'), 'seed: garden\n')
  await runHere(['learn', service.url, '--out', inFolder('plant-store.yaml')], env)
  expect(readFileSync(inFolder('plant-store.yaml'), 'utf8')).not.toContain('seed')
  for (const _time of ['first', 'second']) {
    const { code, stdout, stderr } = await runHere(['diff', service.url, ...config()], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^✓ The fake answers like the backend\n/)
  }
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
    const path = join(own.path, name)
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
  expect(readFileSync(join(own.path, 'learned.yaml'), 'utf8')).toBe('# Learned from a service\n')
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
    expect(readFileSync(inFolder(`report.${format}`), 'utf8')).toContain(
      format === 'har' ? '422' : 'a duplicate id',
    )
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
