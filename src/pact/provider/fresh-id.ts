import { randomBytes } from 'node:crypto'
import { createRandom } from '../../verify/random.ts'

/** How large ids are: up to int32, to what a number holds exactly, and to int64 in two steps. */
const magnitudes: readonly (readonly [from: bigint, to: bigint])[] = [
  [0n, 2n ** 31n - 1n],
  [2n ** 31n, 2n ** 53n - 1n],
  [2n ** 53n, 2n ** 62n - 1n],
  [2n ** 62n, 2n ** 63n - 1n],
]

/** The smallest id that is taken; lower ones are likely to be stored. */
const smallest = 2n ** 20n

const largest = 2n ** 63n

/**
 * Takes an id that is likely to be free and is as large as this one, so that what cannot hold that cannot hold it
 * either. It is odd, as an even one may happen to be right where it was rounded. What is no int64 stays as it is.
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
