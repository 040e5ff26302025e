import { expect, test } from 'vitest'
import { buildNewPlant, buildNewPlants, createPlantStore, type PlantStoreOptions } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { expectRefused } from '../tools/refused.ts'

const ash = { id: 1, name: 'Ash' }
const ofDuplicate = (...rows: unknown[]) => rows.map((row) => ({ answers: { 'duplicate-key': row } }))
const withHeaders = (...all: unknown[]) => ofDuplicate(...all.map((headers) => ({ headers })))
const withFault = (...faults: unknown[]) =>
  faults.map((fault) => ({ scenario: { title: 'One', steps: [fault] } }))

/** The options that are not valid; a recording has their messages. */
const refused: readonly unknown[] = [
  null,
  { token: 'secret' },
  { tokens: ['a b'] },
  { tokens: 'secret' },
  { tokens: ['ok', 5] },
  { tokens: ['Bearer secret'] },
  { randomSeed: -1 },
  { randomSeed: 2 ** 32 },
  { answers: 'strict' },
  { answers: { 'no-such': {} } },
  ...ofDuplicate(409, { status: 399 }, { status: 600 }, { error: -(2 ** 31) - 1 }, { error: 2 ** 31 }),
  ...ofDuplicate({ message: 5 }, { members: 5 }, { code: 5 }),
  ...ofDuplicate({ status: 400, body: '' }, { status: 400, headers: { 'Content-Type': 'text/html' } }),
  ...withHeaders({ 'X-Count': 5 }, { 'X Y': '5' }, null, 'x: y', ['x: y'], new Headers({ x: 'y' })),
  ...withHeaders({ 'Content-Length': '5' }, { 'transfer-encoding': '5' }, { Connection: '5' }),
  { answers: { created: { headers: { 'X-Name': 'a\nb', Location: undefined } } } },
  { onDuplicate: 'merge' },
  { seed: [ash, { id: 1n, name: 'Fern' }] },
  { seed: [{ id: 1 }] },
  { seed: 'garden' },
  { latency: -1 },
  { latency: 3_600_001 },
  { latency: [5, 1] },
  { latency: [1, 2, 3] },
  ...['/..', '/x/.', '/../x', '/./x', '/x/%2E', '/.%2e/x', '/x y', '//x', '/x?', '/x#', 'api', '/api/'].map(
    (basePath) => ({ basePath }),
  ),
  { maxBody: 0 },
  { maxBody: 2 ** 30 + 1 },
  { habits: ['smokes'] },
  { unknownMembers: 'merge' },
  { limits: { id: { minimun: 1 } } },
  { cors: true },
  { cors: ['http://localhost:3000/'] },
  { cors: ['http://*'] },
  { cors: ['localhost'] },
  { cors: [5] },
  { journal: 1.5 },
  { journal: 10_000_001 },
  { storage: Promise.resolve(createMemoryStorage()) },
  { storage: null },
  { scenario: { title: 'None', steps: [] } },
  { scenario: { steps: [{}] } },
  ...withFault(
    'x',
    { fault: 'no-such' },
    { delay: -1 },
    { delay: 3_600_001 },
    { chance: 2 },
    { chance: -0.1 },
  ),
  ...withFault(
    { requests: 0 },
    { requests: 1_000_001 },
    { requests: 'often' },
    { falt: 'invalid-credentials' },
  ),
  ...withFault({ ['x'.repeat(41)]: 1 }, { path: 'orders' }, { path: '/orders?a=1' }, { path: '/a#b' }),
  ...withFault({ path: `/${'x'.repeat(2000)}` }, { path: 1 }),
]

test('options that are not valid are refused, with the messages of the recording', () =>
  expectRefused('refused-options', refused, (options) => createPlantStore(options as PlantStoreOptions)))

test.each<PlantStoreOptions>([
  { tokens: ['a-._~+/=='] },
  { randomSeed: 0 },
  { randomSeed: 2 ** 32 - 1 },
  { answers: { preset: 'documented', 'duplicate-key': { status: 599, error: 2 ** 31 - 1, members: {} } } },
  {
    answers: {
      'duplicate-key': { status: 400, headers: { 'X-A': 'é\t~', 'content-type': 'application/json' } },
    },
  },
  {
    answers: {
      'duplicate-key': { status: 422, body: null },
      created: { headers: { "!#$%&'*+.^`|~-": ' ' } },
    },
  },
  { latency: [0, 3_600_000] },
  { latency: 3_600_000 },
  ...['/v1', "/a-z/!$%&'()*+,-.:;=@~_/.../%2e%2e%2e", '/..x'].map((basePath) => ({ basePath })),
  { maxBody: 1 },
  { maxBody: 2 ** 30 },
  { habits: [] },
  { unknownMembers: 'ignore', onDuplicate: 'reject', answers: 'http' },
  { cors: ['http://localhost:3000', 'https://a.example'] },
  { cors: false },
  { journal: 0 },
  { journal: 10_000_000 },
])('%o is accepted', (options) => {
  expect(() => createPlantStore(options)).not.toThrow()
})

test('a built plant is the same for the same seed, and has the members that are passed', () => {
  const [first, second] = buildNewPlants(2)
  expect([first, second]).toEqual([
    { id: 628073940, name: 'Monstera', tag: 'foliage' },
    { id: 628073941, name: 'Lavender', tag: 'herb' },
  ])
  expect(buildNewPlant({}, { seed: 2 }).id).toBe(735250944)
  expect(buildNewPlant({ id: 7, tag: 'fern' })).toEqual({ ...first, id: 7, tag: 'fern' })
  expect(buildNewPlants(2, { name: 'Ivy' })).toEqual([
    { ...first, name: 'Ivy' },
    { ...second, name: 'Ivy' },
  ])
  expect(buildNewPlants(0)).toEqual([])
  const kinds = new Set(buildNewPlants(50).map(({ name, tag }) => `${name}: ${tag}`))
  expect([...kinds].join(', ')).toBe(
    'Monstera: foliage, Lavender: herb, Golden barrel: cactus, Aloe vera: succulent, Moth orchid: flower, Olive tree: tree, Boston fern: fern, English ivy: climber',
  )
})

test('wrong arguments of the functions that build plants are refused, with the messages of the recording', () =>
  expectRefused(
    'refused-builds',
    [() => buildNewPlants(-1), () => buildNewPlants(0.5), () => buildNewPlant({}, { seed: 0.5 })],
    (build) => build(),
  ))
