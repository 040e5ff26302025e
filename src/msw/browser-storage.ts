import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { OptionsError } from '../options/options-error.ts'
import { createMemoryStorage } from '../store/storage/memory-storage.ts'
import type { PlantStorage } from '../store/storage/plant-storage.ts'
import { checkPlants } from '../store/stored-plant.ts'

interface Page {
  localStorage?: { getItem(key: string): string | null; setItem(key: string, text: string): void }
}

/**
 * Creates a storage that keeps plants in localStorage: they survive a reload, and all tabs of the origin share them.
 *
 * Operations throw an Error if localStorage is full, or if the item is not a list of plants.
 *
 * @param key the name of the item
 *
 * @example
 * createHandlers({ storage: browserStorage('plants') })
 *
 * @throws {OptionsError} outside of a page
 */
export function browserStorage(key: string): PlantStorage {
  const { localStorage } = globalThis as Page
  if (localStorage === undefined) throw new OptionsError('browserStorage needs the localStorage of a page')
  const plants = createMemoryStorage()
  /** The item that has the same plants. */
  let read: string | null = null

  /** Takes over what a tab has changed, this one before a reload included. */
  function update(): PlantStorage {
    const text = localStorage?.getItem(key) ?? null
    if (text === read) return plants
    try {
      plants.replaceAll(checkPlants(parseExactJson(text ?? '[]'), 'plants'))
    } catch (cause) {
      const fix = `Run localStorage.removeItem(${JSON.stringify(key)}) in the page.`
      const problem = `Failed to read plants: the item of localStorage is not a list of plants. ${fix}`
      throw new Error(problem, { cause })
    }
    read = text
    return plants
  }
  function change<Result>(run: (plants: PlantStorage) => Result): Result {
    const result = run(update())
    const text = stringifyExactJson(plants.list(0, Infinity))
    try {
      localStorage?.setItem(key, text)
    } catch (cause) {
      // The next operation starts from the item again.
      plants.replaceAll([])
      read = null
      const fix = 'Remove plants with store.plants.clear(), or other items of this origin.'
      throw new Error(`Failed to store plants: localStorage is full. ${fix}`, { cause })
    }
    read = text
    return result
  }

  return {
    kind: 'localStorage',
    insertIfAbsent: (added) => change((stored) => stored.insertIfAbsent(added)),
    put: (plant) => change((stored) => stored.put(plant)),
    replaceAll: (added) => change((stored) => stored.replaceAll(added)),
    get: (id) => update().get(id),
    list: (offset, limit) => update().list(offset, limit),
    count: () => update().count(),
  }
}
