import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryOf } from '../../src/arbitraries/arbitraries.ts'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import { createMock, type NewPlant } from '../../src/index.ts'
import { matchesSchema } from '../tools/matches-schema.ts'
import { sendPlant } from '../tools/send.ts'

const newPlant = arbitraryOf<NewPlant>(plantStore().schemas.get('NewPlant')?.as('request'))

test('a NewPlant is one, with small ids, ids that a number cannot hold, and without a tag among them', async () => {
  const plants = fc.sample(newPlant, { numRuns: 600, seed: 1 })
  expect(plants.filter((plant) => !matchesSchema(plant, 'NewPlant'))).toEqual([])
  const kinds = [
    plants.filter(({ id }) => id >= 1 && id <= 1000).length > 100,
    plants.some(({ id }) => typeof id === 'bigint' && id > 2n ** 62n),
    plants.some(({ id }) => id < -(2n ** 62n)),
    plants.some((plant) => !('tag' in plant)),
    plants.some(({ name }) => /[^ -~]/.test(name)),
    plants.filter(({ name }) => /^[ -~]+$/.test(name)).length > 100,
  ]
  expect(kinds).toEqual(kinds.map(() => true))
  for (const plant of plants.slice(0, 20)) expect((await sendPlant(createMock(), plant)).status).toBe(200)
})

test.each([
  ['the next printable one', (text: string) => text < '!', '!'],
  [
    'the first one after the halves of pairs',
    (text: string) => (text.codePointAt(0) ?? 0) < 0xe000,
    '\ue000',
  ],
  ['the last of Unicode', (text: string) => (text.codePointAt(0) ?? 0) < 0x10ff00, '\u{10ff00}'],
])('a character shrinks to %s', (_what, holds, smallest) => {
  const { counterexample } = fc.check(fc.property(codePoint, holds), { numRuns: 100_000, seed: 1 })
  expect(counterexample).toEqual([smallest])
})
