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
  expect(await run('--config', 'plant-store.yaml')).toMatchObject({ code: 0 })
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

test('a description in a configuration is beside it, or at its address', async () => {
  const service = 'http://127.0.0.1:1'
  using folder = createFolder({
    'near.yaml': 'openapi: api.yaml',
    'far.yaml': 'openapi: http://127.0.0.1:1/api.yaml',
    'api.yaml': readFileSync(new URL('../../openapi.yaml', import.meta.url)),
  })
  const run = (name: string) =>
    runHere(['diff', service, '--token', 'local-token', '--config', folder.file(name)])
  expect(await run('near.yaml')).toMatchObject({ code: 4 })
  expect((await run('far.yaml')).stderr).toContain('http://127.0.0.1:1/api.yaml')
})
