import { createNumbers } from '../../json/random.ts'

/** A source of numbers that look random, the same ones for the same seed. */
export interface ExampleRandom {
  /** Returns an integer from 0 to one less than a number. */
  below(count: number): number
  /** Returns one of some values: the first one without a seed. */
  pick<Value>(values: readonly Value[]): Value | undefined
  /** A number that texts differ in; 0 without a seed. */
  readonly variant: number
}

/** Makes a source of numbers; without a seed, each number is 0, so that the first and simplest values are chosen. */
export function createExampleRandom(seed: number | undefined): ExampleRandom {
  const next = createNumbers(seed ?? 0)
  const below = (count: number): number => (seed === undefined || count < 2 ? 0 : Math.floor(next() * count))
  return { below, pick: (values) => values[below(values.length)], variant: (seed ?? 0) >>> 0 }
}
