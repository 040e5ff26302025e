import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import type { ChangeableOptions } from '../../src/store/options.ts'
import { createServedStore } from '../../src/store/plant-store.ts'
import { sendPlant } from '../tools/send.ts'
import { createSlowStorage } from './slow-storage.ts'

const fern = { id: 1, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy', tag: 'vine' }
const sent = { id: 3, name: 'Sent' }

describe('configure', () => {
  const defaults = {
    store: 'memory',
    onDuplicate: 'reject',
    latency: 0,
    maxBody: 1_048_576,
    journal: 1000,
    seed: 0,
    unknownMembers: 'ignore',
    habits: [],
    cors: '*',
  }

  test('changes what settings show; options that are missing stay, or get their defaults if all are replaced', async () => {
    const store = createServedStore({ seed: [fern], journal: 5, latency: 7 })
    expect(store.settings).toEqual({ ...defaults, seed: 1, journal: 5, latency: 7 })
    const changed: ChangeableOptions = { maxBody: 100, unknownMembers: 'refuse', cors: false }
    const limits = { id: { minimum: 1 } }
    await store.configure({ ...changed, limits, tokens: ['one', 'two'] })
    const kept = { ...defaults, ...changed, journal: 5, limits, tokens: 2 }
    expect(store.settings).toEqual({ ...kept, seed: 1, latency: 7 })
    expect(store.maxBody).toBe(100)
    await store.configure({ answers: 'documented' })
    expect(store.settings).toEqual({ ...kept, seed: 1, latency: 7 })
    expect((await sendPlant(store, fern, { token: 'other' })).status).toBe(400)
    await store.configure({ tokens: undefined } as object)
    expect(store.settings.tokens).toBe(undefined)
    await store.replaceOptions({ ...changed, limits, tokens: ['one', 'two'] })
    expect(store.settings).toEqual(kept)
  })

  test('applies to the next request, and is taken back', async () => {
    const changed: ChangeableOptions = {
      tokens: ['other'],
      answers: { 'invalid-credentials': { status: 403 } },
      onDuplicate: 'replace',
    }
    const store = createServedStore({ seed: [fern] })
    expect((await sendPlant(store, fern)).status).toBe(409)
    await store.configure({ seed: [fern], ...changed })
    expect((await sendPlant(store, fern)).status).toBe(403)
    expect((await sendPlant(store, fern, { token: 'other' })).status).toBe(200)
    await store.replaceOptions({ seed: [fern] })
    expect((await sendPlant(store, fern)).status).toBe(409)
  })

  test.each([
    ['at once', createMemoryStorage],
    ['later', createSlowStorage],
  ])(
    'changes plants of the seed that nobody else changed, in a storage that answers %s',
    async (_, create) => {
      const store = createServedStore({ seed: [fern, ivy], onDuplicate: 'replace', storage: create() })
      await sendPlant(store, sent)
      await sendPlant(store, { ...ivy, tag: 'changed' })
      const palm = { id: 4, name: 'Palm' }
      const seed = [{ ...fern, tag: 'new' }, { ...ivy, name: 'Other' }, { ...sent, name: 'Seed' }, palm]
      await store.configure({ seed })
      const kept = [seed[0], { ...ivy, tag: 'changed' }, sent, palm]
      expect(await store.plants.list()).toEqual(kept)
      await store.configure({ seed: [palm] })
      expect(await store.plants.list()).toEqual(kept)
      await store.reset()
      expect(await store.plants.list()).toEqual([palm])
      await store.plants.clear()
      await store.configure({ seed: [palm], maxBody: 100 })
      expect(await store.plants.list()).toEqual([])
    },
  )

  const slow: Scenario = { title: 'Slow', steps: [{ delay: 1, requests: 2 }, { fault: 'internal-error' }] }

  test('starts another scenario, but not the same again; queued faults stay', async () => {
    const store = createServedStore({ scenario: slow, onDuplicate: 'replace' })
    const statusOf = async () => (await sendPlant(store)).status
    expect([await statusOf(), await statusOf()]).toEqual([200, 200])
    await store.configure({ scenario: structuredClone(slow), latency: 1 })
    store.faults.next('invalid-credentials')
    await store.configure({ scenario: slow, onDuplicate: 'replace' })
    expect([await statusOf(), await statusOf()]).toEqual([401, 500])
    await store.configure({ scenario: { ...slow, title: 'Slower' }, onDuplicate: 'replace' })
    expect([store.faults.scenario, await statusOf()]).toEqual(['Slower', 200])
    await store.replaceOptions({})
    expect(store.faults.scenario).toBe(undefined)
  })

  test.each<[wrong: object, message: string]>([
    [{ maxBody: 0 }, 'maxBody'],
    [{ seed: [{ id: 1 }] }, 'seed[0].name'],
    [{ answers: { 'duplicate-key': { headers: { 'content-type': 'text/html' }, status: 400 } } }, 'a 400'],
    [{ journal: 1 }, "journal can't change while the store runs"],
    [{ storage: createMemoryStorage() }, "storage can't change"],
    [{ basePath: '/v1' }, "basePath can't change"],
    [{ randomSeed: 1 }, "randomSeed can't change"],
  ])('refuses %o before anything changes', async (wrong, message) => {
    const store = createServedStore({ seed: [fern], maxBody: 50 })
    const before = store.settings
    await expect(store.configure({ onDuplicate: 'replace', ...wrong })).rejects.toThrow(message)
    expect(store.settings).toBe(before)
    expect(store.changes.counts.options).toBe(0)
  })

  test('keeps what it can not change', async () => {
    const store = createServedStore({ basePath: '/v1', journal: 1, randomSeed: 7 })
    const { path } = store
    await store.configure({ cors: ['http://localhost:3000'] })
    expect([store.path, path, store.settings.journal]).toEqual(['/v1/plants', '/v1/plants', 1])
    expect((await sendPlant(store)).status).toBe(200)
  })
})
