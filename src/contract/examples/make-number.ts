import { type ExactInteger, toExactInteger } from '../../json/exact-integer.ts'
import { integerRanges } from '../integer-ranges.ts'
import type { ExampleRandom } from './random.ts'

type Limit = number | bigint | undefined

/** What a number has to be like; the narrowest of several limits. */
export interface NumberLimits {
  isInteger: boolean
  format: string | undefined
  minimum: Limit
  maximum: Limit
  exclusiveMinimum: Limit
  exclusiveMaximum: Limit
  multipleOf: Limit
}

const toCeiling = (value: number | bigint): bigint =>
  typeof value === 'bigint' ? value : BigInt(Math.ceil(value))
const toFloor = (value: number | bigint): bigint =>
  typeof value === 'bigint' ? value : BigInt(Math.floor(value))
const isBound = (value: Limit): value is number | bigint =>
  value !== undefined && Math.abs(Number(value)) !== Infinity
const compare = (one: bigint, other: bigint): number => Number(one - other)
const max = (...values: bigint[]): bigint => values.toSorted(compare).at(-1) ?? 0n
const min = (...values: bigint[]): bigint => values.toSorted(compare)[0] ?? 0n

/** Makes an integer, or a multiple of one; undefined if there is none. */
function makeInteger(limits: NumberLimits, random: ExampleRandom): ExactInteger | undefined {
  const { format, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = limits
  const [lowest, highest] = integerRanges[format ?? ''] ?? []
  const lows = [
    lowest,
    isBound(minimum) ? toCeiling(minimum) : undefined,
    isBound(above) ? toFloor(above) + 1n : undefined,
  ]
  const highs = [
    highest,
    isBound(maximum) ? toFloor(maximum) : undefined,
    isBound(below) ? toCeiling(below) - 1n : undefined,
  ]
  const known = (list: (bigint | undefined)[]): bigint[] => list.filter((value) => value !== undefined)
  const step = multipleOf !== undefined && Number.isInteger(Number(multipleOf)) ? BigInt(multipleOf) : 1n
  const [low, high] = [known(lows), known(highs)]
  const from = low.length > 0 ? max(...low) : undefined
  const to = high.length > 0 ? min(...high) : undefined
  // Small positive numbers are the most usual.
  const start = max(from ?? min(1n, to ?? 1n), min(1n, to ?? 1n))
  const first = ((start + step - 1n) / step) * step
  const room = to === undefined ? 1000n : (to - first) / step + 1n
  if (room <= 0n) {
    const zero = from === undefined || from <= 0n ? 0n : undefined
    return zero !== undefined && (to === undefined || to >= 0n) ? 0 : undefined
  }
  return toExactInteger(first + step * BigInt(random.below(Number(min(room, 1000n)))))
}

/** Makes a number; it may be out of the limits if none is inside. */
export function makeNumber(limits: NumberLimits, random: ExampleRandom): number | bigint {
  const { isInteger, multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  const fraction = multipleOf !== undefined && !Number.isInteger(Number(multipleOf))
  const whole = fraction ? undefined : makeInteger(limits, random)
  if (whole !== undefined) return whole
  const low = Number(exclusiveMinimum ?? minimum ?? -Infinity)
  const high = Number(exclusiveMaximum ?? maximum ?? Infinity)
  if (fraction) return Number(multipleOf) * Math.max(1, Math.ceil(low / Number(multipleOf)))
  if (isInteger) return 0
  if (low === -Infinity) return high - 0.5
  return high === Infinity ? low + 0.5 : (low + high) / 2
}
