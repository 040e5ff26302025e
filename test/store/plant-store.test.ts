import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createPlantStore,
  OptionsError,
  type PlantStorage,
  type PlantStoreOptions,
  type StoredPlant,
} from '../../src/index.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { post } from './post.ts'

describe('a store', () => {
  test('answers without a promise if nothing takes time', () => {
    expect(post(createPlantStore(), '{"id":1,"name":"Fern"}')).toMatchObject({
      status: 200,
      body: '{"name":"Fern"}',
    })
  })

  test('stores one of 200 simultaneous plants with one id', async () => {
    const store = createPlantStore({ storage: createSlowStorage() })
    const names = Array.from({ length: 200 }, (_, index) => `Fern ${index}`)
    const answers = await Promise.all(names.map((name) => post(store, JSON.stringify({ id: 1, name }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199)
    expect(await store.plants.count()).toBe(1)
  })

  test('replaces a stored plant if onDuplicate is replace', async () => {
    const store = createPlantStore({ onDuplicate: 'replace', seed: [{ id: 1, name: 'Ash' }] })
    expect(post(store, '{"id":1,"name":"Fern"}')).toMatchObject({ status: 200 })
    expect(await store.plants.list()).toEqual([{ id: 1, name: 'Fern' }])
  })

  test('stores nothing if it refuses', async () => {
    const store = createPlantStore()
    for (const body of ['{"id":1.5,"name":"Fern"}', '{"id":1}', '{']) await post(store, body)
    expect(await store.plants.count()).toBe(0)
  })

  test('restores seed and scenario on reset, and clears faults and journal', async () => {
    const scenario = { title: 'once refused', steps: [{ fault: 'invalid-token' as const }] }
    const store = createPlantStore({ seed: [{ id: 1, name: 'Ash' }], scenario })
    const first = await post(store, '{"id":2,"name":"Fern"}')
    await post(store, '{"id":2,"name":"Fern"}')
    store.faults.always('duplicate-id')
    await store.reset()
    expect(await store.plants.list()).toEqual([{ id: 1, name: 'Ash' }])
    expect(store.requests.size).toBe(0)
    expect(store.faults.list()).toEqual([])
    expect(await post(store, '{"id":2,"name":"Fern"}')).toEqual(first)
    expect(await post(store, '{"id":2,"name":"Fern"}')).toMatchObject({ status: 200 })
  })

  test('drops delayed requests on reset', async () => {
    const store = createPlantStore({ latency: 20 })
    const waiting = post(store, '{"id":1,"name":"Fern"}')
    await store.reset()
    expect(await waiting).toMatchObject({ status: 0, fault: 'dropped-connection' })
    expect([await store.plants.count(), store.requests.size]).toEqual([0, 0])
  })

  test('reads header names in any case', () => {
    const headers = { Authorization: 'Bearer x', 'CONTENT-TYPE': 'application/json' }
    const request = { method: 'POST', path: '/plants', headers, body: '{"id":1,"name":"Fern"}' }
    expect(createPlantStore().handle(request)).toMatchObject({ status: 200 })
  })

  test('adds the latency to every answer', async () => {
    const start = performance.now()
    expect(await post(createPlantStore({ latency: [30, 40] }), '{"id":1,"name":"Fern"}')).toMatchObject({
      status: 200,
    })
    expect(performance.now() - start).toBeGreaterThanOrEqual(29)
  })
})

test.each([
  ['ignored members', `{"id":ID,"name":"Fern","z":[${'1e308,'.repeat(1000)}1]}`, 200],
  ['invalid JSON', `{"id":ID,"name":"Fern","z":[${'1e308,'.repeat(1000)}}`, 400],
])('large numbers in %s cost no exact arithmetic', async (_title, body, status) => {
  const toBigInt = vi.spyOn(globalThis, 'BigInt')
  onTestFinished(() => toBigInt.mockRestore())
  const answer = await post(createPlantStore(), body.replace('ID', '9007199254740993'))
  expect(answer.status).toBe(status)
  expect(toBigInt.mock.calls.length).toBeLessThanOrEqual(1)
})

test('a seed does not replace plants that are already in the storage', async () => {
  const storage = createMemoryStorage()
  storage.put({ id: 1, name: 'Elm' })
  const seed = [
    { id: 1, name: 'Ash' },
    { id: 2, name: 'Fern' },
  ]
  expect(await createPlantStore({ storage, seed }).plants.list()).toEqual([{ id: 1, name: 'Elm' }, seed[1]])
})

test('a storage may return any thenable', async () => {
  const memory = createMemoryStorage()
  const thenable = <T>(value: T | PromiseLike<T>) => ({
    // biome-ignore lint/suspicious/noThenProperty: query builders are thenables
    then: (resolve: (value: T | PromiseLike<T>) => void) => resolve(value),
  })
  const storage = {
    ...memory,
    insertIfAbsent: (plants: readonly StoredPlant[]) => thenable(memory.insertIfAbsent(plants)),
  } as unknown as PlantStorage
  const store = createPlantStore({ storage })
  expect(await post(store, '{"id":1,"name":"Fern"}')).toMatchObject({ status: 200 })
  expect(await post(store, '{"id":1,"name":"Fern"}')).toMatchObject({ status: 409 })
})

test('a text means its UTF-8 bytes, so a lone surrogate becomes U+FFFD', () => {
  const body = '{"id":1,"name":"\ud800"}'
  expect(post(createPlantStore(), body)).toMatchObject({ body: '{"name":"\ufffd"}' })
})

describe('a storage that fails', () => {
  const broken: PlantStorage = {
    ...createSlowStorage(),
    insertIfAbsent: () => Promise.reject(new Error('disk full')),
  }

  test('gives internal-error', async () => {
    expect(await post(createPlantStore({ storage: broken }), '{"id":1,"name":"Fern"}')).toMatchObject({
      status: 500,
      failure: 'internal-error',
      body: '{"error":50001,"message":"the storage of the plant store failed: disk full"}',
    })
  })

  test('fails every call if the seed could not be stored', async () => {
    const store = createPlantStore({ storage: broken, seed: [{ id: 1, name: 'Ash' }] })
    await expect(store.plants.count()).rejects.toThrow('disk full')
    expect(await post(store, '{"id":2,"name":"Fern"}')).toMatchObject({ status: 500 })
  })
})

describe('an invalid option', () => {
  const cases: [options: object, message: string][] = [
    [{ tokens: ['a b'] }, 'tokens[0] must be a token of letters, digits, and -._~+/, with = only at the end'],
    [{ tokens: 'secret' }, 'tokens must be an array'],
    [{ randomSeed: -1 }, 'randomSeed must be an integer from 0 to 4294967295, got -1'],
    [{ latency: [1, 2, 3] }, 'or a range from a smaller to a larger one, got an array'],
    [
      { tokens: ['ok', 5] },
      'tokens[1] must be a token of letters, digits, and -._~+/, with = only at the end',
    ],
    [{ answers: 'strict' }, 'answers must be http or documented or an object, got "strict"'],
    [
      { answers: { 'no-such': {} } },
      'there is no option answers.no-such; the options are preset, created, malformed-request',
    ],
    [
      { answers: { 'duplicate-id': { status: 200 } } },
      'answers.duplicate-id.status must be an integer from 400 to 599, got 200',
    ],
    [
      { answers: { 'duplicate-id': { error: 2 ** 31 } } },
      'answers.duplicate-id.error must be an integer from -2147483648 to 2147483647, got 2147483648',
    ],
    [{ answers: { 'duplicate-id': { message: 5 } } }, 'answers.duplicate-id.message must be a string, got 5'],
    [
      { answers: { 'duplicate-id': { code: 5 } } },
      'there is no option answers.duplicate-id.code; the options are status, error, message',
    ],
    [
      { answers: { 'duplicate-id': { headers: { 'X-Count': 5 } } } },
      'answers.duplicate-id.headers.X-Count must be a string that HTTP allows, got 5',
    ],
    [
      { answers: { created: { headers: { 'X-Name': 'a\nb', Location: undefined } } } },
      'answers.created.headers.X-Name must be a string that HTTP allows, got "a\\nb"; answers.created.headers.Location is missing',
    ],
    ...['Content-Length', 'transfer-encoding', 'Connection'].map((name): [object, string] => [
      { answers: { 'duplicate-id': { headers: { [name]: '5' } } } },
      `answers.duplicate-id.headers.${name} must be left out`,
    ]),
    [
      { answers: { 'duplicate-id': { headers: { 'X Y': '5' } } } },
      'answers.duplicate-id.headers."X Y" must be left out',
    ],
    ...[null, 'x: y', ['x: y'], new Headers({ x: 'y' })].map((headers): [object, string] => [
      { answers: { 'duplicate-id': { headers } } },
      'answers.duplicate-id.headers must be an object of header fields',
    ]),
    [{ answers: { 'duplicate-id': 409 } }, 'answers.duplicate-id must be an object, got 409'],
    [{ onDuplicate: 'merge' }, 'onDuplicate must be reject or replace, got "merge"'],
    [
      {
        seed: [
          { id: 1, name: 'Ash' },
          { id: 1n, name: 'Fern' },
        ],
      },
      'seed[1] has the same id as seed[0]',
    ],
    [{ seed: [{ id: 1 }] }, 'seed[0].name is missing'],
    [{ seed: 'garden' }, 'seed must be an array, got "garden"'],
    [{ scenario: { title: 'x', steps: [] } }, 'scenario.steps must be an array of 1 or more items'],
    [
      { latency: -1 },
      'latency must be an integer from 0 to 3600000 or a range from a smaller to a larger one, got -1',
    ],
    [{ latency: [5, 1] }, 'or a range from a smaller to a larger one, got an array'],
    ...['/..', '/x/.', '/../x', '/./x', '/x/%2E', '/.%2e/x', '/x y', '//x', '/x?', '/x#'].map(
      (basePath): [object, string] => [
        { basePath },
        `basePath must be a path like /v1, with no segment . or .., got "${basePath}"`,
      ],
    ),
    [{ basePath: 'api' }, 'basePath must be a path like /v1, with no segment . or .., got "api"'],
    [{ basePath: '/api/' }, 'basePath must be a path like /v1, with no segment . or .., got "/api/"'],
    [{ maxBody: 0 }, 'maxBody must be an integer from 1 to 1073741824, got 0'],
    [{ journal: 1.5 }, 'journal must be an integer from 0 to 10000000, got 1.5'],
    [{ storage: Promise.resolve(createMemoryStorage()) }, 'storage must be awaited: it is a promise'],
    [{ token: 'secret' }, 'there is no option token; the options are tokens, answers, onDuplicate'],
    [null as unknown as object, 'the options must be an object, got null'],
  ]

  test.each(cases)('%o: the message names it and what it must be', (options, message) => {
    const create = () => createPlantStore(options as PlantStoreOptions)
    expect(create).toThrow(OptionsError)
    expect(create).toThrow(message)
  })
})

/** A storage that answers asynchronously, like a database. */
function createSlowStorage(): PlantStorage {
  const plants = new Map()
  const later = <T>(value: () => T): Promise<T> =>
    new Promise((resolve) => setTimeout(() => resolve(value()), 1))
  return {
    insertIfAbsent: ([plant]) =>
      later(() => {
        if (plants.has(plant?.id)) return plant ? [plant.id] : []
        plants.set(plant?.id, plant)
        return []
      }),
    put: (plant) => later(() => void plants.set(plant.id, plant)),
    replaceAll: () => later(() => plants.clear()),
    get: (id) => later(() => plants.get(id)),
    list: () => later(() => [...plants.values()]),
    count: () => later(() => plants.size),
  }
}
