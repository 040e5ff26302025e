import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectPlantStore } from '../../src/client/connect-plant-store.ts'
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { checkJson } from '../../src/contract/json-parser.ts'
import { answerControl } from '../../src/server/control-api.ts'
import { readPlants } from '../../src/server/read-plants.ts'
import { startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { checkPlants } from '../../src/store/stored-plant.ts'
import { countTurns } from './count-turns.ts'

/** So long that a list of a few plants has several slices. */
const long = `},{"id":1,"name":"\\\\\\"]`.repeat(4000)

/** Makes the text of many plants. */
const manyPlants = (count: number): string =>
  `[${Array.from({ length: count }, (_, id) => `{"id":${id},"name":"Monstera","tag":"foliage"}`)}]`

async function describeFailure(reading: unknown): Promise<string> {
  try {
    await reading
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Failed to see a failure: there is none.')
}

test('reads what a parser of the whole list reads', async () => {
  const spaces = fc.constantFrom('', ' ', '\n\t', '\r\n  ')
  const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const name = fc.constantFrom('', 'x', '[', '"', '\\', '}],', long, `${long}\\`)
  const more = fc.constantFrom('', ',"z":[[{"id":7}],"]"]', ',"z":{"id":[]}')
  const member = fc.tuple(id, name, more, spaces)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(member, { maxLength: 8, selector: ([id]) => id }), async (members) => {
      const items = members.map(
        ([id, name, more, space]) =>
          `${space}{"id":${id},${space}"name":${JSON.stringify(name)}${more}}${space}`,
      )
      const text = ` [${items.join(',')}]\n`
      expect(await readPlants(text)).toEqual(checkPlants(parseExactJson(text), 'plants'))
    }),
    { numRuns: 50 },
  )
})

const first = `{"id":1,"name":${JSON.stringify(long)}}`

test.each([
  ['[', ''],
  ['[,', '{"id":2,"name":"x"}]'],
  [`[${first},${first.replace('1', '2')}`, ''],
  [`[${first},${first.replace('1', '2')},`, ']'],
  [`[${first},${first.replace('1', '2')},`, ' , {"id":3,"name":"x"}]'],
  [`[${first},${first.replace('1', '2')},\n\n`, '{"id":3,"name":"x"}}]'],
  [`[${first},${first.replace('1', '2')}]`, ']'],
  [`[${first},${first.replace('1', '2')},{"id":3,"name":"`, '\n"}]'],
])('says where a list is not JSON, as for a whole text: case %#', async (before, after) => {
  const text = before + after
  expect(await describeFailure(readPlants(text))).toBe(
    await describeFailure(Promise.resolve(text).then(checkJson)),
  )
})

test.each([
  [`[${first},{"id":1,"name":"x"}]`, 'plants[1] has the same id as plants[0]'],
  [
    `[${first},${first.replace('1', '2')},{"id":3},{"id":4}]`,
    'plants[2].name is missing; plants[3].name is missing',
  ],
  [manyPlants(100_001), 'a request can add at most 100000 plants; send the others in more requests'],
  [`[{"id":1,"name":"${'x'.repeat(300_000)}"}]`, 'a plant must have at most 262144 characters'],
])('refuses what cannot be stored: case %#', async (text, message) => {
  expect(await describeFailure(readPlants(text))).toBe(message)
})

describe('the control API lets others run while it reads and writes', () => {
  const plants = manyPlants(100_000)
  const store = createPlantStore()
  async function call(method: string, path: string, body: string): Promise<number> {
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    const request = { method, headers, socket: {} }
    const context = { storeFor: () => store, isIsolating: false }
    const { status } = await answerControl(
      request as Parameters<typeof answerControl>[0],
      `/__admin${path}`,
      Buffer.from(body),
      context,
    )
    return status
  }

  test.each([
    ['100,000 plants', 'PUT', '/plants', plants, 200, 14],
    ['a list that ends too early', 'POST', '/plants', plants.slice(0, -1), 400, 14],
    ['a page of large plants', 'GET', '/plants?limit=1000', '', 200, 5],
  ])('%s', async (_title, method, path, body, status, turns) => {
    if (path !== '/plants')
      await store.plants.replaceAll([1, 2, 3, 4, 5].map((id) => ({ id, name: 'x'.repeat(300_000) })))
    let answered = 0
    expect(
      await countTurns(async () => {
        answered = await call(method, path, body)
      }),
    ).toBeGreaterThanOrEqual(turns)
    expect(answered).toBe(status)
  })

  test.each([
    ['a pattern', '/requests/verify'],
    ['a fault', '/faults'],
  ])('because %s is small', async (_title, path) => {
    expect(await call('POST', path, ' '.repeat(256 * 1024 + 1))).toBe(413)
  })

  test('because a pattern has few headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '1']))
    expect(await call('POST', '/requests/search', JSON.stringify({ headers }))).toBe(400)
  })

  test('because it ignores bodies that it does not need', async () => {
    expect(await call('POST', '/reset', '['.repeat(1000))).toBe(200)
  })
})

test('a page of plants is shorter if they are too large for one answer', async () => {
  const seed = Array.from({ length: 20 }, (_, id) => ({ id, name: 'x'.repeat(1_000_000) }))
  await using server = await startServer({ port: 0, seed })
  const answer = await fetch(new URL('/__admin/plants', server.url))
  const { plants, next } = (await answer.json()) as { plants: object[]; next: number }
  expect([plants.length, next]).toEqual([16, 16])
  expect(await connectPlantStore(server.url).plants.list()).toEqual(seed)
})
