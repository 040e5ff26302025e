import { symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findCommand, isCommand, type Snippet, snippets } from '../docs/pages.ts'
import { bookings } from '../mock/bookings.ts'
import { pets } from '../mock/callbacks/pets.ts'
import { startRedis } from '../redis/start-redis.ts'
import { has } from '../tools/optional-tools.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { bin, type Outcome, runAsUser, startAsUser, userFolder } from './user.ts'

const commands = (beginning: string): Snippet[] => snippets.filter((snippet) => isCommand(snippet, beginning))

/** Needs a Redis, whose address the test fills in. */
const isOnRedis = ({ code }: Snippet): boolean => code.includes('redis://')
const programs = snippets.filter(({ language, file }) => language === 'ts' && file === undefined)
const starts = commands('plant-store start')
const configurations = snippets.filter(({ language, file }) => language === 'yaml' && file === undefined)

/** The pages about descriptions of one's own take this one. */
writeFileSync(join(userFolder, 'bookings.yaml'), JSON.stringify(bookings))
writeFileSync(join(userFolder, 'seed.yaml'), 'rooms: [{ id: 7, name: Blue, kind: single }]')
writeFileSync(join(userFolder, 'pets.yaml'), JSON.stringify(pets))
const isOfPets = ({ code }: Snippet): boolean => code.includes('pets.yaml')
const isOfBookings = ({ code }: Snippet): boolean => code.includes('bookings.yaml')
const rooms = snippets.find(({ file }) => file === 'rooms.yaml')
writeFileSync(join(userFolder, 'rooms.yaml'), rooms?.code ?? '')

/** What `npx --no plant-store` runs; other tests start it that way. */
const direct = (code: string): string => code.trim().replaceAll('npx --no plant-store', bin)

/** Starts the command of a snippet on a free port. */
const start = (code: string) => startAsUser(`${direct(code).replace(/ &$/, '')} --port 0`)

const server = await startAsUser(findCommand('plant-store start --port 4010').replace('4010', '0'))
afterAll(server[Symbol.asyncDispose])
const serverOfRooms = await start(findCommand('plant-store start --openapi rooms.yaml'))
afterAll(serverOfRooms[Symbol.asyncDispose])

/** Runs a snippet of a shell in the folder with the installed package, against the running server. */
const runShell = (code: string): Promise<Outcome> => {
  const { url } = code.includes('/rooms') ? serverOfRooms : server
  return runAsUser(`set -e\n${direct(code).replaceAll('http://127.0.0.1:4010', url)}`)
}

/** Runs a program in the folder with the installed package. */
function runProgram(code: string): Promise<Outcome> {
  const file = join(userFolder, 'program.ts')
  writeFileSync(file, code)
  return runAsUser(`${process.execPath} ${file}`)
}

test.skipIf(!has('curl'))('the requests of each page get the documented responses', async () => {
  const created = /HTTP\/1\.1 200 OK.*\{"name":"Monstera","tag":"foliage"\}$/s
  const expected = {
    'README.md': [/HTTP\/1\.1 201 Created.*\{"name":"Blue","beds":2,"id":1\}$/s],
    'docs/control-api.md': [
      created,
      /\{"total":1,"records":\[\{"id":1,"name":"Monstera","tag":"foliage"\}\]\}$/,
      /\{"count":1,"nearest":\[\]\}$/,
      /# \d+\. \S+ 200\ncurl -i -X POST .*Monstera/,
      /\{\}$/,
      /\{\}$/,
      /\{"hold":"\w+"\}$/,
      /\{\}$/,
    ],
    'docs/mock.md': [
      created,
      /HTTP\/1\.1 400 Bad Request.*the header Prefer: code=400 asks for this error/s,
      /\{"status":"ok","storage":"memory"\}$/,
    ],
  }
  const outputs: Record<string, Outcome[]> = {}
  for (const { page, code } of commands('curl')) {
    if (!(page in outputs)) await callControl(server.url, 'POST', '/reset')
    outputs[page] = [...(outputs[page] ?? []), await runShell(code)]
  }
  const patterns = Object.entries(expected).map(([page, responses]) => [
    page,
    responses.map((pattern) => ({ code: 0, output: expect.stringMatching(pattern) })),
  ])
  expect(outputs).toEqual(Object.fromEntries(patterns))
})

