import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { toExactInteger } from '../../src/contract/exact-integer.ts'
import { createSharedPlants } from '../../src/redis/plants.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import type { PlantStorage, StoredPlant } from '../../src/store/storage/plant-storage.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import { openRedis } from '../redis/open-redis.ts'

const folder = mkdtempSync(join(tmpdir(), 'storage-'))
const redis = await openRedis()
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await redis?.[Symbol.asyncDispose]()
})

/** Every storage, each new one empty. The storage of a page runs in Chromium, with the tests of the page. */
const storages: Record<string, () => PlantStorage & Partial<Disposable>> = {
  memory: createMemoryStorage,
  sqlite: () => sqliteStorage(':memory:'),
  'sqlite, opened anew for each call': () => {
    const file = join(mkdtempSync(join(folder, 'plants-')), 'plants.db')
    return new Proxy({} as PlantStorage, {
      get:
        (_, method: keyof PlantStorage) =>
        async (...input: never[]) => {
          using storage = sqliteStorage(file)
          return await (storage[method] as (...input: never[]) => unknown)(...input)
        },
    })
  },
  ...(redis && { redis: () => createSharedPlants(redis.openNamespace()) }),
}

const text = fc.string({ unit: codePoint })
const plant: fc.Arbitrary<StoredPlant> = fc
  .record(
    {
      // Few ids, so that they collide, and those at the edges.
      id: fc.oneof(
        fc.constantFrom<number | bigint>(
          0,
          1,
          -1,
          2 ** 53 - 1,
          -(2n ** 63n),
          2n ** 63n - 1n,
          9007199254740993n,
        ),
        fc.integer({ min: 0, max: 20 }),
      ),
      name: fc.oneof(text, fc.constantFrom('\ud800', 'a\0b', '')),
      tag: text,
    },
    { requiredKeys: ['id', 'name'] },
  )
  .map((given) => ({ ...given, id: toExactInteger(given.id) }))
const plants = fc.uniqueArray(plant, { selector: ({ id }) => id, maxLength: 5 })

type Step = (storage: PlantStorage) => unknown
const step: fc.Arbitrary<Step> = fc.oneof<fc.Arbitrary<Step>[]>(
  plants.map((added) => async (storage) => new Set(await storage.insertIfAbsent(added))),
  plant.map((added) => (storage) => storage.put(added)),
  plants.map((added) => (storage) => storage.replaceAll(added)),
  plant.map(
    ({ id }) =>
      (storage) =>
        storage.get(id),
  ),
  fc.tuple(fc.nat(8), fc.oneof(fc.nat(8), fc.constant(Infinity))).map(
    ([offset, limit]) =>
      (storage) =>
        storage.list(offset, limit),
  ),
  fc.constant((storage) => storage.count()),
)

describe.each(Object.entries(storages))('%s', (name, create) => {
  test('does what a list of plants does, whatever the calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const storage = create()
        const model = createModel()
        for (const run of [...steps, (last: PlantStorage) => last.list(0, Infinity)])
          expect(await run(storage)).toEqual(await run(model))
        storage[Symbol.dispose]?.()
      }),
      { numRuns: name.includes('anew') ? 5 : 60 },
    )
  })

  test.each([2, 2500])('stores all of %i plants or none, and says which ids are taken', async (count) => {
    const storage = create()
    const added = Array.from({ length: count }, (_, index) => ({ id: count - index, name: 'Ash' }))
    const others = added.map(({ id }) => ({ id: BigInt(id) + 2n ** 60n, name: 'Oak' }))
    await storage.insertIfAbsent([{ id: 2, name: 'Elm' }])
    expect(await storage.insertIfAbsent(added)).toEqual([2])
    expect(await storage.list(0, Infinity)).toEqual([{ id: 2, name: 'Elm' }])
    // Both at once, and then the other way round.
    expect(await Promise.all([storage.replaceAll(added), storage.insertIfAbsent(others)])).toEqual([
      undefined,
      [],
    ])
    expect(await storage.list(0, Infinity)).toEqual([...added, ...others])
    await Promise.all([storage.insertIfAbsent(others), storage.replaceAll(others)])
    expect(await storage.list(0, Infinity)).toEqual(others)
  })
})

/** The simplest storage that is right. */
function createModel(): PlantStorage {
  let list: StoredPlant[] = []
  const find = (id: unknown): number => list.findIndex((stored) => stored.id === id)
  return {
    insertIfAbsent(added) {
      const taken = added.map(({ id }) => id).filter((id) => find(id) >= 0)
      if (taken.length === 0) list.push(...added)
      return new Set(taken) as never
    },
    put(added) {
      if (find(added.id) < 0) list.push(added)
      else list[find(added.id)] = added
    },
    replaceAll(added) {
      list = [...added]
    },
    get: (id) => list[find(id)],
    list: (offset, limit) => list.slice(offset, offset + limit),
    count: () => list.length,
  }
}
