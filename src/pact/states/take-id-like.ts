import { randomBytes } from 'node:crypto'
import { createRandom } from '../../probes/random.ts'

/** Returns an id that is likely to be free and as hard to store exactly as this one: of the same size, and odd, since rounding may not change an even one. Returns an id outside of int64 unchanged. */
export function takeIdLike(example: bigint): bigint {
  if (BigInt.asIntN(64, example) !== example) return example
  const size = example < 0n ? -example : example
  const bits = BigInt(Math.min(size.toString(2).length, 63))
  // The lowest ids are likely to be stored, and all of int32 are alike.
  const [from, to] = bits < 32n ? [2n ** 20n, 2n ** 31n] : [2n ** (bits - 1n), 2n ** bits]
  const taken = createRandom(randomBytes(4).readUInt32LE()).between(from, to - 1n) | 1n
  return example < 0n ? -taken : taken
}
