import { Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { files } from '../tools/certificates/certificates.ts'
import { createFolder } from '../tools/folder.ts'
import { takePort } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { runProcess } from '../tools/processes.ts'
import { sendPlant } from '../tools/send.ts'
import { runHere, startHere, startStoreHere } from './run-here.ts'

const tls = ['--tls-cert', files.cert, '--tls-key', files.key]

test
  .skipIf(!has('curl'))
  .each<[args: string[], env?: Record<string, string>]>([
    [[]],
    [['--token', 'first-token', '--token', 'second-token'], { PLANT_STORE_TOKEN: 'second-token' }],
    [['--base-path', '/garden&shed']],
    [['--host', '0.0.0.0']],
    [['--seed', 'garden']],
    [tls],
  ])('the curl command gets a 200: start %j', async (args, env = {}) => {
  await using store = await startStoreHere(args, env)
  const line = /^Try: .*$/m.exec(store.output.stdout)?.[0] ?? ''
  const { stdout } = await runProcess('sh', ['-c', line.replace(/^Try: /, '')], { env })
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test.skipIf(!has('ipv6')).each(['::', '0.0.0.0'])(
  'with --host %s, it names the addresses that other machines can use',
  async (host) => {
    await using store = await startStoreHere(['--host', host])
    const [line = ''] = store.output.stdout.split('\n')
    const [start, ...outside] = line.split(/, such as | or /)
    expect(start).toBe(`Plant Store listening on ${store.url} and all other addresses of this machine`)
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const reachable = all.filter(({ family, address }) => family === 'IPv4' && !address.startsWith('127.'))
    expect(outside).toHaveLength(reachable.length)
    for (const [index, url] of outside.entries())
      expect(await sendPlant(url, { id: index, name: 'Fern' })).toMatchObject({ status: 200 })
  },
)

test('the private key of another certificate is refused', async () => {
  const args = ['start', '--port', '0', ...tls.slice(0, 3), files.otherKey]
  const stderr = `Failed to start the mock: ${files.otherKey} must be the private key of the certificate.\n`
  expect(await runHere(args)).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  ['start --port PORT', 'mock', '--port'],
  ['exec --port PORT -- false', 'mock', '--port'],
  ['proxy --port PORT http://127.0.0.1:1', 'proxy', '--port'],
  // It leaves no mock behind.
  ['start --port 0 --admin-port PORT', 'mock', '--admin-port'],
])('a port that is in use ends %s with the exit code 3 and says what to do', async (line, what, flag) => {
  await using taken = await takePort()
  const stderr = `Failed to start the ${what}: port ${taken.port} is in use. Pass ${flag} 0 to take a free one.\n`
  const args = line.replace('PORT', `${taken.port}`).split(' ')
  expect(await runHere(args)).toEqual({ code: 3, stdout: '', stderr })
})

test.each([
  ['EACCES', 80, "you don't have permission to use port 80. Pass a port above 1023."],
  ['EACCES', 50_000, "you don't have permission to use port 50000. Pass --port 0 to take a free one."],
  ['EINVAL', 0, 'this machine has no address 127.0.0.1. Pass --host 127.0.0.1 or 0.0.0.0.'],
  ['EAI_AGAIN', 0, 'this machine has no address 127.0.0.1. Pass --host 127.0.0.1 or 0.0.0.0.'],
  ['EMFILE', 0, 'listen EMFILE.'],
])('an address that cannot be used because of %s is explained, with port %i', async (code, port, reason) => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })))
    return this
  })
  const stderr = `Failed to start the mock: ${reason}\n`
  expect(await runHere(['start', '--port', `${port}`])).toEqual({ code: 1, stdout: '', stderr })
})

test('a storage that fails once the mock listens ends the mock', async () => {
  await using folder = createFolder()
  const file = folder.file('plants.db')
  const { listen } = Server.prototype
  let server: Server | undefined
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
    server = this
    using db = new DatabaseSync(file)
    db.exec('DROP TABLE records')
    return listen.apply(this, args as never)
  })
  const running = startHere(['start', '--port', '0', '--store', file])
  await running.ready
  expect([server?.listening, process.exitCode]).toEqual([false, 1])
  const stderr = `the file ${file} can't keep the records: no such table: records\n`
  expect(await running.ended).toEqual({ code: 1, stdout: '', stderr })
})

test.each(['stdout', 'stderr'] as const)(
  'closing its %s early, as head does, does not stop the store',
  async (stream) => {
    await using store = await startStoreHere()
    process[stream].emit('error', new Error('EPIPE'))
    expect((await sendPlant(store.url)).status).toBe(200)
  },
)
