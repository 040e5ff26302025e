import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startServer } from '../../src/adapters/server/start-server.ts'
import { rules } from '../../src/judge/generated/rules.ts'
import { usualRequests } from '../../src/verify/plan.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { startCommand } from '../tools/processes.ts'
import { startBackend } from './backends/create-backend.ts'

const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }

let open: MockServer
beforeAll(async () => {
  open = await startServer({ port: 0 })
})
afterAll(() => open.close())

/** Judges the fake without tokens by the one rule that it breaks. */
const judgeOpen = (args: string[], more: Record<string, string> = env) =>
  runHere(['verify', open.url, '--only', 'refuses-unissued-token', ...args], more)

const formats = ['json', 'junit', 'html', 'markdown', 'har']

test('a correct backend: exit code 0, the verdict first and last, one count for each section', async () => {
  await using server = await startServer({ port: 0, credentials: [token] })
  const { code, stdout, stderr } = await runHere(['verify', server.url], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ Every rule is kept\n {2}http:/)
  // The help and the docs say so.
  const [, requests] = /; (\d+) requests;/.exec(stdout) ?? []
  expect(Math.abs(Number(requests) - usualRequests)).toBeLessThanOrEqual(20)
  expect(stdout).toMatch(/\nThe run left \d+ plants behind: \d+/)
  // Without declared limits, that rule can't be broken.
  const judged = rules.filter(
    ({ id, level }) => ['must', 'should'].includes(level) && id !== 'refuses-outside-limits',
  )
  expect(stdout).toMatch(
    new RegExp(`\\n✓ Every rule is kept: ${judged.length} rules kept; \\d+ requests; seed \\d+; .+ s\\.\\n$`),
  )
  const counts = [...stdout.matchAll(/^✓ +(\d+) kept {2}(?:Section \d, .+|Standards)$/gm)]
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(judged.length)
  expect(stdout).not.toContain(token)
})

test('what the specification leaves open is listed with --verbose', async () => {
  await using server = await startServer({ port: 0, credentials: [token] })
  const args = ['verify', server.url, '--only', 'status-for-missing-credentials']
  const notes = async (...more: string[]) => {
    const { stdout } = await runHere([...args, ...more], env)
    return stdout.match(/^· .*$/gm)?.map((line) => line.replace(/ \(.*/, ''))
  }
  expect(await notes()).toBeUndefined()
  expect(await notes('--verbose')).toEqual(['· status-for-missing-credentials: answered 401'])
})

test('many broken rules: a remark names the flags that accept them', async () => {
  await using folder = createFolder()
  await using backend = await startBackend({ isAuthorized: () => true })
  const [few, many] = [['refuses-missing-credentials'], ['refuses-unissued-token', 'refuses-empty-token']]
  const judge = async (...args: string[]) => {
    const { code, stdout } = await runHere(['verify', backend.url, '--only', ...few, ...args], env)
    return [code, /^To accept these 3 for now and fail only for new ones, add --baseline /m.test(stdout)]
  }
  expect(await judge()).toEqual([1, false])
  expect(await judge(...many)).toEqual([1, true])
  expect(await judge(...many, '--baseline', folder.file('known.yaml'), '--update-baseline')).toEqual([
    0,
    false,
  ])
})

test('a broken rule: exit code 1, and every report has the rule, but not the token', async () => {
  await using folder = createFolder()
  const reports = formats.flatMap((format) => ['--report', `${format}=${folder.file(format)}`])
  const { code, stdout } = await judgeOpen(['--seed', '5', ...reports], {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: folder.file('summary.md'),
  })
  const [json = '', junit, html, markdown, har = ''] = formats.map((format) =>
    readFileSync(folder.file(format), 'utf8'),
  )
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error title=plant-store verify%3A refuses-unissued-token::.+%0Acurl/m)
  expect(JSON.parse(json)).toMatchObject({ outcome: 'failed', seed: 5 })
  const [{ duration }] = JSON.parse(json).cases
  expect(duration).toBeGreaterThan(0)
  expect(junit).toContain(
    `<testcase classname="plant-store.must" name="refuses-unissued-token" time="${(duration / 1000).toFixed(3)}"><failure `,
  )
  expect(html).toContain('<article class="failed" id="refuses-unissued-token">')
  expect(markdown).toContain('<summary>❌ refuses-unissued-token</summary>')
  expect(readFileSync(folder.file('summary.md'), 'utf8')).toBe(markdown)
  expect(JSON.parse(har).log.entries).toHaveLength(1)
  for (const text of [stdout, json, junit, html, markdown, har]) expect(text).not.toContain(token)
})

