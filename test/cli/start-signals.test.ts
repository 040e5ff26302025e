import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startStore } from '../tools/processes.ts'
import { sendPlant } from '../tools/send.ts'
import { holdRequest } from './hold-request.ts'
import { startStoreHere } from './run-here.ts'

const never = '3600000'

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops an idle store', async (signal) => {
  await using store = await startStoreHere(['--log', 'silent'])
  store.kill(signal)
  expect(await store.ended).toMatchObject({ code: 0, stderr: '' })
  await expect(sendPlant(store.url)).rejects.toThrow('fetch failed')
})

test('a request in progress is answered before the store stops, but no other', async () => {
  await using store = await startStoreHere(['--latency', '300'])
  const held = await holdRequest(store.url)
  store.kill('SIGTERM')
  await held.stopping
  await expect(sendPlant(store.url)).rejects.toThrow('fetch failed')
  expect(await held.status).toBe(200)
  expect(await store.ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^POST \/plants 200 /m) })
})

test('the store says that it waits for a request in progress, and cuts it off after the timeout', async () => {
  await using store = await startStoreHere(['--latency', never, '--shutdown-timeout', '700'])
  const held = await holdRequest(store.url)
  store.kill('SIGTERM')
  await expect(held.status).rejects.toThrow('fetch failed')
  const { code, stderr } = await store.ended
  expect(code).toBe(0)
  expect(stderr.match(/^Waiting.*$/gm)).toEqual([
    'Waiting up to 0.7 s for requests in progress. Press Ctrl-C to stop at once.',
  ])
})

test('without --shutdown-timeout, it waits up to 5 s, and says so in JSON if the log is JSON', async () => {
  await using store = await startStoreHere(['--latency', '1500', '--log', 'json'])
  const held = await holdRequest(store.url)
  store.kill('SIGINT')
  expect(await held.status).toBe(200)
  const { stderr } = await store.ended
  expect(stderr).toMatch(/^\{"notice":"Waiting up to 5 s for requests in progress\. Press .+"\}$/m)
})

describe.concurrent('a process', () => {
  test('stops although a browser opened a spare connection and never used it', async () => {
    await using store = await startStore()
    const { hostname, port } = new URL(store.url)
    const socket = connect(Number(port), hostname)
    await new Promise((resolve) => socket.once('connect', resolve))
    // The store accepts connections in order, so an answer on a later one shows that it has this one.
    await sendPlant(store.url)
    store.kill('SIGINT')
    expect(await store.ended).toMatchObject({ code: 0, signal: null })
  })

  test.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGINT', 'SIGTERM', 143],
  ] as const)(
    'stops at once on %s and then %s while a request hangs, with the code %i',
    async (first, second, code) => {
      await using store = await startStore(['--latency', never])
      const held = await holdRequest(store.url)
      store.kill(first)
      await held.stopping
      store.kill(second)
      expect(await store.ended).toMatchObject({ code, signal: null })
      await expect(held.status).rejects.toThrow('fetch failed')
    },
  )
})
