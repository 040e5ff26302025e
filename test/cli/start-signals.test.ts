import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { startStore } from '../tools/processes.ts'
import { addPlant, holdRequest } from './send-request.ts'

const never = '3600000'

describe.concurrent.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('stops an idle store with the exit code 0', async () => {
    await using store = await startStore()
    await addPlant(store.url)
    store.kill(signal)
    expect(await store.ended).toMatchObject({
      code: 0,
      signal: null,
      stderr: expect.not.stringContaining('Waiting'),
    })
  })

  test('answers a request in progress before the store stops', async () => {
    await using store = await startStore(['--latency', '300'])
    const held = await holdRequest(store.url)
    store.kill(signal)
    expect(await held.status).toBe(200)
    expect(await store.ended).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^POST \/plants 200 /m),
    })
  })

  test('accepts no more connections while a request is in progress', async () => {
    await using store = await startStore(['--latency', never])
    const held = await holdRequest(store.url)
    store.kill(signal)
    await held.stopping
    await expect(addPlant(store.url)).rejects.toThrow('fetch failed')
  })

  test('says that the store waits for a request in progress, and how to stop it at once', async () => {
    await using store = await startStore(['--latency', never, '--shutdown-timeout', '1500'])
    const held = await holdRequest(store.url)
    store.kill(signal)
    await expect(held.status).rejects.toThrow('socket hang up')
    const { code, stderr } = await store.ended
    expect(code).toBe(0)
    expect(stderr.match(/^Waiting.*$/gm)).toEqual([
      'Waiting up to 1.5 s for requests in progress. Press Ctrl-C to stop at once.',
    ])
  })
})

test.concurrent('SIGINT does not wait for a spare connection that a browser opened and never used', async () => {
  await using store = await startStore()
  const { hostname, port } = new URL(store.url)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  // The store accepts connections in order, so an answer on a later one shows that it has this one.
  await addPlant(store.url)
  store.kill('SIGINT')
  expect(await store.ended).toMatchObject({ code: 0 })
})

test.concurrent.each([
  ['SIGINT', 'SIGINT', 130],
  ['SIGTERM', 'SIGTERM', 143],
  ['SIGINT', 'SIGTERM', 143],
] as const)(
  '%s and then %s stops at once while a request hangs, with the code %i',
  async (first, second, code) => {
    await using store = await startStore(['--latency', never])
    const held = await holdRequest(store.url)
    store.kill(first)
    await held.stopping
    store.kill(second)
    expect(await store.ended).toMatchObject({ code, signal: null })
    await expect(held.status).rejects.toThrow('socket hang up')
  },
)

describe.concurrent('a request in progress longer than the shutdown timeout is cut off', () => {
  test.each<[source: string, args: string[], env: Record<string, string>, config: string]>([
    ['--shutdown-timeout', ['--shutdown-timeout', '1'], {}, ''],
    ['PLANT_STORE_SHUTDOWN_TIMEOUT', [], { PLANT_STORE_SHUTDOWN_TIMEOUT: '1' }, ''],
    ['the key shutdown-timeout', [], {}, 'shutdown-timeout: 1'],
  ])('that comes from %s', async (_source, args, env, config) => {
    await using folder = createFolder({ 'config.yaml': config })
    const flags = ['--latency', never, '--config', 'config.yaml', ...args]
    await using store = await startStore(flags, { cwd: folder.path, env: { PLANT_STORE_PORT: '0', ...env } })
    const held = await holdRequest(store.url)
    store.kill('SIGTERM')
    await expect(held.status).rejects.toThrow('socket hang up')
    expect(await store.ended).toMatchObject({ code: 0, signal: null })
  })
})
