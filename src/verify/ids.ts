import { randomBytes } from 'node:crypto'
import { createRandom, type Random } from './random.ts'

/** A range of ids, both ends included. */
export interface IdRange {
  from: bigint
  to: bigint
}

/** Where there is reason to think that ids are not stored yet. */
export interface Ids {
  /** Takes an id that was not taken before. */
  take(): bigint
  /** Takes a random id of a range; undefined where none of it may be used. */
  takeFrom(from: bigint, to: bigint): bigint | undefined
  /** Tells whether an id may be used. */
  allows(id: bigint): boolean
  /** Takes ids that fit in so many bits from now on. */
  narrow(bits: number): void
}

const largest = 2n ** 63n - 1n
const smallest = -(2n ** 63n)

/** Ids that even a service that rounds to 53 bits tells apart, so that its mistake shows in its own rule alone. */
const widestStep = 4096n

/** How often an id is drawn again that was taken before. */
const maxDraws = 100

/** Makes a source of ids from a random start, which the seed does not repeat, as ids stay behind; within a range where one is given. */
export function createIds(range?: IdRange): Ids {
  // Ids of an earlier run with the same seed are stored.
  const random: Random = createRandom(randomBytes(4).readUInt32LE())
  const allowed = range ?? { from: smallest, to: largest }
  let bits = 62
  let next: bigint
  let step: bigint
  function start(): void {
    const from = 2n ** BigInt(bits - 1)
    step = bits > 53 ? widestStep : 1n
    // A run takes far fewer ids than the upper half has.
    next = from + random.between(0n, from / 2n)
    next -= next % step
    if (next < from) next += step
  }
  start()
  const taken = new Set<bigint>()
  /** Takes an id of anywhere in a range, as those of an earlier run may lie together. */
  function takeAnywhere({ from, to }: IdRange): bigint {
    let id = random.between(from, to)
    for (let left = maxDraws; taken.has(id) && left > 0; left--) id = random.between(from, to)
    taken.add(id)
    return id
  }
  const allows = (id: bigint): boolean => id >= allowed.from && id <= allowed.to
  return {
    allows,
    take() {
      if (range !== undefined) return takeAnywhere(range)
      const id = next
      next += step
      return id
    },
    takeFrom(from, to) {
      // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
      const low = from > allowed.from ? from : allowed.from
      // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
      const high = to < allowed.to ? to : allowed.to
      return low > high ? undefined : random.between(low, high)
    },
    narrow(fewer) {
      bits = fewer
      start()
    },
  }
}
