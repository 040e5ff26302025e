import { randomBytes } from 'node:crypto'
import type { IdLimits } from '../contract/limit-keywords.ts'
import { createRandom, type Random } from '../probes/random.ts'
import { type Ids, int64 } from '../probes/source.ts'

/** A range of ids, both ends included. */
export interface IdRange {
  from: bigint
  to: bigint
}

/** How often an id is drawn again if it was used before. */
const maxDraws = 100

/** Fewer ids than this count as few. */
const few = 2n ** 40n

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Creates a source of ids within a range and limits. They are random, whatever the seed, since the ids of earlier runs are stored, and far apart, so that even a service that rounds them distinguishes most of them. */
export function createIds(range?: IdRange, limits: IdLimits = {}): Ids {
  const random: Random = createRandom(randomBytes(4).readUInt32LE())
  const allowed = {
    from: larger(range?.from ?? int64.from, BigInt(limits.minimum ?? int64.from)),
    to: smaller(range?.to ?? int64.to, BigInt(limits.maximum ?? int64.to)),
  }
  const listed = limits.enum?.map(BigInt).filter((id) => id >= allowed.from && id <= allowed.to)
  const count = BigInt(listed?.length ?? larger(0n, allowed.to - allowed.from + 1n))
  const isNarrow =
    range !== undefined || listed !== undefined || allowed.from > 2n ** 61n || allowed.to < 2n ** 62n
  let bits = 62
  const taken = new Set<bigint>()
  /** Returns an id from anywhere in a range, since the ids of an earlier run may lie together. */
  function takeAnywhere({ from, to }: IdRange): bigint {
    const ofList = listed?.filter((id) => id >= from && id <= to)
    const draw = (): bigint =>
      ofList === undefined ? random.between(from, to) : (ofList[random.below(ofList.length)] ?? from)
    let id = draw()
    for (let left = maxDraws; taken.has(id) && left > 0; left--) id = draw()
    taken.add(id)
    return id
  }
  return {
    count,
    areFew: range !== undefined || count < few,
    allows: (id) => id >= allowed.from && id <= allowed.to && (listed?.includes(id) ?? true),
    take() {
      const from = 2n ** BigInt(bits - 1)
      return takeAnywhere(isNarrow ? allowed : { from, to: 2n * from - 1n })
    },
    takeFrom(from, to) {
      const [low, high] = [larger(from, allowed.from), smaller(to, allowed.to)]
      const isEmpty = low > high || (listed !== undefined && !listed.some((id) => id >= low && id <= high))
      if (isEmpty) return undefined
      return listed === undefined ? random.between(low, high) : takeAnywhere({ from: low, to: high })
    },
    narrow(fewer) {
      bits = fewer
    },
  }
}
