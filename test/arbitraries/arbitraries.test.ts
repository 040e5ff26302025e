import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidBody, newPlant, token } from '../../src/arbitraries/arbitraries.ts'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import type { Limits } from '../../src/contract/generated/limits.ts'
import { createLimitsCheck } from '../../src/contract/limits.ts'
import { createMock, type NewPlant, validateNewPlant } from '../../src/index.ts'
import { sendPlant } from '../tools/send.ts'

const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: 600, seed: 1 })

test('a NewPlant is one, with small ids, ids that a number cannot hold, and without a tag among them', async () => {
  const plants = sample(newPlant())
  expect(plants.filter((plant) => !validateNewPlant(plant))).toEqual([])
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

test.each<[limits: Limits, read: (plant: NewPlant) => unknown, seen: unknown[]]>([
  [{ id: { minimum: 1, maximum: 3 } }, ({ id }) => id, [1, 2, 3]],
  [{ id: { minimum: 2, maximum: 1001 } }, ({ id }) => id > 1000 || id < 2, [false, true]],
  [{ id: { minimum: 9007199254740993n } }, ({ id }) => typeof id, ['bigint']],
  [{ id: { enum: [5, 7] }, tag: { enum: ['fern', 'tree'] } }, ({ id }) => id, [5, 7]],
  [{ tag: { enum: ['fern'] } }, ({ tag }) => tag, ['fern', undefined]],
  [{ name: { minLength: 1, maxLength: 2 } }, ({ name }) => [...name].length, [1, 2]],
  [{ name: { pattern: '^[a-z]-\\d$', maxLength: 3 } }, ({ name }) => name.length, [3]],
])('a NewPlant uses and keeps the limits %o', (limits, read, seen) => {
  const plants = sample(newPlant(limits))
  expect(plants.map(createLimitsCheck(limits)).filter(Boolean)).toEqual([])
  expect(new Set(plants.map(read))).toEqual(new Set(seen))
})

test('limits that are not valid are rejected', () => {
  expect(() => newPlant({ id: { minimum: 5, maximum: 4 } })).toThrow(
    'limits.id.minimum must be at most 4, which is the maximum, got 5',
  )
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

test('a body that is not a NewPlant is rejected, for reasons of many kinds', async () => {
  const bodies = sample(invalidBody())
  const mock = createMock()
  for (const { body } of bodies) expect((await sendPlant(mock, body)).status).toBe(400)
  const reasons = [
    /^id is missing/,
    /^name is missing/,
    /^id must be an integer .* got 7\.\d+$/,
    /^id must be an integer .* got \d{19}/,
    /^id must be an integer .* got -\d{19}/,
    /^id must be an integer .* got null/,
    /^name must be a string/,
    /^tag must be a string/,
    /^the body must be an object/,
    /^the body is not JSON: .* the end$/,
  ]
  const missing = reasons.filter((pattern) => !bodies.some(({ reason }) => pattern.test(reason)))
  expect(missing).toEqual([])
})

test('a token is accepted, whatever its length', async () => {
  const tokens = sample(token())
  const mock = createMock({ onDuplicate: 'replace' })
  for (const one of tokens) expect((await sendPlant(mock, undefined, { token: one })).status).toBe(200)
  expect(new Set(tokens.map((one) => one.replace(/[^=]/g, '')))).toEqual(new Set(['', '=', '==']))
})
