import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { type Ended, runCommand } from '../tools/processes.ts'
import { type RecordingBackend, startRecordingBackend } from './recording-backend.ts'
import { startStandInBroker } from './stand-in-broker.ts'
import { writeInteraction, writePact } from './written-pact.ts'

const token = 'token-of-the-provider'
const pact = JSON.stringify(writePact([writeInteraction({ states: [] })]))

let folder: ReturnType<typeof createFolder>
let backend: RecordingBackend
beforeAll(async () => {
  folder = createFolder({
    'right.json': pact,
    'no-json.json': '{\n  "consumer": oops\n}',
    'no-status.json': pact.replace('"status":200', '"status":"200"'),
    'latin1.json': Buffer.from(pact.replace('plant is', 'pl\u00e4nt is'), 'latin1'),
    'empty.json': JSON.stringify(writePact([])),
  })
  backend = await startRecordingBackend()
})
afterAll(async () => {
  await Promise.all([backend[Symbol.asyncDispose](), folder[Symbol.asyncDispose]()])
})

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  runCommand(args, { cwd: folder.path, env: { PLANT_STORE_TOKEN: token, ...env } })

test.each(['check-pact', 'verify-pacts'])(
  '%s names broken files and positions, keeps the results of the others, and ends with 2',
  async (command) => {
    const args =
      command === 'check-pact' ? ['*.json', 'gone.json'] : [backend.url, '--pacts', '*.json', 'gone.json']
    const { code, stdout, stderr } = await run([command, ...args, '--report', `junit=${command}.xml`])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    for (const problem of [
      "gone.json can't be read: there is no such file",
      'empty.json has no interactions',
      'no-json.json isn\'t a pact: expected a value at line 2, column 15, found "o"',
      `latin1.json isn't a pact: the byte 0xe4 is not UTF-8 at line 1, column ${pact.indexOf('plant is') + 3}`,
      "no-status.json isn't a pact: interactions[0].response.status isn't an integer",
    ])
      expect(stdout).toContain(`Found: ${problem}\n`)
    expect(stdout).toMatch(/✗ Not every pact could be read: 1 interaction passed, 5 broken; \d+\.\d s\.\n$/)
    expect(readFileSync(join(folder.path, `${command}.xml`), 'utf8')).toMatch(/tests="6" failures="5"/)
  },
)

test('verify-pacts reports a token that the backend refuses once, with exit code 4', async () => {
  await using refusing = await startRecordingBackend(() => ({ status: 401, body: '' }))
  const { code, stdout, stderr } = await run(['verify-pacts', refusing.url, '--pacts', 'right.json'])
  expect({ code, stderr }).toEqual({ code: 4, stderr: '' })
  expect(stdout).toBe(
    "✗ The provider can't be verified: the provider refuses the token: it answers 401 to every plant that should be created. Pass a valid token.\n",
  )
})

test('verify-pacts reads the address of the broker from PACT_BROKER_BASE_URL, also together with --pacts', async () => {
  await using broker = await startStandInBroker({
    pacts: { bot: { ...JSON.parse(pact), consumer: { name: 'bot' } } },
  })
  const env = { PACT_BROKER_BASE_URL: `${broker.url}/broker` }
  const args = [
    'verify-pacts',
    backend.url,
    '--pacts',
    'right.json',
    '--provider',
    'plant-store',
    '--verbose',
  ]
  const { code, stdout } = await run(args, env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n✓ shop: a plant is created\n✓ bot: a plant is created\n/)
})
