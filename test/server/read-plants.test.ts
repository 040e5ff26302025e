import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { checkJson } from '../../src/contract/json-parser.ts'
import { readPlants } from '../../src/server/read-plants.ts'
import { checkPlants } from '../../src/store/stored-plant.ts'
import { countTurns } from './count-turns.ts'

/** So long that a list of a few plants has several slices. */
const long = `},{"id":1,"name":"\\\\\\"]`.repeat(4000)
const first = `{"id":1,"name":${JSON.stringify(long)}}`
const second = first.replace('1', '2')
const short = '{"id":3,"name":"x"}'

/** Makes the text of many plants. */
const manyPlants = (count: number): string =>
  `[${Array.from({ length: count }, (_, id) => `{"id":${id},"name":"Fern"}`)}]`

const failure = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => '',
    (error) => error.message,
  )

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

test.each(['', ' ', '{}', 'null', '"["'])('reads no list from the text %j', async (text) => {
  expect(await readPlants(text)).toBeUndefined()
})

test.each([
  '[',
  ' [ ',
  '[,',
  `[,${short}]`,
  `[${short} x]`,
  '[x]',
  `[${first},${second}`,
  `[${first},${second},]`,
  `[${first},${second}, , ${short}]`,
  `[${first},${second},\n\n${short}}]`,
  `[${first},${second}]]`,
  `[${first},${second}]\n x`,
  `[${first},${second},{"id":3,"name":"\n"}]`,
])('says where a list is not JSON, as for a whole text: case %#', async (text) => {
  expect(await failure(readPlants(text))).toBe(await failure(Promise.resolve(text).then(checkJson)))
})

const tooLarge = 'a plant must have at most 262144 characters'
/** A plant of so many characters. */
const plantOf = (length: number) => `{"id":1,"name":"${'x'.repeat(length - 18)}"}`
test.each([
  [`[${first},{"id":1,"name":"x"}]`, 'plants[1] has the same id as plants[0]'],
  [`[${first},${second},{"id":3},{"id":4}]`, 'plants[2].name is missing; plants[3].name is missing'],
  [manyPlants(100_000), ''],
  [manyPlants(100_001), 'a request can add at most 100000 plants; send the others in more requests'],
  [`[${plantOf(262_144)}]`, ''],
  [`[${plantOf(262_145)}]`, tooLarge],
  [`[${short},${plantOf(300_000)}]`, tooLarge],
])('refuses what cannot be stored: case %#', async (text, message) => {
  expect(await failure(readPlants(text))).toBe(message)
})

test.each([
  ['a list', `[${Array.from({ length: 10 }, (_, id) => `{"id":${id},"name":"${'x'.repeat(99_999)}"}`)}]`, 11],
  ['a list that ends too early', manyPlants(20_000).slice(0, -1), 5],
  ['a short list', `[${short}]`, 1],
])('lets others run after each 100,000 characters of %s', async (_what, text, turns) => {
  const counted = await countTurns(() => failure(readPlants(text)))
  expect(counted).toBeGreaterThanOrEqual(turns)
  expect(counted).toBeLessThanOrEqual(turns + 2)
})
