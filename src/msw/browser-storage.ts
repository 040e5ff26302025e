import { type ExactInteger, toExactInteger } from '../json/exact-integer.ts'
import { OptionsError } from '../options/options-error.ts'
import type { PlantStorage, StoredPlant } from '../store/storage/plant-storage.ts'
import { checkPlants } from '../store/stored-plant.ts'

/** The parts of a page that the storage uses. */
interface Page {
  localStorage?: { getItem(key: string): string | null; setItem(key: string, text: string): void }
  navigator?: { locks?: Locks }
}

/** The Web Locks of an origin, which all of its tabs share. */
interface Locks {
  request<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result>
  query(): Promise<{ held?: { name?: string }[] }>
}

/** The content of the item. */
interface State {
  /** Counts changes. */
  version: number
  plants: Map<ExactInteger, StoredPlant>
}

/** The content as JSON; ids are texts because `JSON.parse` would round them. */
interface Item {
  version: number
  plants: readonly (Omit<StoredPlant, 'id'> & { id: string })[]
}

const empty = '{"version":0,"plants":[]}'

/** The milliseconds between two reads of localStorage, and how often to read again. */
const pause = 5
const maxLooks = 200

/**
 * Creates a storage that keeps plants in localStorage: they survive a reload, and all tabs of the origin share them. A
 * change locks the others out, so that two tabs can't store the same id.
 *
 * Operations throw an Error if localStorage is full, or if the item is not a list of plants.
 *
 * @param key the name of the item
 *
 * @example
 * createHandlers({ storage: browserStorage('plants') })
 *
 * @throws {OptionsError} outside of a page, and in a page that is neither on https nor on localhost
 */
export function browserStorage(key: string): PlantStorage {
  const { localStorage, navigator } = globalThis as Page
  const locks = navigator?.locks
  if (localStorage === undefined || locks === undefined) {
    throw new OptionsError('browserStorage needs localStorage and Web Locks: a page on https or on localhost')
  }
  const lockName = `plant-store-kit ${JSON.stringify(key)}`
  let cached: { text: string; state: State } | undefined
  let releaseVersion = (): void => {}

  function read(): State {
    const text = localStorage?.getItem(key) ?? empty
    if (text === cached?.text) return cached.state
    try {
      const { version, plants } = JSON.parse(text) as Item
      const list = checkPlants(
        plants.map((plant) => ({ ...plant, id: toExactInteger(BigInt(plant.id)) })),
        'plants',
      )
      cached = { text, state: { version, plants: new Map(list.map((plant) => [plant.id, plant])) } }
      return cached.state
    } catch (error) {
      const fix = `Run localStorage.removeItem(${JSON.stringify(key)}) in the page.`
      throw new Error(`Failed to read plants: the item of localStorage is not a list of plants. ${fix}`, {
        cause: error,
      })
    }
  }

  function write(state: State): void {
    const plants = [...state.plants.values()].map((plant) => ({ ...plant, id: String(plant.id) }))
    const text = JSON.stringify({ version: state.version, plants } satisfies Item)
    try {
      localStorage?.setItem(key, text)
      cached = { text, state }
    } catch (error) {
      const fix = 'Remove plants with store.plants.clear(), or other items of this origin.'
      throw new Error(`Failed to store plants: localStorage is full. ${fix}`, { cause: error })
    }
  }

  /** Shows the other tabs which version to wait for, by holding a lock of that name until the next change. */
  function publish(version: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const hold = (): Promise<void> =>
        new Promise((release) => {
          releaseVersion()
          releaseVersion = release
          resolve()
        })
      locks?.request(`${lockName} ${version}`, hold).catch(reject)
    })
  }

  async function findNewestVersion(): Promise<number> {
    const { held = [] } = await (locks as Locks).query()
    const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(`${lockName} `))
    return Math.max(0, ...names.map((name) => Number(name.slice(lockName.length))))
  }

  /** Reads the newest state: in Chromium, a change of another tab arrives some milliseconds late. */
  async function readNewest(): Promise<State> {
    const newest = await findNewestVersion()
    for (let look = 0; look < maxLooks && read().version < newest; look++) {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    // Somebody may have removed the item, so the versions can start again.
    const { version, plants } = read()
    return { version: Math.max(version, newest), plants }
  }

  /** Only one tab at a time changes the plants. */
  const change = <Result>(run: (plants: State['plants']) => Result): Promise<Result> =>
    locks.request(lockName, async () => {
      const { version, plants: before } = await readNewest()
      const plants = new Map(before)
      const result = run(plants)
      write({ version: version + 1, plants })
      await publish(version + 1)
      return result
    })
  const putInto = (plants: State['plants'], added: readonly StoredPlant[]): void => {
    for (const plant of added) plants.set(plant.id, plant)
  }

  return {
    kind: 'localStorage',
    insertIfAbsent: (added) =>
      change((plants) => {
        const taken = added.map(({ id }) => id).filter((id) => plants.has(id))
        if (taken.length === 0) putInto(plants, added)
        return taken
      }),
    put: (plant) => change((plants) => putInto(plants, [plant])),
    replaceAll: (added) =>
      change((plants) => {
        plants.clear()
        putInto(plants, added)
      }),
    get: async (id) => (await readNewest()).plants.get(id),
    list: async (offset, limit) => [...(await readNewest()).plants.values()].slice(offset, offset + limit),
    count: async () => (await readNewest()).plants.size,
  }
}
