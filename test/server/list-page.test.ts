import { describe, expect, test } from 'vitest'
import { listPage } from '../../src/server/list-page.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import type { Plants } from '../../src/store/plants.ts'
import type { StoredPlant } from '../../src/store/stored-plant.ts'

const mebibyte = 'x'.repeat(1024 * 1024)

/** The plants of a store that has these; large ones cost no memory. */
const hold = (all: readonly StoredPlant[]): Plants => ({
  ...createPlantStore().plants,
  list: async ({ offset = 0, limit = all.length } = {}) => all.slice(offset, offset + limit),
})
const repeat = (count: number, plant: Partial<StoredPlant> = {}): StoredPlant[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: 'Fern', ...plant }))
const seed: StoredPlant[] = [
  { id: 71, name: 'Monstera', tag: 'foliage' },
  { id: 9007199254740993n, name: 'Boston FERN' },
  { id: 17, name: 'Ash', tag: 'Fern-like' },
]

describe('a response has 16 MiB of records at most', () => {
  const large = repeat(20, { name: mebibyte })
  // Each of the 16 plants counts 40 characters more than its name.
  const fitting = [...repeat(15, { name: mebibyte }), { id: 15, name: mebibyte.slice(640) }, ...large]
  test.each<[title: string, all: StoredPlant[], count: number]>([
    ['many large ones', large, 15],
    ['those that just fit', fitting, 16],
    ['with long tags', repeat(20, { tag: mebibyte }), 15],
    ['one if it is larger', repeat(2, { name: mebibyte.repeat(17) }), 1],
    ['all of a short list', large.slice(0, 5), 5],
  ])('%s', async (_title, all, count) => {
    expect(await listPage(hold(all), 0, 100)).toHaveLength(count)
    expect(await listPage(hold([...seed, ...all]), 3, 100)).toHaveLength(count)
  })
})
