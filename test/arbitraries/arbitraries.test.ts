import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invalidBody, newPlant, token } from '../../src/arbitraries/arbitraries.ts'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { createLimitsCheck, type Limits } from '../../src/contract/limits.ts'
import { createPlantStore, stringifyExactJson, validateNewPlant } from '../../src/index.ts'

const send = async (body: string, bearer = 'local-token') => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  return createPlantStore().handle({ method: 'POST', path: '/plants', headers, body })
}
const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: 300, seed: 1 })

test('a NewPlant is one, with ids that a number cannot hold and without a tag among them', async () => {
  const plants = sample(newPlant())
  expect(plants.filter((plant) => !validateNewPlant(plant))).toEqual([])
  expect(plants.some(({ id }) => typeof id === 'bigint')).toBe(true)
  expect(plants.some((plant) => !('tag' in plant))).toBe(true)
  for (const plant of plants.slice(0, 20)) {
    expect((await send(stringifyExactJson(plant))).status).toBe(200)
  }
})

test.each<Limits>([
  { id: { minimum: 1, maximum: 2147483647 }, name: { minLength: 1, maxLength: 64 } },
  { id: { minimum: 9007199254740993n } },
  { id: { enum: [1, 2, 3] }, tag: { enum: ['fern', 'tree'] } },
  { name: { pattern: '^[a-z]{2,4}-\\d+$', maxLength: 8 } },
])('a NewPlant stays within the limits %o', (limits) => {
  const check = createLimitsCheck(limits)
  expect(sample(newPlant(limits)).map(check).filter(Boolean)).toEqual([])
})

test('limits that are not valid are refused', () => {
  expect(() => newPlant({ id: { minimum: 5, maximum: 4 } })).toThrow('id has a minimum of 5 over its maximum')
})

test('a text has every character of Unicode, and a half of a pair is none', () => {
  const characters = ['\0', ' ', '~', '\u007f', '\ud7ff', '\ue000', '\uffff', '🌱', '\u{10ffff}']
  const others = ['', 'ab', '\ud800', '\udfff', 7]
  const isCharacter = (value: unknown): boolean => codePoint.canShrinkWithoutContext(value)
  expect([characters.filter(isCharacter), others.filter(isCharacter)]).toEqual([characters, []])
})

describe('a body that is not a NewPlant', () => {
  const bodies = sample(invalidBody())

  test('is refused for the reason that it names', async () => {
    for (const { body, reason } of bodies) {
      const answer = await send(body)
      expect([answer.status, JSON.parse(answer.body).message]).toEqual([400, reason])
    }
  })

  test.each([
    'id is missing',
    'name is missing',
    'id must be an integer',
    'name must be a string',
    'tag must be a string',
    'the body must be an object',
    'the body is not JSON',
  ])('can be wrong because %s', (reason) => {
    expect(bodies.some((made) => made.reason.includes(reason))).toBe(true)
  })
})

test('a token is accepted', async () => {
  for (const bearer of sample(token())) {
    expect((await send('{"id":1,"name":"Fern"}', bearer)).status).toBe(200)
  }
})
