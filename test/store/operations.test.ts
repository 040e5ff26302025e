import { describe, expect, test } from 'vitest'
import { createPlantStore, type PlantStorage, type PlantStore } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { sendPlant } from '../tools/send.ts'
import { createSlowStorage, type StorageMethod, wrapStorage } from './slow-storage.ts'

const fern = { id: 1, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy' }
const tagged = { ...fern, tag: 'green' }
const created = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"Ivy"}' }

const get = { method: 'GET', path: '/' }
const scenario = { title: 'Down', steps: [{ fault: 'internal-error' as const }] }

interface Operation {
  uses: StorageMethod
  run(store: PlantStore): unknown
  result?: unknown
  /** The plants afterwards. */
  plants?: object[]
  /** What changed, in this order. */
  changes?: string[]
}

/** Every operation that waits for the storage, in a store whose seed is the fern. */
const operations: Record<string, Operation> = {
  'plants.count': { uses: 'count', run: ({ plants }) => plants.count(), result: 1 },
  'plants.list': { uses: 'list', run: ({ plants }) => plants.list(), result: [fern] },
  'plants.get': { uses: 'get', run: ({ plants }) => plants.get(1), result: fern },
  'plants.add': {
    uses: 'insertIfAbsent',
    run: ({ plants }) => plants.add(ivy),
    plants: [fern, ivy],
    changes: ['plants'],
  },
  'plants.replaceAll': {
    uses: 'replaceAll',
    run: ({ plants }) => plants.replaceAll([ivy]),
    plants: [ivy],
    changes: ['plants'],
  },
  'plants.clear': {
    uses: 'replaceAll',
    run: ({ plants }) => plants.clear(),
    plants: [],
    changes: ['plants'],
  },
  handle: {
    uses: 'insertIfAbsent',
    run: (store) => sendPlant(store, ivy),
    result: created,
    plants: [fern, ivy],
    changes: ['plants', 'requests'],
  },
  reset: {
    uses: 'replaceAll',
    run: (store) => store.reset(),
    changes: ['clears', 'faults', 'faults', 'resets'],
  },
  'configure with another plant': {
    uses: 'insertIfAbsent',
    run: (store) => store.configure({ seed: [fern, ivy] }),
    plants: [fern, ivy],
    changes: ['plants', 'options'],
  },
  'configure with a changed plant': {
    uses: 'put',
    run: (store) => store.configure({ seed: [tagged] }),
    plants: [tagged],
    changes: ['plants', 'options'],
  },
}

/** Keeps the names of parts in the order of their changes, and the plants at the first one. */
function watch({ changes: { watch, counts } }: PlantStore, memory: PlantStorage) {
  const seen: { changes: string[]; plants?: unknown } = { changes: [] }
  let before = { ...counts }
  watch(() => {
    const names = Object.keys(counts) as (keyof typeof counts)[]
    seen.plants ??= memory.list(0, Infinity)
    seen.changes.push(...names.filter((name) => counts[name] !== before[name]))
    before = { ...counts }
  })
  return seen
}

describe.each(Object.entries(operations))('%s', (_name, operation) => {
  const { uses, run, result, plants = [fern], changes = [] } = operation

  test.each([
    ['memory', (memory: PlantStorage) => memory],
    ['a slow storage', createSlowStorage],
  ])('with %s is over, and told, once the plants are stored', async (_storage, wrap) => {
    const memory = createMemoryStorage()
    const store = createPlantStore({ seed: [fern], storage: wrap(memory) })
    const seen = watch(store, memory)
    expect(await run(store)).toEqual(result)
    expect(memory.list(0, Infinity)).toEqual(plants)
    expect(seen).toEqual({ changes, ...(changes.length > 0 && { plants }) })
  })

  test.each<[how: string, fail: () => unknown]>([
    ['rejects', () => Promise.reject(new Error('disk full'))],
    [
      'throws',
      () => {
        throw new Error('disk full')
      },
    ],
  ])('fails, and changes nothing, if the storage %s', async (_how, fail) => {
    const memory = createMemoryStorage()
    let isBroken = false
    const storage = wrapStorage((name, act) => (isBroken && name === uses ? fail() : act()), memory)
    const store = createPlantStore({ seed: [fern], storage })
    const seen = watch(store, memory)
    isBroken = true
    await expectFailure(run(store))
    expect(memory.list(0, Infinity)).toEqual([fern])
    expect(seen.changes.filter((part) => part !== 'requests')).toEqual([])
  })

  test('fails if the seed could not be stored', async () => {
    const storage = wrapStorage((name, act) =>
      name === 'insertIfAbsent' ? Promise.reject(new Error('disk full')) : act(),
    )
    const store = createPlantStore({ seed: [fern], storage })
    await expectFailure(run(store))
  })
})

