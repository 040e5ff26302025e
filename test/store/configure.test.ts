import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/store/faults.ts'
import type { ChangeableOptions } from '../../src/store/options.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { post } from './post.ts'

const fern = { id: 1, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy', tag: 'vine' }
const sent = { id: 3, name: 'Sent' }

const statusOf = async (...request: Parameters<typeof post>): Promise<number> =>
  (await post(...request)).status

describe('configure', () => {
  test.each<[options: ChangeableOptions, body: string, before: number, after: number]>([
    [{ tokens: ['other'] }, '{"id":9,"name":"New"}', 200, 401],
    [{ answers: 'documented' }, JSON.stringify(fern), 409, 400],
    [{ onDuplicate: 'replace' }, JSON.stringify(fern), 409, 200],
    [{ limits: { id: { maximum: 5 } } }, '{"id":9,"name":"New"}', 200, 400],
    [{ unknownMembers: 'refuse' }, '{"id":9,"name":"New","x":1}', 200, 400],
    [{ maxBody: 5 }, '{"id":9,"name":"New"}', 200, 413],
    [
      { scenario: { title: 'Down', steps: [{ fault: 'internal-error' }] } },
      '{"id":9,"name":"New"}',
      200,
      500,
    ],
  ])('applies %o to the next request, and takes it back', async (options, body, before, after) => {
    const store = createPlantStore({ seed: [fern] })
    const seed = { seed: [fern] }
    expect(await statusOf(createPlantStore(seed), body)).toBe(before)
    await store.configure({ ...seed, ...options })
    expect(await statusOf(store, body)).toBe(after)
    await store.configure(seed)
    expect(await statusOf(store, body)).toBe(before)
  })

  test('shows the new options', async () => {
    const store = createPlantStore({ seed: [fern], journal: 5, latency: 7 })
    await store.configure({ maxBody: 100, tokens: ['one', 'two'] })
    const settings = { onDuplicate: 'reject', latency: 0, maxBody: 100, journal: 5, seed: 0, tokens: 2 }
    expect(store.settings).toMatchObject(settings)
    expect(store.maxBody).toBe(100)
  })

  const asynchronous = () => {
    const storage = createMemoryStorage()
    return {
      ...storage,
      insertIfAbsent: async (plants: Parameters<typeof storage.insertIfAbsent>[0]) =>
        storage.insertIfAbsent(plants),
    }
  }

  test.each([
    ['at once', createMemoryStorage],
    ['later', asynchronous],
  ])(
    'with a storage that answers %s, changes the plants of the seed that nobody else changed',
    async (_when, create) => {
      const store = createPlantStore({ seed: [fern, ivy], onDuplicate: 'replace', storage: create() })
      await post(store, JSON.stringify(sent))
      await post(store, JSON.stringify({ ...ivy, name: 'Changed' }))
      const palm = { id: 4, name: 'Palm' }
      const seed = [{ ...fern, tag: 'new' }, { ...ivy, name: 'Other' }, { ...sent, name: 'Seed' }, palm]
      await store.configure({ seed })
      const kept = [seed[0], { ...ivy, name: 'Changed' }, sent, palm]
      expect(await store.plants.list()).toEqual(kept)
      await store.configure({ seed: [palm] })
      expect(await store.plants.list()).toEqual(kept)
      await store.reset()
      expect(await store.plants.list()).toEqual([palm])
    },
  )

  test('with the same seed, does not bring back plants that were removed', async () => {
    const store = createPlantStore({ seed: [fern, ivy] })
    await store.plants.clear()
    await store.configure({ seed: [fern, ivy], maxBody: 100 })
    expect(await store.plants.list()).toEqual([])
  })

  const slow: Scenario = { title: 'Slow', steps: [{ delay: 1, requests: 2 }, { fault: 'internal-error' }] }

  test('starts another scenario, but not the same again; queued faults stay', async () => {
    const store = createPlantStore({ scenario: slow })
    await statusOf(store, JSON.stringify(fern))
    await statusOf(store, JSON.stringify(ivy))
    await store.configure({ scenario: structuredClone(slow), latency: 1 })
    store.faults.next('invalid-token')
    await store.configure({ scenario: slow })
    expect(await statusOf(store, JSON.stringify(sent))).toBe(401)
    expect(await statusOf(store, JSON.stringify(sent))).toBe(500)
    await store.configure({ scenario: { ...slow, title: 'Slower' } })
    expect([store.faults.scenario, await statusOf(store, JSON.stringify(sent))]).toEqual(['Slower', 200])
    await store.configure({})
    expect(store.faults.scenario).toBe(undefined)
  })

  test.each<[options: object, message: string]>([
    [{ maxBody: 0 }, 'maxBody must be an integer from 1'],
    [{ seed: [{ id: 1 }] }, 'seed[0].name'],
    [{ scenario: {} }, 'scenario'],
    [{ answers: { 'duplicate-id': { status: 1 } } }, 'answers.duplicate-id.status'],
    [{ journal: 1 }, "journal can't change while the store runs"],
    [{ colour: 'red' }, 'there is no option colour'],
  ])('refuses %o before anything changes', async (wrong, message) => {
    const store = createPlantStore({ seed: [fern], maxBody: 50 })
    const { counts } = store.changes
    await expect(store.configure({ onDuplicate: 'replace', ...wrong })).rejects.toThrow(message)
    expect(store.settings).toMatchObject({ onDuplicate: 'reject', seed: 1, maxBody: 50 })
    expect(counts.options).toBe(0)
  })
})
