import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import { verify } from '../../src/verify/verify.ts'
import { runHere } from '../cli/run-here.ts'
import { bookings } from '../mock/bookings.ts'
import { createFolder } from '../tools/folder.ts'

const description = { 'bookings.json': JSON.stringify(bookings) }
const contract = toContract(bookings)
const ofOne = [
  '--openapi',
  'bookings.json',
  '--operation',
  'createRoom',
  '--operation',
  'readRoom',
  '--max-requests',
  '60',
]

test('a service that keeps its description passes, and the report says what was seen', async () => {
  using folder = createFolder(description)
  await using server = await startServer({ contract, credentials: { key: 'local-key' }, port: 0 })
  const { code, stdout } = await runHere(
    ['verify', server.url, ...ofOne, '--credential', 'key=local-key'],
    {},
    folder.path,
  )
  expect(stdout).toContain('✓ The service keeps its description')
  expect(stdout).toMatch(/· createRoom: seen 201 \(\d+×\)/)
  expect(stdout).not.toContain('local-key')
  expect(code).toBe(0)
})

test('a broken rule fails the run, with a command that reads the key from a variable', async () => {
  using folder = createFolder(description)
  await using server = await startServer({ contract, port: 0 })
  const args = ['verify', server.url, ...ofOne, '--token', 'local-token']
  const { code, stdout } = await runHere(args, {}, folder.path)
  expect(code).toBe(1)
  expect(stdout).toContain('✗ rejects-invalid-credentials')
  const known = ['--baseline', 'known.yaml']
  const updated = await runHere([...args, ...known, '--update-baseline'], {}, folder.path)
  expect([updated.code, updated.stderr]).toEqual([0, ''])
  expect(readFileSync(`${folder.path}/known.yaml`, 'utf8')).toContain('rule: rejects-invalid-credentials')
  expect((await runHere([...args, ...known], {}, folder.path)).code).toBe(0)
})

test('a service that is not there, or lets nobody in, is not judged', async () => {
  using folder = createFolder(description)
  await using server = await startServer({ contract, credentials: { key: 'local-key' }, port: 0 })
  const wrong = await runHere(['verify', server.url, ...ofOne, '--token', 'other-key'], {}, folder.path)
  expect(wrong.stdout).toContain('pass its credentials with --token or --credential')
  expect(wrong.code).toBe(4)
  const gone = await runHere(['verify', 'http://127.0.0.1:1', ...ofOne, '--token', 'a'], {}, folder.path)
  expect(gone.code).toBe(4)
})

test('what a run leaves behind is written to a file, and each of several runs has another seed', async () => {
  using folder = createFolder({ 'plants.yaml': readFileSync('openapi.yaml', 'utf8') })
  await using server = await startServer({ credentials: ['local-token'], port: 0 })
  const some = ['--repeat', '2', '--seed', '1', '--max-requests', '60']
  const args = ['--openapi', 'plants.yaml', '--token', 'local-token', ...some]
  const { code, stdout } = await runHere(
    ['verify', server.url, ...args, '--created', 'created.jsonl', '--only', 'created-once', 'responds'],
    {},
    folder.path,
  )
  expect([code, stdout]).toEqual([0, expect.stringContaining('the worst of 2 runs')])
  const lines = readFileSync(`${folder.path}/created.jsonl`, 'utf8').trim().split('\n')
  const keys = lines.map((line) => JSON.parse(line).key[0])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ resource: 'plants', sent: { name: expect.any(String) } })
  expect(new Set(keys).size).toBeGreaterThan(20)
  expect(new Set(keys).size).toBeLessThanOrEqual((await server.mock.records('plants').count()) as number)
})

test.each<{ ofMock: Pick<MockOptions, 'credentials' | 'respond'>; blamed: string[] }>([
  { ofMock: { credentials: { key: 'local-key' } }, blamed: [] },
  { ofMock: {}, blamed: ['readRoom'] },
  {
    ofMock: {
      respond: {
        readRoom: ({ request: { headers = {} } }) =>
          Object.values(headers).some((value) => String(value).includes('other-key'))
            ? { status: 404 }
            : undefined,
      },
    },
    blamed: ['listRooms'],
  },
])('the records of one user are not those of another: $blamed', async ({ ofMock, blamed }) => {
  await using server = await startServer({ contract, ...ofMock, port: 0 })
  const { cases } = await verify(server.url, {
    contract,
    token: 'local-key',
    otherToken: 'other-key',
    operations: ['createRoom', 'readRoom', 'listRooms'],
    only: ['private-records'],
  })
  const found = cases.flatMap(({ findings }) => findings)
  expect(found.map(({ place }) => place)).toEqual(
    blamed.map((id) => `${contract.operation(id)?.pointer}/security`),
  )
  for (const { exchanges } of found)
    expect(exchanges.map(({ request }) => request.curl).join('\n')).toContain('$PLANT_STORE_OTHER_TOKEN')
})

test.each([
  [['--credential', 'key=a'], 'names no security scheme'],
  [['--openapi', 'bookings.json', '--level', 'all'], '--level must be one of must, should, protocol'],
  [['--openapi', 'bookings.json', '--only', 'room-has-name'], '--only'],
])('%j is rejected', async (args, message) => {
  using folder = createFolder(description)
  const { code, stderr } = await runHere(['verify', 'http://127.0.0.1:1', ...args], {}, folder.path)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})
