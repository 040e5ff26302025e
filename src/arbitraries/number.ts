import * as fc from 'fast-check'
import { type ExactInteger, toExactInteger } from '../json/exact-integer.ts'
import { failWithoutValue, type Parts, readKeyword } from './parts.ts'

type Numeric = number | bigint

const pick = (values: readonly Numeric[], isBetter: (one: Numeric, other: Numeric) => boolean) =>
  values.reduce<Numeric | undefined>(
    (best, one) => (best === undefined || isBetter(one, best) ? one : best),
    undefined,
  )
const highest = (parts: Parts, keyword: string) =>
  pick(readKeyword<Numeric>(parts, keyword), (one, other) => one > other)
const lowest = (parts: Parts, keyword: string) =>
  pick(readKeyword<Numeric>(parts, keyword), (one, other) => one < other)

const toCeiling = (value: Numeric): bigint => (typeof value === 'bigint' ? value : BigInt(Math.ceil(value)))
const toFloor = (value: Numeric): bigint => (typeof value === 'bigint' ? value : BigInt(Math.floor(value)))
const max = (...values: bigint[]): bigint => pick(values, (one, other) => one > other) as bigint
const min = (...values: bigint[]): bigint => pick(values, (one, other) => one < other) as bigint

export function createInteger(parts: Parts): fc.Arbitrary<ExactInteger> {
  const formats = readKeyword<string>(parts, 'format')
  const edge = 2n ** (formats.includes('int32') ? 31n : formats.includes('int64') ? 63n : 53n)
  const above = highest(parts, 'exclusiveMinimum')
  const below = lowest(parts, 'exclusiveMaximum')
  const from = max(
    -edge,
    toCeiling(highest(parts, 'minimum') ?? -edge),
    above === undefined ? -edge : toFloor(above) + 1n,
  )
  const to = min(
    edge - 1n,
    toFloor(lowest(parts, 'maximum') ?? edge - 1n),
    below === undefined ? edge - 1n : toCeiling(below) - 1n,
  )
  const steps = readKeyword<Numeric>(parts, 'multipleOf').filter((one) => Number.isInteger(Number(one)))
  const step = BigInt(steps[0] ?? 1)
  const first = from / step + (from > 0n && from % step !== 0n ? 1n : 0n)
  const last = to / step - (to < 0n && to % step !== 0n ? 1n : 0n)
  if (first > last) return failWithoutValue()
  const all = fc.bigInt({ min: first, max: last })
  const small = { min: max(first, 1n), max: min(last, 1000n) }
  // Small ones are what most services have.
  const isWide = small.min < small.max && (first < small.min || last > small.max)
  return (isWide ? fc.oneof(fc.bigInt(small), all) : all).map((value) => toExactInteger(value * step))
}

export function createNumber(parts: Parts): fc.Arbitrary<unknown> {
  const step = Number(readKeyword<Numeric>(parts, 'multipleOf')[0] ?? 0)
  if (Number.isInteger(step) && step > 0) return createInteger(parts)
  const [minimum, above] = [highest(parts, 'minimum'), highest(parts, 'exclusiveMinimum')].map((one) =>
    Number(one ?? -Infinity),
  )
  const [maximum, below] = [lowest(parts, 'maximum'), lowest(parts, 'exclusiveMaximum')].map((one) =>
    Number(one ?? Infinity),
  )
  const [low, high] = [Math.max(minimum ?? 0, above ?? 0), Math.min(maximum ?? 0, below ?? 0)]
  if (step > 0) {
    const digits = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0
    // Quotients such as 0.3 / 0.1 aren't exact.
    const bounds = {
      min: Math.ceil(Math.max(low, -1e6) / step - 1e-9),
      max: Math.floor(Math.min(high, low > 1e6 ? low + 1e6 : 1e6) / step + 1e-9),
    }
    if (bounds.min > bounds.max) return failWithoutValue()
    return fc.integer(bounds).map((count) => Number((count * step).toFixed(digits)))
  }
  if (low > high) return failWithoutValue()
  return (
    fc
      .double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(low > -Infinity && { min: low, minExcluded: low === above }),
        ...(high < Infinity && { max: high, maxExcluded: high === below }),
      })
      // JSON has no negative zero.
      .map((value) => value + 0)
  )
}
