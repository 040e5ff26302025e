import { randomBytes } from 'node:crypto'
import { createRandom } from '../../verify/random.ts'

/** The limits of the sizes of ids: int32, safe integers, and int64 in two steps. */
const magnitudes: readonly (readonly [from: bigint, to: bigint])[] = [
  [0n, 2n ** 31n - 1n],
  [2n ** 31n, 2n ** 53n - 1n],
  [2n ** 53n, 2n ** 62n - 1n],
  [2n ** 62n, 2n ** 63n - 1n],
]

/** The smallest id to use; lower ones are likely to be stored. */
const smallest = 2n ** 20n

const largest = 2n ** 63n

/**
 * Returns an id that is likely to be free and is of the same size as this one, so that a provider that can't hold this
 * one can't hold the other either. It is odd, since rounding may not change an even one. An id outside of int64 stays.
 */
export function takeIdLike(example: bigint): bigint {
  const size = example < 0n ? -example : example
  const [from, to] = magnitudes.find(([low, high]) => size >= low && size <= high) ??
    magnitudes[3] ?? [0n, 0n]
  if (size > largest || (size === largest && example > 0n)) return example
  const random = createRandom(randomBytes(4).readUInt32LE())
  const taken = random.between(from === 0n ? smallest : from, to) | 1n
  return example < 0n ? -taken : taken
}
