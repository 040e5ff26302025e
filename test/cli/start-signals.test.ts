import { expect, test } from 'vitest'
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

test('without --shutdown-timeout, it waits up to 5 s for requests in progress, but for no other, and says so in JSON if the log is JSON', async () => {
  await using store = await startStoreHere(['--latency', '1500', '--log', 'json'])
  const held = await holdRequest(store.url)
  store.kill('SIGINT')
  await held.stopping
  await expect(sendPlant(store.url)).rejects.toThrow('fetch failed')
  expect(await held.status).toBe(200)
  const { code, stderr } = await store.ended
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^\{"notice":"Waiting up to 5 s for requests in progress\. Press .+"\}\n\{.+"status":200/m,
  )
})

test.concurrent.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a process stops at once on SIGINT and then %s while a request hangs, with the code %i',
  async (signal, code) => {
    await using store = await startStore(['--latency', never])
    const held = await holdRequest(store.url)
    store.kill('SIGINT')
    await held.stopping
    store.kill(signal)
    expect(await store.ended).toMatchObject({ code, signal: null })
    await expect(held.status).rejects.toThrow('fetch failed')
  },
)
