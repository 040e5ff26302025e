import { memberExamples } from '../contract/generated/members.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { createRandom } from '../json/random.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'

/** What the data depends on. */
export interface BuildOptions {
  /** An integer, 1 by default: the same seed gives the same plants. */
  seed?: number
}

const kinds: readonly (readonly [name: string, tag: string])[] = [
  ['Monstera', 'foliage'],
  ['Boston fern', 'fern'],
  ['Aloe vera', 'succulent'],
  ['Olive tree', 'tree'],
  ['Lavender', 'herb'],
  ['Moth orchid', 'flower'],
  ['English ivy', 'climber'],
  ['Golden barrel', 'cactus'],
]

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item

/**
 * Builds plants for tests, with different ids. The members that you pass override the built ones.
 *
 * @throws {OptionsError} if the count is not an integer from 0, or the seed not an integer
 */
export function buildNewPlants(
  count: number,
  members: Partial<Omit<NewPlant, 'id'>> = {},
  { seed = 1 }: BuildOptions = {},
): NewPlant[] {
  if (!Number.isInteger(count) || count < 0) {
    throw new OptionsError(`the number of plants must be an integer from 0, got ${describeValue(count)}`)
  }
  if (!Number.isInteger(seed)) throw new OptionsError(`seed must be an integer, got ${describeValue(seed)}`)
  const random = createRandom(seed)
  // Unlikely to be the small ids that tests write themselves, and small enough for an int32.
  const first = 1_000_000 + Math.floor(random() * 1_000_000_000)
  return Array.from({ length: count }, (_, index) => {
    const [name, tag] = pick(kinds, random)
    return { id: first + index, name, tag, ...memberExamples, ...members } as NewPlant
  })
}

/**
 * Builds a plant for a test. The members that you pass override the built ones.
 *
 * @example
 * buildNewPlant({ tag: 'fern' }) // { id: 628073940, name: 'Monstera', tag: 'fern' }
 *
 * @throws {OptionsError} if the seed is not an integer
 */
export function buildNewPlant(members: Partial<NewPlant> = {}, options: BuildOptions = {}): NewPlant {
  const [plant] = buildNewPlants(1, {}, options)
  return { ...(plant as NewPlant), ...members }
}
