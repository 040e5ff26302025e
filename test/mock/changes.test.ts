import { describe, expect, test } from 'vitest'
import type { MockStorage, StoredRecord } from '../../src/index.ts'
import { createServedMock, type ServedMock } from '../../src/mock/create-mock.ts'
import { Failure } from '../../src/mock/failure.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { sendPlant } from '../tools/send.ts'
import { createSlowStorage, type StorageMethod, wrapStorage } from './slow-storage.ts'

const fern = { id: 1, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy' }
const oak = { id: 3, name: 'Oak' }
const tagged = { ...fern, tag: 'green' }
const created = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"name":"Ivy"}',
  created: 'plants',
}

const get = { method: 'GET', path: '/' }
const response = { status: 200, headers: {}, body: '' }
const scenario = { title: 'Down', steps: [{ fault: 'internal-error' as const }] }

/** Operations that wait for a method of the storage, their result, the plants afterwards, and what changes in order. */
const operations: Record<
  string,
  [
    uses: StorageMethod,
    run: (mock: ServedMock) => unknown,
    result?: unknown,
    after?: object[],
    reported?: string,
  ]
> = {
  'records.count': ['count', (mock) => mock.records('plants').count(), 1],
  'records.list': ['list', (mock) => mock.records('plants').list(), [fern]],
  'records.get': ['get', (mock) => mock.records('plants').get(1), fern],
  'records.put': ['put', (mock) => mock.records('plants').put(ivy), ivy, [fern, ivy], 'records'],
  'records.remove': ['remove', (mock) => mock.records('plants').remove(1), true, [], 'records'],
  'records.replaceAll': [
    'replaceAll',
    (mock) => mock.records('plants').replaceAll([ivy]),
    undefined,
    [ivy],
    'records',
  ],
  handle: ['insert', (mock) => sendPlant(mock, ivy), created, [fern, ivy], 'requests records'],
  reset: ['replaceAll', (mock) => mock.reset(), undefined, [fern], 'records clears faults faults resets'],
  'configure with another plant': [
    'put',
    (mock) => mock.configure({ seed: { plants: [fern, ivy] } }),
    undefined,
    [fern, ivy],
    'options',
  ],
}

const toRecord = (value: { id: number }): StoredRecord => ({
  address: String(value.id),
  key: String(value.id),
  scope: {},
  value,
})

const listPlants = (memory: MockStorage): unknown[] =>
  (memory.resource('plants').list() as StoredRecord[]).map(({ value }) => value)

/** Keeps the names of parts in the order of their changes, and the plants at the first one. */
function watch({ changes: { watch, counts } }: ServedMock, memory: MockStorage) {
  const seen: { changes: string[]; plants?: unknown } = { changes: [] }
  let before = { ...counts }
  watch(() => {
    const names = Object.keys(counts) as (keyof typeof counts)[]
    if (counts.requests === before.requests) seen.plants ??= listPlants(memory)
    seen.changes.push(...names.filter((name) => counts[name] !== before[name]))
    before = { ...counts }
  })
  return seen
}

describe.each(Object.entries(operations))('%s', (name, [uses, run, result, plants = [fern], reported]) => {
  test.each([
    ['memory', (memory: MockStorage) => memory, reported],
    // A request is reported when it arrives, and its response later.
    [
      'a slow storage',
      createSlowStorage,
      reported?.replace('requests records', 'requests responses records'),
    ],
  ])('with %s is over, and reported, once the plants are stored', async (_storage, wrap, expected) => {
    const changes = expected?.split(' ') ?? []
    const memory = createMemoryStorage()
    const mock = createServedMock({ seed: { plants: [fern] }, storage: wrap(memory) })
    const seen = watch(mock, memory)
    expect(await run(mock)).toEqual(result)
    expect(listPlants(memory)).toEqual(plants)
    expect(seen).toEqual({ changes, ...(changes.length > 0 && { plants }) })
  })

  test.each(['rejects', 'throws'])('fails, and changes nothing, if the storage %s', async (how) => {
    const memory = createMemoryStorage()
    const error = new Error('disk full')
    let isBroken = false
    const storage = wrapStorage((method, act) => {
      if (!isBroken || method !== uses) return act()
      if (how === 'throws') throw error
      return Promise.reject(error)
    }, memory)
    const mock = createServedMock({ seed: { plants: [fern] }, storage })
    const seen = watch(mock, memory)
    isBroken = true
    await expectFailure(async () => run(mock))
    expect(listPlants(memory)).toEqual([fern])
    expect(seen.changes.filter((part) => !['requests', 'responses'].includes(part))).toEqual([])
  })

  // A reset stores it after all.
  if (name !== 'reset')
    test('fails if the seed could not be stored', async () => {
      const storage = wrapStorage((method, act) =>
        method === 'insert' ? Promise.reject(new Error('disk full')) : act(),
      )
      await expectFailure(async () => run(createServedMock({ seed: { plants: [fern] }, storage })))
    })
})

