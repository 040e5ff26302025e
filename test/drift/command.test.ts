import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { installHangLimit } from '../tools/hang-limit.ts'
import { runCommand } from '../tools/processes.ts'

// Mistakes, baselines, and short runs are sessions in test/cli/recordings/.
const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }

let service: PlantStoreServer
beforeAll(async () => {
  service = await startServer({
    port: 0,
    tokens: [token],
    answers: { 'duplicate-key': { status: 422, error: 7, message: 'taken' } },
  })
})
afterAll(() => service.close())

const read = (path: string): string => readFileSync(path, 'utf8')

test('learn writes a file with which diff finds no difference', { timeout: installHangLimit }, async () => {
  using folder = createFolder({ 'plant-store.yaml': '# Learned from a service\nseed: garden\n' })
  const file = folder.file('plant-store.yaml')
  const learned = await runHere(['learn', service.url, '--out', file], env)
  expect(learned).toMatchObject({ code: 0, stderr: '' })
  expect(learned.stdout).toMatch(/^Wrote \S+plant-store\.yaml after \d+ requests in \d+\.\d s\.\n/)
  expect(read(file)).toContain('duplicate-key: {"status":422,"error":7,"message":"taken"} # a stored id\n')
  expect(read(file)).not.toContain('seed')
  const { code, stdout, stderr } = await runHere(['diff', service.url, '--config', file], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ The fake answers like the service\n/)
})

test('learn leaves nothing half written', async () => {
  using own = createFolder({ 'learned.yaml': '# Learned from a service\n' })
  const { code, stderr } = await runCommand(['learn', service.url, '--out', own.file('learned.yaml')], {
    env,
    // No file may get longer, as on a full disk.
    wrapper: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^Failed to learn: \S+ can't be written: EFBIG.+\. Pass another file with --out\.\n$/,
  )
  expect(readdirSync(own.path)).toEqual(['learned.yaml'])
  expect(read(own.file('learned.yaml'))).toBe('# Learned from a service\n')
})

test('diff reports a difference with both answers and a command, in every format', async () => {
  using folder = createFolder()
  const reports = ['json', 'junit', 'html', 'markdown', 'har'].flatMap((format) => [
    '--report',
    `${format}=${folder.file(`report.${format}`)}`,
  ])
  const { code, stdout } = await runHere(
    ['diff', service.url, '--only', 'Stored plants', '--skip', 'the same plant again', ...reports],
    env,
  )
  expect(code).toBe(1)
  expect(stdout).toMatch(/^✗ The fake and the service differ\n/)
  expect(stdout).toContain('✗ the status is 422, and 409 from the fake (2 cases)\n')
  expect(stdout).toContain('  Tried: a stored id\n')
  expect(stdout).toContain('  The same with: another stored id\n')
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(400)
  expect(stdout).toMatch(
    /\n {2}Found: the status is 422, and 409 from the fake\n {2}The same .+\n(?: {2}\$ curl -i -X POST 'http(?:.+\n)+? {2}→ (?:200|422) .+\n){2} {2}Note: /,
  )
  expect(stdout).toContain('\nThis compared a fake without a configuration. `plant-store learn` writes one; ')
  expect(stdout).toContain('→ 422 application/json {"error":7,"message":"taken"}')
  expect(stdout).toContain('→ 409 application/json {"error":40901,')
  expect(stdout).not.toContain(token)
  for (const format of ['json', 'junit', 'html', 'markdown', 'har'])
    expect(read(folder.file(`report.${format}`))).toContain(format === 'har' ? '422' : 'a stored id')
})
