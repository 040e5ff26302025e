// Apart from the keywords, so that a compiled contract loads without ajv.
import { isObject } from '../options/is-object.ts'

/** The largest integer of each format, and the smallest one (OpenAPI Format Registry). */
export const integerRanges: Readonly<Record<string, readonly [from: bigint, to: bigint]>> = {
  int8: [-(2n ** 7n), 2n ** 7n - 1n],
  uint8: [0n, 2n ** 8n - 1n],
  int16: [-(2n ** 15n), 2n ** 15n - 1n],
  uint16: [0n, 2n ** 16n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
}

/** Writes a value so that equal ones are the same text. */
export function toCanonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(toCanonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonical(value[name])}`).join()}}`
}

/** Reads a number as an integer and the power of ten that it is divided by. */
function toDecimal(value: number | bigint): { digits: bigint; scale: number } {
  const [, whole = '0', fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? []
  const scale = fraction.length - Number(power)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Says whether a number is a multiple of another one, exactly as their decimals say. */
export function isMultiple(value: number | bigint, of: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return true
  const [one, other] = [toDecimal(value), toDecimal(of)]
  const scale = Math.max(one.scale, other.scale)
  const toScale = ({ digits, scale: own }: { digits: bigint; scale: number }): bigint =>
    digits * 10n ** BigInt(scale - own)
  return toScale(one) % toScale(other) === 0n
}
