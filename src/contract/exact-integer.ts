/** An id as the kit holds it: a number where it is a safe integer, else a bigint. */
export type ExactInteger = number | bigint

/** Holds an integer as a number where it is a safe integer, else as a bigint, so that equal integers are the same value. */
export function toExactInteger(value: ExactInteger): ExactInteger {
  // Adding 0 makes -0 the 0 that it is equal to.
  if (typeof value === 'number') return value + 0
  const asNumber = Number(value)
  return Number.isSafeInteger(asNumber) ? asNumber : value
}

const maxDigits = 309

/**
 * Reads a JSON number literal without loss: 7e6, 7000000 and 7000000.0 are the same integer.
 *
 * A literal with a fraction never becomes an integer by rounding: it is the nearest number, or NaN where
 * that would be an integer. An integer beyond every number (1e400) is an infinity.
 */
export function parseNumberLiteral(literal: string): ExactInteger {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = whole + fraction
  let first = 0
  while (digits[first] === '0') first++
  if (first === digits.length) return 0
  let last = digits.length
  while (digits[last - 1] === '0') last--
  const trailingZeros = Number(power) - fraction.length + (digits.length - last)
  if (trailingZeros < 0) {
    const nearest = Number(literal)
    return Number.isInteger(nearest) ? Number.NaN : nearest
  }
  if (last - first + trailingZeros > maxDigits) return sign === '' ? Infinity : -Infinity
  return toExactInteger(BigInt(sign + digits.slice(first, last) + '0'.repeat(trailingZeros)))
}
