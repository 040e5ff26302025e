import { expect, test } from 'vitest'
import { buildNewPlant, buildNewPlants, OptionsError, validateNewPlant } from '../../src/index.ts'

test('plants are valid, have different ids, and are the same for the same seed', () => {
  const plants = buildNewPlants(200)
  expect(plants.filter((plant) => !validateNewPlant(plant))).toEqual([])
  expect(new Set(plants.map(({ id }) => id)).size).toBe(200)
  expect(buildNewPlants(200)).toEqual(plants)
  expect(buildNewPlants(3, {}, { seed: 2 })).not.toEqual(plants.slice(0, 3))
  expect(buildNewPlants(0)).toEqual([])
})

test('members that are passed override the built ones', () => {
  expect(buildNewPlant({ id: 7, tag: 'fern' })).toEqual({ ...buildNewPlant(), id: 7, tag: 'fern' })
  expect(buildNewPlants(2, { name: 'Ivy' }).map(({ name }) => name)).toEqual(['Ivy', 'Ivy'])
})

test.each<[build: () => unknown, message: string]>([
  [() => buildNewPlants(-1), 'the number of plants must be an integer from 0, got -1'],
  [() => buildNewPlant({}, { seed: 0.5 }), 'seed must be an integer, got 0.5'],
])('options that are not valid are refused: %s', (build, message) => {
  expect(build).toThrow(OptionsError)
  expect(build).toThrow(message)
})
