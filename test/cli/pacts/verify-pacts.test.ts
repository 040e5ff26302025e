import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RecordingBackend, startRecordingBackend } from '../../pact/recording-backend.ts'
import { startStandInBroker } from '../../pact/stand-in-broker.ts'
import { token, writeInteraction, writePact } from '../../pact/written-pact.ts'
import { createFolder, type Folder } from '../../tools/folder.ts'
import { listen } from '../../tools/listen.ts'
import { runCommand, startCommand } from '../../tools/processes.ts'
import { runHere } from '../run-here.ts'

const pact = JSON.stringify(writePact([writeInteraction({ states: [] })]))

let folder: Folder
let backend: RecordingBackend
beforeAll(async () => {
  folder = createFolder({
    'right.json': pact,
    'all/right.json': pact,
    'all/latin1.json': Buffer.from(pact.replace('plant is', 'pl\u00e4nt is'), 'latin1'),
    'all/empty.json': JSON.stringify(writePact([])),
  })
  backend = await startRecordingBackend()
})
afterAll(() => Promise.all([backend[Symbol.asyncDispose](), folder[Symbol.asyncDispose]()]))

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runHere(args, { PLANT_STORE_TOKEN: token, ...env }, folder.path)

test('a right backend: exit code 0, no output of the native code, and no question to the broker of other tools', async () => {
  const args = ['verify-pacts', backend.url, '--pacts', 'right.json', '--token', token]
  const env = { PACT_BROKER_BASE_URL: 'http://127.0.0.1:1' }
  const { code, stdout, stderr } = await runCommand(args, { cwd: folder.path, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/\n✓ {3}1 passed {2}shop\n/)
  expect(stdout).toMatch(/\n✓ Every interaction passed: 1 interaction passed; \d+\.\d s\.\n$/)
})

test('--verbose shows the output of the native code on standard error, without tokens', async () => {
  await using rude = await startRecordingBackend(({ headers }) => ({
    body: `{"name":"##[group] ${headers.authorization}"}`,
  }))
  const args = ['verify-pacts', rude.url, '--pacts', 'right.json', '--verbose']
  const { stdout, stderr } = await run(args)
  expect(stderr).toContain('returns a response which')
  expect(stdout).not.toContain('returns a response which')
  expect(stderr).toContain('\\u{23}#[group] Bearer ***')
  for (const text of ['##[', token]) expect(stdout + stderr).not.toContain(text)
})

test.each([
  ['all/empty.json', 'all/empty.json has no interactions'],
  ['all/latin1.json', "all/latin1.json can't be read: it is not UTF-8"],
])('a broken file ends the commands with 2: %s', async (file, problem) => {
  for (const args of [
    ['check-pact', file, 'right.json'],
    ['verify-pacts', backend.url, '--pacts', file, 'right.json'],
  ])
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) })
})

test('the flags and environment variables of a broker reach it', async () => {
  await using broker = await startStandInBroker({ pacts: { shop: JSON.parse(pact) } })
  const env = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_USERNAME: 'me', PACT_BROKER_PASSWORD: 'pw' }
  const ofBroker = ['--selector', '{"latest":true}', '--selector', '{"tag":"x"}', '--branch', 'main']
  const published = ['--publish', '1', '--build-url', 'https://ci.example/7']
  const pending = ['--enable-pending', '--include-wip-since', '2026-01-31']
  const args = ['verify-pacts', backend.url, '--provider', 'plant-store', '--verbose']
  const { code, stdout } = await run([...args, ...ofBroker, ...pending], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n✓ shop: a plant is created\n/)
  const sent = broker.requests.flatMap(({ body }) => (body ? [JSON.parse(body)] : []))
  expect(sent[0]).toEqual({
    consumerVersionSelectors: [{ latest: true }, { tag: 'x' }],
    providerVersionBranch: 'main',
    includePendingStatus: true,
    includeWipPactsSince: '2026-01-31',
  })
  expect(broker.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:pw')}`)
  const elsewhere = await run(['verify-pacts', backend.url, '--pacts', `${backend.url}/a.json`], env)
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining(`would send the credentials of the broker to ${backend.url}.`),
  ])
  const asked = broker.requests.length
  const again = await run([...args, '--broker', broker.url, '--broker-token', 'abc', ...published])
  expect(broker.requests.length).toBeGreaterThan(asked)
  const last = broker.requests.at(-1)
  expect([again.code, last?.headers.authorization]).toEqual([0, 'Bearer abc'])
  expect(JSON.parse(last?.body ?? '')).toMatchObject({
    success: true,
    providerApplicationVersion: '1',
    buildUrl: 'https://ci.example/7',
  })
})

test.each([
  ['--limit', '150', 4, /the limit of 150 ms/],
  ['--request-limit', '150', 1, /150 ms/],
])('%s %s ends a run against a service that hangs', async (flag, value, code, stdout) => {
  await using hanging = await listen(() => {})
  const ended = await run(['verify-pacts', hanging.url, '--pacts', 'right.json', flag, value])
  expect(ended).toEqual({ code, stdout: expect.stringMatching(stdout), stderr: '' })
})

test('interrupting a run ends it and the verifier of Pact, without a stack', async () => {
  await using hanging = await startRecordingBackend(({ url }) => ({ status: url === '/' ? 404 : 0 }))
  const args = ['verify-pacts', hanging.url, '--pacts', 'right.json', '--token', token]
  await using command = startCommand(args, { cwd: folder.path })
  await expect.poll(() => hanging.requests.length).toBe(1)
  command.kill('SIGINT')
  const { code, stdout, stderr } = await command.ended
  expect([code, stdout, stderr]).toEqual([130, "✗ The service can't be verified: the run was stopped.\n", ''])
})