/** Expects an error or, for a request, the response that says it. */
async function expectFailure(run: () => Promise<unknown>): Promise<void> {
  const failed = await run().catch((error) => error)
  if (failed instanceof Error) expect(failed.message).toBe('disk full')
  else expect(failed).toMatchObject({ failure: 'internal-error', body: expect.stringContaining('disk full') })
}

describe.each([
  ['memory', (memory: MockStorage) => memory],
  ['a slow storage', createSlowStorage],
])('a stored id in %s', (_storage, wrap) => {
  test.each([
    ['reject', expect.objectContaining({ status: 409 }), [fern]],
    ['replace', expect.objectContaining({ status: 200, body: '{"name":"Fern","tag":"green"}' }), [tagged]],
    ['keep', expect.objectContaining({ status: 200, body: '{"name":"Fern"}' }), [fern]],
  ] as const)('with onDuplicate %s', async (onDuplicate, response, plants) => {
    const memory = createMemoryStorage()
    const mock = createServedMock({ onDuplicate, seed: { plants: [fern] }, storage: wrap(memory) })
    expect(await sendPlant(mock, tagged)).toEqual(response)
    expect(listPlants(memory)).toEqual(plants)
  })
})

test('a seed adds the plants that are missing, also if another process takes their ids meanwhile', async () => {
  const memory = createMemoryStorage()
  const others = [tagged, { ...ivy, tag: 'other' }]
  const storage = wrapStorage(async (name, act) => {
    const other = others.shift()
    if (name === 'insert' && other) memory.resource('plants').put(toRecord(other))
    return act()
  }, memory)
  const mock = createServedMock({ storage, seed: { plants: [fern, ivy, oak] } })
  expect(await mock.records('plants').list()).toEqual([tagged, { ...ivy, tag: 'other' }, oak])
})

test.each<[part: string, act: (mock: ServedMock) => unknown, changes: string[]]>([
  ['a rejected request', (mock) => sendPlant(mock, '{'), ['requests']],
  [
    'a rejection of a server',
    (mock) => mock.rejectRequest(get, new Failure('unknown-path', 'no operation')),
    ['requests'],
  ],
  ['what is passed on', async (mock) => (await mock.passOn(get)).finish(response), ['requests', 'responses']],
  ['requests.clear', (mock) => mock.requests.clear(), ['clears']],
  ['faults.next', (mock) => mock.faults.next('invalid-credentials'), ['faults']],
  ['faults.always', (mock) => mock.faults.always('invalid-credentials'), ['faults']],
  ['faults.play', (mock) => mock.faults.play(scenario), ['faults']],
  ['faults.clear', (mock) => mock.faults.clear(), ['faults']],
  ['another scenario', (mock) => mock.configure({ scenario }), ['faults', 'options']],
])('%s is reported to those who watch, until they stop', async (_part, act, changes) => {
  const memory = createMemoryStorage()
  const mock = createServedMock({ storage: memory })
  const seen = watch(mock, memory)
  let count = 0
  const stop = mock.changes.watch(() => count++)
  await act(mock)
  expect(seen.changes).toEqual(changes)
  expect(count).toBe(changes.length)
  stop()
  await act(mock)
  expect(count).toBe(changes.length)
})
