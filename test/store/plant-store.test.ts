import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPlantStore } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { replaceMethods } from '../tools/replace-methods.ts'
import { monstera, sendPlant } from '../tools/send.ts'

const ash = { id: 1, name: 'Ash' }
const headers = { Authorization: 'Bearer x', 'CONTENT-TYPE': ' application/json ' }
const request = { method: 'POST', path: '/plants', headers, body: '{"id":1,"name":"Fern"}' }

describe('a store', () => {
  test('answers without a promise if nothing takes time, whatever the case of header names', () => {
    const answer = createPlantStore().handle(request)
    expect(answer).toMatchObject({ status: 200, body: '{"name":"Fern"}' })
  })

  test('stores nothing if it refuses, also a request without a body', async () => {
    const store = createPlantStore()
    expect(store.handle({ ...request, body: undefined })).toHaveProperty('failure', 'missing-body')
    expect(store.requests.get(1)?.request.body).toBe('')
    for (const body of ['{"id":1.5,"name":"Fern"}', '{"id":1}', '{']) await sendPlant(store, body)
    expect(await store.plants.count()).toBe(0)
  })

  test('restores seed and scenario on reset, and clears faults and journal', async () => {
    const scenario = { title: 'once refused', steps: [{ fault: 'invalid-credentials' as const }] }
    const store = createPlantStore({ seed: [ash], scenario })
    const fern = { id: 2, name: 'Fern' }
    expect([(await sendPlant(store, fern)).status, (await sendPlant(store, fern)).status]).toEqual([401, 200])
    store.faults.always('duplicate-key')
    await store.reset()
    expect(await store.plants.list()).toEqual([ash])
    expect([store.requests.size, store.requests.lastNumber, store.faults.list()]).toEqual([0, 2, []])
    expect([(await sendPlant(store, fern)).status, (await sendPlant(store, fern)).status]).toEqual([401, 200])
  })

  test.each([{ latency: 20 }, { scenario: { title: 'Slow', steps: [{ delay: 20 }] } }])(
    'with %o drops requests that wait during a reset',
    async (options) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const store = createPlantStore(options)
      const waiting = sendPlant(store, ash)
      await store.reset()
      await vi.runAllTimersAsync()
      expect(await waiting).toMatchObject({ status: 0, headers: {}, body: '', fault: 'dropped-connection' })
      expect([await store.plants.count(), store.requests.size]).toEqual([0, 0])
    },
  )

  test('compares a token in the same time, however much of it is right', async () => {
    const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt')
    onTestFinished(() => charCodeAt.mockRestore())
    const counts = []
    for (const token of ['abcdex', 'xbcdef', 'ghixyz']) {
      const store = createPlantStore({ tokens: ['abcdef', 'ghi'] })
      charCodeAt.mockClear()
      const { status } = await sendPlant(store, monstera, { token })
      counts.push([status, charCodeAt.mock.contexts.filter((text) => String(text) === token).length])
    }
    expect(counts).toEqual(Array(3).fill([401, 12]))
  })

  test('reads the credentials of every request, though most are the same', async () => {
    const store = createPlantStore({ onDuplicate: 'replace' })
    const tokens = ['one', 'one', 'invalid-token', 'invalid-token', 'one', '', 'one']
    const answered = []
    for (const token of tokens) answered.push((await sendPlant(store, ash, { token })).status)
    expect(answered).toEqual([200, 200, 401, 401, 200, 401, 200])
  })
})

test.each([
  ['ignored members', `{"id":9007199254740993,"name":"Fern","z":[${'1e308,'.repeat(1000)}1]}`, 200],
  ['invalid JSON', `{"id":9007199254740993,"name":"Fern","z":[${'1e308,'.repeat(1000)}}`, 400],
])('large numbers in %s cost no exact arithmetic', async (_title, body, status) => {
  const toBigInt = vi.spyOn(globalThis, 'BigInt')
  onTestFinished(() => toBigInt.mockRestore())
  expect((await sendPlant(createPlantStore(), body)).status).toBe(status)
  expect(toBigInt.mock.calls.length).toBeLessThanOrEqual(1)
})

test('settings name the kind of the storage', () => {
  const { kind: _, ...storage } = createMemoryStorage()
  const kinds = [{ ...storage, kind: 'shelf' }, storage].map((one) => createPlantStore({ storage: one }))
  expect(kinds.map(({ settings }) => settings.store)).toEqual(['shelf', 'custom'])
})

test('the message about a storage that fails stays short', async () => {
  const storage = replaceMethods(() => ({
    insert() {
      throw 'x'.repeat(300)
    },
  }))
  const { body } = await sendPlant(createPlantStore({ storage }))
  expect(JSON.parse(body).message).toBe(`the storage of the plant store failed: ${'x'.repeat(200)}`)
})

test('more paths are accepted after the base path, exactly as they are', async () => {
  const store = createPlantStore({ basePath: '/v1', accepts: ['/plants/'] })
  const headers = { authorization: 'Bearer a', 'content-type': 'application/json' }
  const send = async (path: string): Promise<number> =>
    (await store.handle({ method: 'POST', path, headers, body: '{"id":1,"name":"Fern"}' })).status
  expect(await send('/v1/plants/?more=1')).toBe(200)
  expect(await send('/v1/plants')).toBe(409)
  for (const path of ['/plants/', '/v1/Plants/', '/v1/plants//']) expect(await send(path)).toBe(404)
})
