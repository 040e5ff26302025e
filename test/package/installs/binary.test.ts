import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatNames } from '../../../src/reports/formats.ts'
import { startRedis } from '../../redis/start-redis.ts'
import { createFolder } from '../../tools/folder.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { has } from '../../tools/optional-tools.ts'
import { type Ended, type ListeningProcess, runProcess, startListening } from '../../tools/processes.ts'
import { send, sendPlant } from '../../tools/send.ts'

const root = new URL('../../../', import.meta.url).pathname
const folder = createFolder({ 'pact.json': readFileSync(join(root, 'contracts/shop-plant-store.json')) })
const binary = folder.file('plant-store')
// No Node is to be found, nor anything else.
const options = { cwd: folder.path, timeout: installHangLimit, env: { PATH: undefined } }
const run = async (line: string): Promise<Ended> => await runProcess(binary, line.split(' '), options)
const start = (line: string): Promise<ListeningProcess> =>
  startListening(binary, `start --port 0 ${line}`.split(' '), options)

beforeAll(async () => {
  const { code, stderr } = await runProcess(process.execPath, [
    join(root, 'src/package/build-binary.ts'),
    binary,
  ])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
afterAll(folder[Symbol.asyncDispose])

test.each([
  ['--version', 0, /^\d+\.\d+\.\d+\n$/],
  ['rules', 0, /^created-status /m],
  ['exec -- /bin/sh -c set', 0, /PLANT_STORE_URL='http:/],
  ['verify http://127.0.0.1:1 --token a-token', 4, /127\.0\.0\.1:1\/plants is not reachable: it refuses/],
  ['check-pact pact.json', 2, /^Failed to check the pacts: Pact needs Node\. .*\n$/],
  [
    'verify-pacts http://127.0.0.1:1 --pacts *.json --token a',
    2,
    /^Failed to verify the pacts: Pact needs .*\n$/,
  ],
  ['proxy http://127.0.0.1:1 --second-opinion', 2, /^Failed to start the proxy: Prism needs Node\. .*\n$/],
])('%s ends with %i', async (line, code, output) => {
  const { stdout, stderr, ...ended } = await run(line)
  expect({ ...ended, output: stdout + stderr }).toMatchObject({
    code,
    output: expect.stringMatching(output),
  })
})

test('comes with the licenses of what it contains', () => {
  const licenses = readFileSync(folder.file('THIRD-PARTY-LICENSES'), 'utf8')
  for (const name of ['ajv', 'commander', '@redis/client', 'preact', '@preact/signals'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'))
})

test('has the page, seeds, and scenarios, and keeps plants in a file', async () => {
  for (const status of [200, 409]) {
    await using fake = await start(`--store plants.db${status === 200 ? ' --seed garden' : ''}`)
    expect(await sendPlant(fake.url, { id: 77, name: 'Fern' })).toMatchObject({ status })
    for (const [path, part] of [
      ['/__admin/', '<title>'],
      ['/__admin/inspector.js', 'fetch'],
      ['/__admin/plants/9007199254740993', 'Century plant'],
      ['/__admin/scenarios', '"flaky"'],
    ])
      expect(await send(`${fake.url}${path}`)).toMatchObject({
        status: 200,
        body: expect.stringContaining(part ?? ''),
      })
  }
})

test('verifies, learns, and compares a service, with all reports', async () => {
  await using fake = await start('--token a-token --answers documented')
  const service = `${fake.url} --token a-token`
  const reports = formatNames.map((name) => `--report ${name}=report.${name}`).join(' ')
  expect(await run(`verify ${service} ${reports}`)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder.path)).toEqual(
    expect.arrayContaining(formatNames.map((name) => `report.${name}`)),
  )
  expect(await run(`learn ${service} --out learned.yaml`)).toMatchObject({ code: 0 })
  expect(await run(`diff ${service} --config learned.yaml`)).toMatchObject({ code: 0 })
})

test.skipIf(!has('redis'))('shares plants in Redis', async () => {
  await using redis = await startRedis()
  await using one = await start(`--store ${redis.toUrl('binary')}`)
  await using other = await start(`--store ${redis.toUrl('binary')}`)
  expect(await sendPlant(one.url)).toMatchObject({ status: 200 })
  expect(await sendPlant(other.url)).toMatchObject({ status: 409 })
})