/** Expects a rejection or, for a request, the refusal. */
async function expectFailure(running: unknown): Promise<void> {
  const failed = await Promise.resolve(running).catch((error) => error)
  if (failed instanceof Error) expect(failed.message).toBe('disk full')
  else expect(failed).toMatchObject({ failure: 'internal-error', body: expect.stringContaining('disk full') })
}

test.each(['reject', 'replace'] as const)(
  'a stored id with onDuplicate %s in a slow storage',
  async (onDuplicate) => {
    const memory = createMemoryStorage()
    const store = createPlantStore({ onDuplicate, seed: [fern], storage: createSlowStorage(memory) })
    const { status } = await sendPlant(store, tagged)
    expect([status, await memory.list(0, Infinity)]).toEqual(
      onDuplicate === 'reject' ? [409, [fern]] : [200, [tagged]],
    )
    expect(store.changes.counts.plants).toBe(onDuplicate === 'reject' ? 0 : 1)
  },
)

test('one of 200 simultaneous plants with one id is stored', async () => {
  const store = createPlantStore({ storage: createSlowStorage() })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => sendPlant(store, { id: 1, name: `Fern ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(199)
  expect(await store.plants.count()).toBe(1)
})

test('a seed adds the plants that are missing, also if another process takes their ids meanwhile', async () => {
  const memory = createMemoryStorage()
  const others = [tagged, { ...ivy, tag: 'other' }]
  const storage = wrapStorage(async (name, act) => {
    const other = others.shift()
    if (name === 'insertIfAbsent' && other) memory.put(other)
    return act()
  }, memory)
  const store = createPlantStore({ storage, seed: [fern, ivy, { id: 3, name: 'Oak' }] })
  expect(await store.plants.list()).toEqual([tagged, { ...ivy, tag: 'other' }, { id: 3, name: 'Oak' }])
})

test('a storage may return any thenable', async () => {
  const thenable = <T>(value: T) => ({
    // biome-ignore lint/suspicious/noThenProperty: query builders are thenables
    then: (resolve: (value: T) => void) => resolve(value),
  })
  const store = createPlantStore({ storage: wrapStorage((_name, act) => thenable(act())) })
  expect([(await sendPlant(store, fern)).status, (await sendPlant(store, fern)).status]).toEqual([200, 409])
})

test.each<[part: string, act: (store: PlantStore) => unknown, changes: string[]]>([
  ['a refused request', (store) => sendPlant(store, '{'), ['requests']],
  [
    'a request that is refused by the door',
    (store) => store.refuseRequest(get, 'unknown-path'),
    ['requests'],
  ],
  [
    'a request that is passed on',
    async (store) => (await store.passOn(get)).finish({ status: 200, headers: {}, body: '' }),
    ['requests'],
  ],
  ['requests.clear', (store) => store.requests.clear(), ['clears']],
  ['faults.next', (store) => store.faults.next('invalid-token'), ['faults']],
  ['faults.always', (store) => store.faults.always('invalid-token'), ['faults']],
  ['faults.play', (store) => store.faults.play(scenario), ['faults']],
  ['faults.clear', (store) => store.faults.clear(), ['faults']],
  ['another scenario', (store) => store.configure({ scenario }), ['plants', 'faults', 'options']],
])('%s is told to those who watch, until they stop', async (_part, act, changes) => {
  const memory = createMemoryStorage()
  const store = createPlantStore({ storage: memory })
  const seen = watch(store, memory)
  let count = 0
  const stop = store.changes.watch(() => count++)
  await act(store)
  expect(seen.changes).toEqual(changes)
  expect(count).toBe(changes.length)
  stop()
  await act(store)
  expect(count).toBe(changes.length)
})

test('a storage is watched as long as somebody watches the store', () => {
  const watchers: (() => void)[] = []
  const watchStorage = (onChange: () => void) => {
    watchers.push(onChange)
    return () => void watchers.pop()
  }
  const { counts, watch } = createPlantStore({
    storage: { ...createMemoryStorage(), watch: watchStorage },
  }).changes
  const stops = [watch(() => {}), watch(() => {})]
  expect(watchers).toHaveLength(1)
  watchers[0]?.()
  expect(counts.plants).toBe(1)
  stops[0]?.()
  expect(watchers).toHaveLength(1)
  stops[1]?.()
  expect(watchers).toHaveLength(0)
})
