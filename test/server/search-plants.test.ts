import { describe, expect, test } from 'vitest'
import { listPlants, searchPlants } from '../../src/server/search-plants.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import type { Plants } from '../../src/store/plants.ts'
import type { StoredPlant } from '../../src/store/storage/plant-storage.ts'
import { countTurns } from './count-turns.ts'

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

test.each<[text: string, found: number[]]>([
  ['fErn', [1, 2]],
  ['7', [0]],
  ['90071', [1]],
  ['FOL', [0]],
  ['%', []],
  ['mutant', []],
])('the search for %s finds texts in any case, and ids that begin with it', async (text, found) => {
  expect(await searchPlants(hold(seed), text, 0, 100)).toEqual({ plants: found.map((at) => seed[at]) })
})

test('a search ends with the plant that fills the page', async () => {
  expect(await searchPlants(hold(seed), 'fern', 0, 1)).toEqual({ plants: [seed[1]], next: 2 })
  expect(await searchPlants(hold(seed), 'fern', 2, 1)).toEqual({ plants: [seed[2]], next: 3 })
})

test.each([
  [99_999, undefined],
  [100_000, 100_005],
])('a search looks at 100,000 plants at most: %i', async (count, next) => {
  const { plants, ...more } = await searchPlants(hold(repeat(count + 5)), 'ash', 5, 100)
  expect([plants, more.next]).toEqual([[], next])
})

describe('an answer has 16 MiB of plants at most', () => {
  const large = repeat(20, { name: mebibyte })
  // Each of the 16 plants counts 40 characters more than its name.
  const fitting = [...repeat(15, { name: mebibyte }), { id: 15, name: mebibyte.slice(640) }, ...large]
  test.each<[title: string, all: StoredPlant[], count: number, next: number | undefined]>([
    ['many large ones', large, 15, 15],
    ['those that just fit', fitting, 16, 16],
    ['with long tags', repeat(20, { tag: mebibyte }), 15, 15],
    ['and one if it is larger', repeat(2, { name: mebibyte.repeat(17) }), 1, 1],
    ['all of a short list', large.slice(0, 5), 5, undefined],
  ])('in a list: %s', async (_title, all, count, next) => {
    const page = await listPlants(hold(all), 0, 100)
    expect([page.plants.length, page.next]).toEqual([count, next])
    const later = await listPlants(hold([...seed, ...all]), 3, 100)
    expect(later.next).toBe(next && next + 3)
  })

  test('in a search, and the one above it', async () => {
    const page = await searchPlants(hold(large), 'x', 0, 100)
    expect([page.plants.length, page.next]).toEqual([16, 16])
    const fit = await searchPlants(hold(fitting), 'x', 0, 100)
    expect([fit.plants.length, fit.next]).toEqual([17, 17])
  })
})

test('a search lets others run after each 2000 plants', async () => {
  const turnsFor = (all: StoredPlant[]) => countTurns(() => searchPlants(hold(all), 'ash', 0, 100))
  expect(await turnsFor(repeat(1999))).toBe(0)
  expect(await turnsFor(repeat(4000))).toBeGreaterThanOrEqual(2)
})
