import { describe, expect, test } from 'vitest'
import { takePort } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { startCommand, startProcess, startStore } from '../tools/processes.ts'
import { addPlant, askControl } from './send-request.ts'

describe.concurrent('the announcement', () => {
  test('the first line is the address with the actual port', async () => {
    await using store = await startStore(['--port', '0'])
    const [line] = (await store.waitFor('stdout', /\n/)).split('\n')
    expect(line).toMatch(/^Plant Store listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect((await addPlant(store.url)).status).toBe(200)
  })

  test.each(['0.0.0.0', ...(has('ipv6') ? ['::'] : [])])(
    'with --host %s, the first line says that it listens on all addresses',
    async (host) => {
      await using store = await startStore(['--host', host])
      const [line] = (await store.waitFor('stdout', /\n/)).split('\n')
      expect(line).toBe(`Plant Store listening on ${store.url} and all other addresses of this machine`)
    },
  )

  test
    .skipIf(!has('curl'))
    .each<[args: string[], env?: Record<string, string>]>([
      [[]],
      [['--token', 'first-token', '--token', 'second-token'], { PLANT_STORE_TOKEN: 'second-token' }],
      [['--base-path', '/api/v1']],
      [['--base-path', '/garden&shed']],
      [['--host', '0.0.0.0']],
      [['--seed', 'garden']],
    ])('the curl command on its second line is answered with 200: start %j', async (args, env = {}) => {
    await using store = await startStore(args)
    const [, line = ''] = (await store.waitFor('stdout', /\n.*\n/)).split('\n')
    expect(line).toMatch(/^Try: curl /)
    await using curl = startProcess('sh', ['-c', line.replace('Try: ', '')], { env })
    expect((await curl.ended).stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  test.each<[title: string, args: string[], env: Record<string, string>]>([
    ['flag', ['--token', 'real-secret', '--token', 'other-secret'], {}],
    ['variable', [], { PLANT_STORE_TOKEN: 'real-secret' }],
  ])('never shows a token that comes from a %s', async (_title, args, env) => {
    await using store = await startStore([...args, '--admin-token', 'admin-secret'], { env })
    await store.waitFor('stdout', /\n.*\n/)
    await addPlant(store.url, { token: 'real-secret' })
    store.kill('SIGTERM')
    const { stdout, stderr } = await store.ended
    expect(stdout + stderr).not.toMatch(/-secret/)
    expect(stdout).toContain('-H "Authorization: Bearer $PLANT_STORE_TOKEN"')
  })

  test.each<[token: string, args: string[], hint: boolean]>([
    ['first-token', [], false],
    ['first-token,second-token', [], true],
    ['first-token', ['--token', 'second-token'], true],
    ['', ['--token', 'first-token'], true],
  ])('with PLANT_STORE_TOKEN=%s and %j, it says to set one token: %s', async (token, args, hint) => {
    await using store = await startStore(args, { env: { PLANT_STORE_TOKEN: token } })
    await store.waitFor('stdout', /\n.*\n/)
    store.kill('SIGTERM')
    const { stderr } = await store.ended
    expect(stderr.includes('Set PLANT_STORE_TOKEN to one of your tokens')).toBe(hint)
  })

  test('the third line is the address of the page that shows the fake', async () => {
    await using store = await startStore(['--base-path', '/api'])
    const [, , line = ''] = (await store.waitFor('stdout', /\n.*\n.*\n/)).split('\n')
    expect(line).toBe(`Watch: ${new URL('/__admin/', store.url)}`)
  })

  test('with --log json it is one JSON object with the addresses', async () => {
    await using store = await startStore(['--log', 'json', '--base-path', '/api'])
    const { url, inspector } = JSON.parse(await store.waitFor('stdout', /\n/))
    expect(inspector).toBe(`${new URL('/__admin/', url)}`)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
    expect((await addPlant(url)).status).toBe(200)
  })

  test.each([
    ['pretty', 3],
    ['silent', 3],
    ['json', 1],
  ])('with --log %s nothing else is ever on standard output', async (log, lines) => {
    await using store = await startStore(['--log', log])
    await addPlant(store.url)
    await addPlant(store.url, { token: '' })
    store.kill('SIGTERM')
    const { stdout } = await store.ended
    expect(stdout.split('\n')).toHaveLength(lines + 1)
  })
})

describe.concurrent('the control API', () => {
  const notice =
    'The control API is off because this is not a loopback address. Pass --admin-token to turn it on.\n'

  test.each([
    [['--host', '0.0.0.0'], notice, 404],
    [['--host', '0.0.0.0', '--admin-token', 'secret'], '', 401],
    [['--host', 'localhost'], '', 200],
  ])('start %j says on standard error: %j', async (args, stderr, health) => {
    await using store = await startStore([...args, '--log', 'silent'])
    expect((await askControl(store.url, '/health')).status).toBe(health)
    store.kill('SIGTERM')
    expect((await store.ended).stderr).toBe(stderr)
  })
})

describe.concurrent('readers that stop reading', () => {
  test('closing standard output early, as head does, does not stop the store', async () => {
    let port: number
    {
      await using free = await takePort()
      port = free.port
    }
    await using store = startCommand(['start', '--host', '0.0.0.0', '--port', `${port}`])
    store.closeOutput('stdout')
    // The notice about the control API is written after the lines on standard output.
    await store.waitFor('stderr', /\n/)
    expect((await addPlant(`http://127.0.0.1:${port}`)).status).toBe(200)
  })

  test('closing standard error does not stop the store', async () => {
    await using store = await startStore()
    store.closeOutput('stderr')
    await addPlant(store.url, { id: 1 })
    expect((await addPlant(store.url, { id: 2 })).status).toBe(200)
  })
})