test('headers reach the service, and created plants a file, to which each run adds', async () => {
  await using folder = createFolder()
  const created = folder.file('created.jsonl')
  const args = ['--header', 'X-Tenant: garden', '--header=x-api-key:sesame', '--created', created]
  const before = open.mock.requests.size
  const { stdout } = await judgeOpen([...args, '--name-prefix', 'ci-'])
  const [request] = open.mock.requests.all().slice(before)
  expect(request?.request.headers).toMatchObject({ 'x-tenant': 'garden', 'x-api-key': '***' })
  expect(stdout).toContain('set X_API_KEY in your shell')
  const lines = () => readFileSync(created, 'utf8').trimEnd().split('\n')
  const { length } = lines()
  expect(stdout).toContain(`The run left ${length} plants behind`)
  expect(JSON.parse(lines()[0] ?? '')).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: expect.stringMatching(/^ci-/),
    tag: expect.any(String),
  })
  await judgeOpen(args)
  expect(lines().length).toBeGreaterThan(length)
})

test('--show-token shows the token in every report', async () => {
  // The backend accepts only the token that should be invalid, so the finding shows it.
  await using lax = await startServer({ port: 0, credentials: [token, 'expired-token'] })
  await using folder = createFolder()
  const files = formats.flatMap((format) => ['--report', `${format}=${folder.file(format)}`])
  const args = ['--only', 'refuses-unissued-token', '--invalid-token', 'expired-token', ...files]
  for (const more of [['--show-token'], []]) {
    const { stdout } = await runHere(['verify', lax.url, ...args, ...more], env)
    const texts = [stdout, ...formats.map((format) => readFileSync(folder.file(format), 'utf8'))]
    const shown = texts.filter((text) => text.includes('Bearer expired-token'))
    expect(shown).toHaveLength(more.length === 0 ? 0 : texts.length)
  }
})

test('a base address may have a path, and a broken should rule is only a warning', async () => {
  await using backend = await startBackend({ toBody: ({ id, name, tag }) => ({ id, name, tag }) })
  const { code, stdout } = await runHere(['verify', `${backend.url}/`, '--only', 'plant-has-no-id'], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^✓ Every must rule is kept\n/)
  expect(stdout).toMatch(/\n✓ Every must rule is kept: .*1 rule with a warning/)
})

test('a signal ends a run, and what was found until then is in the reports', async () => {
  await using slow = await startServer({ port: 0, latency: 40 })
  await using folder = createFolder({ 'stopped.json': 'of before' })
  const args = ['verify', slow.url, '--report', 'json=stopped.json']
  await using command = startCommand(args, { cwd: folder.path, env })
  await expect.poll(() => slow.mock.requests.size, { interval: 20 }).toBeGreaterThan(60)
  command.kill('SIGTERM')
  const { stdout, code } = await command.ended
  expect(code).toBe(143)
  expect(stdout).toMatch(
    /^✗ The service can't be judged: the run was stopped after \d+\.\d s, when \d+ of \d+ trials/,
  )
  expect(stdout).toMatch(/\nThe run ended after it had judged \d+ of \d+ rules\.\n/)
  expect(stdout).not.toContain('not tried')
  const report = JSON.parse(readFileSync(folder.file('stopped.json'), 'utf8'))
  expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
})

test('a second Ctrl-C ends a run at once, even if its event loop is busy', async () => {
  let resolve = (): void => {}
  const isRequested = new Promise<void>((settle) => {
    resolve = settle
  })
  await using backend = await startBackend({
    handle() {
      resolve()
      return new Promise(() => {})
    },
  })
  // After the first signal, the event loop is blocked.
  const busy = `process.once('SIGINT', () => setImmediate(() => {
    process.getBuiltinModule('node:fs').writeSync(2, 'busy')
    for (;;);
  }))`
  await using command = startCommand(['verify', backend.url, '--token', token], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(busy)}` },
  })
  await isRequested
  command.kill('SIGINT')
  await command.waitFor('stderr', /busy/)
  command.kill('SIGINT')
  expect(await command.ended).toMatchObject({ code: null, signal: 'SIGINT' })
})
