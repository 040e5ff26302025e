import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { startPlants } from './services.ts'

const header = '# Ours.\nport: 4020 # free\nmax-body: 2000 # bytes\n'

test('--write makes the next runs silent, and writes the same again; comments and other keys stay', async () => {
  using folder = createFolder({ 'plant-store.yaml': header })
  await using service = await startPlants()
  const run = (...args: string[]) =>
    runHere(['diff', `${service.url}/api`, '--token', 'local-token', ...args], {}, folder.path)
  const read = (): string => readFileSync(folder.file('plant-store.yaml'), 'utf8')
  const first = await run('--write', 'plant-store.yaml')
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain('Wrote plant-store.yaml.')
  expect(first.stdout).not.toContain('local-token')
  const written = read()
  expect(written).toMatch(/^# Ours\.\nport: 4020 # free\nmax-body: 100000 # bytes\n/)
  for (const _time of [1, 2, 3]) expect(await run('--config', 'plant-store.yaml')).toMatchObject({ code: 0 })
  expect((await run('--write', 'plant-store.yaml')).code).toBe(0)
  expect(read()).toBe(written)
  await using other = await startPlants({ created: 200 })
  const changed = await runHere(
    ['diff', `${other.url}/api`, '--token', 'local-token', '--config', 'plant-store.yaml'],
    {},
    folder.path,
  )
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining('status no longer differs')])
})

test.each<[args: string[], code: number, message: RegExp]>([
  [[], 2, /^Failed to diff: there is no URL\./],
  [['http://x'], 2, /^Failed to diff: there is no credential of bearerAuth\. Pass --token/],
  [['http://x', '--credential', 'x'], 2, /^Failed to diff: --credential must be SCHEME=VALUE\./],
  [
    ['http://x', '--credential', 'x=1'],
    2,
    /is no security scheme of the description, got "x"; known are bearerAuth/,
  ],
  [['http://x', '--token', 'a', '--write', 'a.json'], 2, /a\.json would have YAML in it/],
  [['http://x', '--token', 'a', '--write', 'a.yaml', '--config', 'b.yaml'], 2, /name different files/],
  [['http://x', '--token', 'a', '--config', 'wrong.yaml'], 2, /wrong\.yaml:1:\d+: responses/],
  [['http://x', '--token', 'a', '--openapi', 'none.yaml'], 2, /none\.yaml/],
  [['http://127.0.0.1:1', '--token', 'a'], 4, /^✗ The service can't be compared: it refuses connections/],
])('%j ends with exit code %i', async (args, code, message) => {
  using folder = createFolder({ 'wrong.yaml': 'responses: { duplicate-key: { status: 7 } }\n' })
  const ended = await runHere(['diff', ...args], {}, folder.path)
  expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(message)])
})

test('a token can come from a command, and the service from a variable', async () => {
  await using service = await startPlants({ created: 200 })
  const env = { PLANT_STORE_URL: `${service.url}/api` }
  const { code, stdout } = await runHere(['diff', '--token-command', 'echo local-token'], env)
  expect([code, stdout]).toEqual([1, expect.stringContaining('Bearer $PLANT_STORE_TOKEN')])
})

test('a service that rejects the credentials is not compared', async () => {
  await using service = await startPlants()
  const { code, stdout } = await runHere(['diff', `${service.url}/api`, '--token', 'a-secret-token'])
  expect([code, stdout]).toEqual([4, expect.stringContaining('it rejects the credentials')])
  expect(stdout).not.toContain('a-secret-token')
})
