/** An id: a number if it is a safe integer, otherwise a bigint. */
export type ExactInteger = number | bigint

/** Converts an integer to a number if it is safe, otherwise to a bigint, so that equal integers are the same value. */
export function toExactInteger(value: ExactInteger): ExactInteger {
  // Adding 0 turns -0 into 0.
  if (typeof value === 'number') return value + 0
  const asNumber = Number(value)
  return Number.isSafeInteger(asNumber) ? asNumber : value
}

const maxDigits = 309

/** Powers of ten up to the largest number; computing one again and again is the slowest part of reading literals. */
const powersOfTen: bigint[] = []

/**
 * Reads a JSON number literal without loss: 7e6, 7000000 and 7000000.0 are the same integer.
 *
 * A literal with a fraction is never rounded to an integer: it becomes the nearest number, or NaN if
 * that is an integer. An integer that is larger than every number (1e400) becomes an infinity.
 */
export function parseNumberLiteral(literal: string): ExactInteger {
  if (/^-?\d{1,309}$/.test(literal)) return toExactInteger(BigInt(literal))
  const [, sign = '', whole = '', fraction = '', power = 0] =
    /^(-?)(\d+)(?:\.(\d*))?(?:[eE](.+))?$/.exec(literal) ?? []
  const digits = whole + fraction
  let first = 0
  while (digits[first] === '0') first++
  let last = digits.length
  if (first === last) return 0
  while (digits[last - 1] === '0') last--
  const zeros = Number(power) + whole.length - last
  if (zeros < 0) {
    const nearest = Number(literal)
    return Number.isInteger(nearest) ? Number.NaN : nearest
  }
  if (last - first + zeros > maxDigits) return Number(`${sign}Infinity`)
  powersOfTen[zeros] ??= 10n ** BigInt(zeros)
  return toExactInteger(BigInt(sign + digits.slice(first, last)) * powersOfTen[zeros])
}
