import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { type Ended, runCommand, startCommand } from '../tools/processes.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { mistakes } from '../verify/backends/mistakes.ts'
import { startRecordingBackend } from './recording-backend.ts'

const contracts = new URL('../../contracts/', import.meta.url).pathname
const shop = join(contracts, 'shop-plant-store.json')
const token = 'token-of-the-provider'

let server: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  server = await startServer({ port: 0, tokens: [token, 'local-token'] })
  const numberTag = readFileSync(shop, 'utf8').replaceAll('"tag": "foliage"', '"tag": 5')
  folder = createFolder({
    'number-tag.json': numberTag,
    'other.json': numberTag.replaceAll('plant-store', 'other'),
    'no-pact.json': '{"openapi":"3.1.0"}',
  })
})
afterAll(async () => {
  await Promise.all([server.close(), folder[Symbol.asyncDispose]()])
})

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  runCommand(args, { cwd: folder.path, env: { PLANT_STORE_TOKEN: token, ...env } })
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

async function expectJunit(name: string): Promise<void> {
  const { errors } = await validateXML({
    xml: [{ fileName: name, contents: read(name) }],
    schema: [readFileSync(new URL('../reports/jenkins-junit.xsd', import.meta.url), 'utf8')],
  })
  expect(errors).toEqual([])
}

test('verify-pacts on a correct backend: exit code 0, a count for every consumer, and no output of the native code', async () => {
  const { code, stdout, stderr } = await run(['verify-pacts', server.url, '--pacts', `${contracts}*.json`])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/\n✓ {3}9 passed {2}importer\n✓ {3}8 passed {2}shop\n/)
  expect(stdout).toMatch(/\n✓ Every interaction passed: 17 interactions passed; \d+\.\d s\.\n$/)
})

test('--verbose shows the output of the native code on standard error, without tokens', async () => {
  const invalidToken = 'token-that-is-not-valid'
  const args = ['verify-pacts', server.url, '--pacts', shop, '--invalid-token', invalidToken, '--verbose']
  const { stdout, stderr } = await run(args)
  expect(stderr).toContain('returns a response which')
  expect(stdout).not.toContain('returns a response which')
  expect(stderr).toMatch(/Authorization.+Bearer \*{3}/i)
  for (const secret of [token, invalidToken]) expect(stdout + stderr).not.toContain(secret)
})

test('a wrong backend: exit code 1, the place, the values and the rule, in every report', async () => {
  const mistake = mistakes.find(({ title }) => title === 'a created plant is answered 201')
  await using backend = await startBackend(mistake?.backend)
  const reports = ['json=r.json', 'junit=r.xml', 'html=r.html', 'markdown=r.md', 'har=r.har'].flatMap(
    (target) => ['--report', target],
  )
  const args = ['verify-pacts', backend.url, '--pacts', shop, '--token', 'local-token', ...reports]
  const summary = join(folder.path, 'summary.md')
  const { code, stdout } = await run(args, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /✗ shop: a request to create a plant \(sent with the id \d+ instead of 1\)\n {2}\S+; given no plant with the id exists\n {2}Found: \$\.status: expected 200 but was 201\n {2}Rule: created-is-200 \(must, specification section 4, rule 1\): If the NewPlant .+\n {2}\$ curl -i -X POST 'http:/,
  )
  expect(stdout).toMatch(
    /^::error title=plant-store verify-pacts%3A created-is-200::shop: a request to create a plant: \$\.status: expected 200 but was 201%0Acreated-is-200/m,
  )
  expect(stdout).toMatch(/5 interactions passed, 3 failed; /)
  expect(JSON.parse(read('r.json'))).toMatchObject({
    command: 'verify-pacts',
    outcome: 'failed',
    interactions: expect.arrayContaining([
      expect.objectContaining({
        consumer: 'shop',
        status: 'failed',
        findings: [
          expect.objectContaining({
            place: '$.status',
            rule: expect.objectContaining({ id: 'created-is-200' }),
          }),
        ],
      }),
    ]),
  })
  expect(read('r.xml')).toMatch(/tests="8" failures="3"/)
  expect(read('r.xml')).toContain(
    '<failure message="$.status: expected 200 but was 201" type="created-is-200">',
  )
  await expectJunit('r.xml')
  expect(readFileSync(summary, 'utf8')).toMatch(
    /^## plant-store verify-pacts: ❌ Interactions failed\n[\s\S]+### ❌ shop: a request to create a plant \\\(sent with the id \d+ instead of 1\\\)\n/,
  )
  expect(read('r.md')).toBe(readFileSync(summary, 'utf8'))
  expect(read('r.html')).toContain('<title>Interactions failed: ')
  expect(JSON.parse(read('r.har')).log.entries[0].request).toMatchObject({
    method: 'POST',
    url: `${backend.url}/plants`,
    headers: expect.arrayContaining([{ name: 'authorization', value: 'Bearer $PLANT_STORE_TOKEN' }]),
    postData: { text: expect.stringMatching(/^\{"id":\d+,"name":".+"\}$/) },
  })
  for (const text of [stdout, ...['r.json', 'r.xml', 'r.html', 'r.md', 'r.har'].map(read)])
    expect(text).not.toContain('local-token')
})