test.each(starts.filter((command) => !isOnRedis(command)))(
  'this command of $page starts a mock: $code',
  async ({ code }) => {
    await using started = await start(code)
    const [path, status] = code.includes('--openapi') ? ['/rooms', 401] : ['/plants', 405]
    expect((await send(started.url + path)).status).toBe(status)
  },
)

test.each(commands('plant-store describe'))('this command of $page describes: $code', async ({ code }) => {
  expect(await runShell(code)).toEqual({ code: 0, output: expect.stringContaining('Resources') })
})

const verifiesItself = ({ code }: Snippet): boolean => code.includes(' plant-store verify')
const executions = commands('plant-store exec')

test.each(executions.filter(verifiesItself))(
  'this command of $page judges the mock that it starts: $code',
  async ({ code }) => {
    const isStrict = code.includes('--token')
    const output = expect.stringContaining(
      isStrict ? 'The service keeps its description' : '✗ rejects-invalid-credentials',
    )
    expect(await runShell(code)).toEqual({ code: isStrict ? 0 : 1, output })
  },
)

test.each(executions.filter((snippet) => !verifiesItself(snippet)))(
  'this command of $page gets an address and a token: $code',
  async ({ code }) => {
    const output = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ local-token$/m)
    expect(await runShell(code)).toEqual({ code: 0, output })
  },
)

test.each(programs.filter((snippet) => !isOnRedis(snippet)))(
  'this program of $page runs: $code',
  async ({ code }) => {
    expect(await runProgram(`${code}\nprocess.on('exit', () => console.log('end'))`)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/end\n$/),
    })
  },
)

describe.skipIf(!has('redis'))('on Redis', () => {
  test('the program and the command run with the package that they name', async () => {
    await using redis = await startRedis()
    const address = redis.toUrl('x').replace(/=x$/, '')
    const [program = '', command = ''] = [programs, starts].map((all) =>
      all.find(isOnRedis)?.code.replace('redis://localhost:6379/0?namespace', address),
    )
    const missing =
      'Failed to connect to Redis: its client could not be loaded. Run npm install --save-dev @redis/client.'
    expect((await runProgram(program)).output).toContain(missing)
    const packages = join(userFolder, 'node_modules/@redis')
    symlinkSync(new URL('../../node_modules/@redis', import.meta.url), packages)
    try {
      expect(await runProgram(program)).toEqual({ code: 0, output: '0\n' })
      await using started = await start(command)
      expect((await send(`${started.url}/plants`)).status).toBe(405)
    } finally {
      unlinkSync(packages)
    }
  })
})

test.each(configurations.filter((one) => isOfBookings(one) || isOfPets(one)))(
  'this configuration of $page is accepted: $code',
  async (snippet) => {
    writeFileSync(join(userFolder, 'plant-store.yaml'), snippet.code)
    await using started = await start('npx --no plant-store start --config plant-store.yaml')
    // Without credentials; one of them has only documented statuses.
    const [path, statuses] = isOfPets(snippet) ? ['/pets/1', [404]] : ['/rooms', [400, 401]]
    expect(statuses).toContain((await send(started.url + path)).status)
  },
)

test.each(configurations.filter((one) => !isOfBookings(one) && !isOfPets(one)))(
  'this configuration of $page is accepted: $code',
  async ({ code }) => {
    writeFileSync(join(userFolder, 'plant-store.yaml'), code)
    await using started = await start(/npx --no plant-store start .*$/m.exec(code)?.[0] ?? '')
    await sendPlant(started.url)
    const { status, body } = await sendPlant(started.url)
    expect([status, JSON.parse(body)]).toEqual([422, { error: 40901, message: 'this id is taken' }])
  },
)
