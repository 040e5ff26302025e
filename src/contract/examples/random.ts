/** A source of numbers that look random, the same ones for the same seed. */
export interface Random {
  /** Returns an integer from 0 to one less than a number. */
  below(count: number): number
  /** Returns one of some values: the first one without a seed. */
  pick<Value>(values: readonly Value[]): Value | undefined
  /** A number that texts differ in; 0 without a seed. */
  readonly variant: number
}

/** Makes a source of numbers (mulberry32); without a seed, each number is 0, so that the first and simplest values are chosen. */
export function createRandom(seed: number | undefined): Random {
  let state = (seed ?? 0) >>> 0
  const below = (count: number): number => {
    if (seed === undefined || count < 2) return 0
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  return {
    below,
    pick: (values) => values[below(values.length)],
    variant: seed === undefined ? 0 : seed >>> 0,
  }
}
