import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { toExactInteger } from '../../src/json/exact-integer.ts'
import type { PlantStorage, StoredPlant } from '../../src/store/storage/plant-storage.ts'

const text = fc.string({ unit: codePoint })
// Few ids, so that they collide, and those at the edges.
const edges = [2 ** 53 - 1, -(2n ** 63n), 2n ** 63n - 1n, 9007199254740993n]
const plant: fc.Arbitrary<StoredPlant> = fc
  .record(
    {
      id: fc.oneof(fc.integer({ min: -1, max: 20 }), fc.constantFrom(...edges)),
      name: fc.oneof(text, fc.constantFrom('a\0b', '')),
      tag: text,
    },
    { requiredKeys: ['id', 'name'] },
  )
  .map((given) => ({ ...given, id: toExactInteger(given.id) }))
const plants = fc.uniqueArray(plant, { selector: ({ id }) => id, maxLength: 5 })
const page = fc.tuple(fc.nat(8), fc.oneof(fc.nat(8), fc.constant(Infinity)))

type Step = (storage: PlantStorage) => unknown
const step: fc.Arbitrary<Step> = fc.oneof<fc.Arbitrary<Step>[]>(
  plants.map((added) => async (storage) => new Set(await storage.insertIfAbsent(added))),
  plant.map((added) => (storage) => storage.put(added)),
  plants.map((added) => (storage) => storage.replaceAll(added)),
  plant.map((found) => (storage) => storage.get(found.id)),
  page.map((range) => (storage) => storage.list(...range)),
  fc.constant((storage) => storage.count()),
)

/** Checks a kind of storage; each one that is created is empty. */
export function describeStorage(
  name: string,
  create: () => PlantStorage & Partial<Disposable>,
  numRuns = 60,
): void {
  describe(name, () => {
    test('does what a list of plants does, whatever the calls', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const storage = create()
          const model = createModel()
          for (const run of [...steps, (last: PlantStorage) => last.list(0, Infinity)])
            expect(await run(storage)).toEqual(await run(model))
          storage[Symbol.dispose]?.()
        }),
        { numRuns },
      )
    })

    test.each([2, 2500])('stores all of %i plants or none, and says which ids are taken', async (count) => {
      const storage = create()
      const added = Array.from({ length: count }, (_, index) => ({ id: count - index, name: 'Ash' }))
      const others = added.map(({ id }) => ({ id: BigInt(id) + 2n ** 60n, name: 'Oak' }))
      await storage.insertIfAbsent([{ id: 2, name: 'Elm' }])
      expect(await storage.insertIfAbsent(added)).toEqual([2])
      expect(await storage.list(0, Infinity)).toEqual([{ id: 2, name: 'Elm' }])
      // Calls at once keep their order, unless it is the first one of its kind, which may have to be prepared.
      await storage.replaceAll([])
      const both = [storage.replaceAll(added), storage.insertIfAbsent(others)]
      expect(await Promise.all(both)).toEqual([undefined, []])
      expect(await storage.list(0, Infinity)).toEqual([...added, ...others])
      await Promise.all([storage.insertIfAbsent(others), storage.replaceAll(others)])
      expect(await storage.list(0, Infinity)).toEqual(others)
    })
  })
}

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
