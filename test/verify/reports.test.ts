import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { startCommand, startProcess } from '../tools/processes.ts'

const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }
const only = ['--only', 'refuses-unissued-token']

let open: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  open = await startServer({ port: 0 })
  folder = createFolder({ 'kept.json': 'of before', 'stopped.json': 'of before' })
})
afterAll(async () => {
  await open.close()
  await folder[Symbol.asyncDispose]()
})

const inFolder = (name: string): string => join(folder.path, name)
const read = (name: string): string => readFileSync(inFolder(name), 'utf8')
const run = (args: string[], more: Record<string, string> = {}) =>
  runHere(['verify', open.url, ...args], { ...env, ...more })

test('--show-token shows the token in every report', async () => {
  // The backend accepts only the token that should be invalid, so the finding shows it.
  await using lax = await startServer({ port: 0, tokens: [token, 'expired-token'] })
  const formats = ['json', 'html', 'junit', 'markdown', 'har']
  const files = formats.flatMap((format) => ['--report', `${format}=${inFolder(`shown.${format}`)}`])
  const args = [...only, '--invalid-token', 'expired-token', ...files]
  async function readReports(more: string[]): Promise<string[]> {
    const { stdout } = await runHere(['verify', lax.url, ...args, ...more], env)
    return [stdout, ...formats.map((format) => read(`shown.${format}`))]
  }
  for (const text of await readReports(['--show-token'])) expect(text).toContain('Bearer expired-token')
  for (const text of await readReports([])) expect(text).not.toContain('expired-token')
})

test.each<[how: string, args: string[], env: Record<string, string>, isSaid: boolean]>([
  ['as a flag', ['--token', token], { PLANT_STORE_TOKEN: '' }, true],
  ['in the environment', [], {}, false],
])(
  'commands read the token from the environment, and a report says so if the token was given %s',
  async (_how, args, more, isSaid) => {
    const { stdout } = await run([...only, ...args], more)
    expect(stdout).toContain('Again: npx --no plant-store verify')
    expect(stdout.includes('one of the commands above, set PLANT_STORE_TOKEN in your shell')).toBe(isSaid)
  },
)

test('--report github writes annotations outside GitHub Actions, too', async () => {
  const { stdout } = await run([...only, '--report', 'github'])
  expect(stdout).toMatch(/^::error title=plant-store verify%3A refuses-unissued-token::/m)
  expect((await run(only)).stdout).not.toContain('::error')
})

describe('a file that cannot be written fails before the run, in one line', () => {
  test.each<[what: string, args: string[], more: Record<string, string>]>([
    ['a report', ['--report', 'json=/dev/null/r.json'], {}],
    ['the job summary', [], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/dev/null/summary.md' }],
  ])('%s', async (_what, args, more) => {
    const { code, stdout, stderr } = await run(args, more)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Failed to write the report \/dev\/null\/\S+: .+\n$/)
  })
})

test('an earlier report is not overwritten if the options are wrong', async () => {
  expect((await run(['--report', `json=${inFolder('kept.json')}`, '--only', 'nope'])).code).toBe(2)
  expect(read('kept.json')).toBe('of before')
})

describe('Ctrl-C', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends with %i, and what was found until then is in the reports', async (signal, code) => {
    await using slow = await startServer({ port: 0, latency: 40 })
    await using command = startCommand(['verify', slow.url, '--report', 'json=stopped.json'], {
      cwd: folder.path,
      env,
    })
    while (slow.store.requests.size < 90) await new Promise((resolve) => setTimeout(resolve, 20))
    command.kill(signal)
    const ended = await command.ended
    expect(ended.code).toBe(code)
    expect(ended.stdout).toMatch(
      /^✗ The service can't be judged: the run was stopped after \d+\.\d s, when \d+ of \d+ trials were done\n/,
    )
    expect(ended.stdout).toMatch(/\nThe run ended after it had judged \d+ of \d+ rules\.\n/)
    expect(ended.stdout).not.toContain('not tried')
    expect(ended.stdout).toMatch(/\n✓ +\d+ kept {2}Section 4, /)
    const report = JSON.parse(read('stopped.json'))
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'stopped' } })
    expect(report.plantsLeft.length).toBeGreaterThan(0)
  })
})

test.skipIf(!has('script'))('progress is shown on a terminal, and erased before the report', async () => {
  const command = `${process.execPath} ${inject('bin')} verify ${open.url} --only credentials-before-body,refuses-unissued-token`
  // Debian's `script` runs it on a terminal.
  await using child = startProcess('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env,
  })
  const { code, stdout } = await child.ended
  expect(code).toBe(1)
  const lines = stdout.split('\r\u001b[K')
  expect(lines[1]).toMatch(/^\d+ of \d+ · [\w-]+ · /)
  expect(lines.at(-1)).toMatch(/^\S*✗ Rules are broken/)
})