test('a backend that cannot be reached: exit code 4, and a report that says so', async () => {
  const args = ['verify-pacts', 'http://127.0.0.1:1', '--pacts', shop, '--report', 'junit=gone.xml']
  const { code, stdout } = await run(args)
  expect(code).toBe(4)
  expect(stdout).toMatch(
    /^✗ The provider can't be verified: http:\/\/127\.0\.0\.1:1\/ is not reachable: .*\n$/,
  )
  expect(read('gone.xml')).toMatch(/errors="1"/)
  await expectJunit('gone.xml')
})

describe('check-pact', () => {
  test('ends with 0 for the pacts of the example consumers', async () => {
    const { code, stdout } = await run(['check-pact', `${contracts}*.json`])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n✓ Every interaction passed: 17 interactions passed; /)
  })

  test('ends with 1 for a pact that was edited to expect a number for a tag', async () => {
    const { code, stdout } = await run([
      'check-pact',
      'number-tag.json',
      '--report',
      'junit=c.xml',
      '--report',
      'github',
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /✗ shop: a request to create a plant with a tag\n(?: {2}.+\n)* {2}Found: \/interactions\/1\/response\/body\/content\/tag: tag must be "5", got 5\n {2}Rule: plant-echoes-tag \(must/,
    )
    expect(stdout).toMatch(/^::error title=plant-store check-pact%3A plant-echoes-tag::shop/m)
    await expectJunit('c.xml')
  })
})

const ofProvider = ['verify-pacts', 'http://x', '--provider', 'plant-store']
const withBroker = [...ofProvider, '--broker', 'http://x']

describe('wrong usage is exit code 2, in one line', () => {
  test.each<[message: RegExp, args: string[], env?: Record<string, string>]>([
    [
      /there is no token\. Pass --token/,
      ['verify-pacts', 'http://x', '--pacts', shop],
      { PLANT_STORE_TOKEN: '' },
    ],
    [
      /there is no URL\. Pass the base address of a backend, like http:.+, before --pacts and --consumer, or set PLANT_STORE_URL\.$/m,
      ['verify-pacts', '--pacts', shop],
    ],
    [/there are no pacts\. Pass --pacts/, ['verify-pacts', 'http://x']],
    [
      /^Failed to verify the pacts: no file matches none\/\*\.json\.$/m,
      ['verify-pacts', 'http://x', '--pacts', 'none/*.json'],
    ],
    [
      /no pact is for the provider "p"; the pacts are for "plant-store"\.$/m,
      ['verify-pacts', 'http://x', '--pacts', shop, '--provider', 'p'],
    ],
    [
      /^Failed to verify the pacts: --publish needs a broker\. Pass --broker\.$/m,
      ['verify-pacts', 'http://x', '--pacts', shop, '--publish', '1'],
    ],
    [
      /--build-url needs a broker\. Pass --broker\.$/m,
      ['verify-pacts', 'http://x', '--pacts', shop, '--build-url', 'https://ci.example/7'],
    ],
    [
      /--build-url needs --publish, because it is published with the results\.$/m,
      [...['verify-pacts', 'http://x', '--broker', 'http://x'], '--build-url', 'https://ci.example/7'],
    ],
    [
      /^Failed to verify the pacts: --pacts must have no user and password in it\.$/m,
      ['verify-pacts', 'http://x', '--pacts', 'http://me:pa55word@127.0.0.1:1/x.json'],
    ],
    [
      /--state-change-url must be an http or https URL, got "x"\.$/m,
      ['verify-pacts', 'http://x', '--pacts', shop, '--state-change-url', 'x'],
    ],
    [/--broker must be an http or https URL, got "x"\.$/m, [...ofProvider, '--broker', 'x']],
    [/--broker-token may contain only ASCII/, [...withBroker, '--broker-token', 'a b']],
    [/--build-url must be an http/, [...withBroker, '--publish', '1', '--build-url', 'x']],
    [/--invalid-token must not be the token\.$/m, [...withBroker, '--invalid-token', token]],
    [
      /a broker has pacts for many providers: pass --provider\.$/m,
      ['verify-pacts', 'http://x', '--broker', 'http://x'],
    ],
    [
      /: --include-wip-since needs --enable-pending, because such pacts are pending\.$/m,
      [...withBroker, '--include-wip-since', '2026-01-31'],
    ],
    [/: leave out --description or --publish\.$/m, [...withBroker, '--publish', '1', '--description', 'a']],
    [
      /: pass the name of your provider as --provider\.$/m,
      ['verify-pacts', 'http://x', '--pacts', shop, 'other.json'],
    ],
    [/It must be a JSON object/, ['verify-pacts', 'http://x', '--broker', 'http://x', '--selector', 'main']],
    [/It must be json=FILE, .+ or github/, ['verify-pacts', 'http://x', '--report', 'pdf=x.pdf']],
    [
      /^Failed to check the pacts: no-pact\.json isn't a pact: it has no consumer with a name\.$/m,
      ['check-pact', 'no-pact.json'],
    ],
    [
      /^Failed to write the report \.\/no-pact\.json: a pact and json have the same file\./m,
      ['check-pact', 'no-pact.json', '--report', 'json=./no-pact.json'],
    ],
    [
      /: a pact and html have the same file\./,
      ['verify-pacts', 'http://x', '--report', 'html=no-pact.json', '--pacts', 'no-pact.json'],
    ],
    [/missing required argument 'file'/, ['check-pact']],
  ])('%s', async (message, args, env) => {
    const ended = await runHere(args, { PLANT_STORE_TOKEN: token, ...env }, folder.path)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(message)
    expect((ended.stdout + ended.stderr).trim().split('\n')).toHaveLength(1)
  })
})

test.each<[what: string, toArgs: (url: string) => string[]]>([
  ['the backend', (url) => [url, '--pacts', shop]],
  ['the address for states', (url) => [server.url, '--pacts', shop, '--state-change-url', `${url}/states`]],
  ['the broker', (url) => [server.url, '--provider', 'plant-store', '--broker', `${url}/broker`]],
])(
  'interrupting a run while %s hangs ends it and the verifier of Pact, without a stack',
  async (_what, toArgs) => {
    await using hanging = await startRecordingBackend(({ url }) => ({ status: url === '/' ? 404 : 0 }))
    await using command = startCommand([
      'verify-pacts',
      ...toArgs(hanging.url),
      '--token',
      token,
      '--request-limit',
      '600000',
    ])
    await expect.poll(() => hanging.requests.length).toBe(1)
    command.kill('SIGINT')
    const { code, stdout, stderr } = await command.ended
    expect([code, stdout, stderr]).toEqual([
      130,
      "✗ The provider can't be verified: the run was stopped.\n",
      '',
    ])
  },
)
