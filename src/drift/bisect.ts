const countBits = (value: bigint): number => value.toString(2).replace('-', '').length

/** Returns a power of two between two values, since limits are small more often than large; undefined if there is none. */
function toPower(low: bigint, high: bigint): bigint | undefined {
  const bits = [countBits(low), countBits(high)] as const
  const power = 2n ** BigInt((bits[0] + bits[1] - 1) >> 1)
  if (low > 0n !== high > 0n || bits[0] === bits[1]) return undefined
  const signed = low > 0n ? power : -power
  return signed === low || signed === high ? undefined : signed
}

/** Returns the power of ten with as many digits as the larger of two values. */
function toTen(low: bigint, high: bigint): bigint {
  const sign = low + high < 0n ? -1n : 1n
  const largest = low * sign > high * sign ? low * sign : high * sign
  return sign * 10n ** BigInt(String(largest).length - 1)
}

/** Counts the values of a sorted list that pass; those before a value that passes do, too. */
export async function countPassing<Value>(
  values: readonly Value[],
  passes: (value: Value) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await passes(values[middle] as Value)) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds the last value that passes between one that does and one that doesn't; tries likely ones first, which are sorted. */
export async function bisect(
  good: bigint,
  bad: bigint,
  likely: readonly bigint[],
  passes: (value: bigint) => Promise<boolean>,
): Promise<bigint> {
  const step = good < bad ? 1n : -1n
  let [low, high] = [good, bad]
  const isBetween = (value: bigint): boolean => (value - low) * step > 0n && (high - value) * step > 0n
  const take = async (value: bigint): Promise<void> => {
    if (!isBetween(value)) return
    if (await passes(value)) low = value
    else high = value
  }
  const tried = likely.filter(isBetween)
  const count = await countPassing(tried, passes)
  low = tried[count - 1] ?? low
  high = tried[count] ?? high
  if (count > 0) await take(low + step)
  for (let isNear = tried.length > 0; (high - low) * step > 1n; ) {
    const power = toPower(low, high)
    if (power === undefined && isNear) {
      // A limit is likely, or a power of two or of ten, or next to one, more often than another value.
      const ten = toTen(low, high)
      for (const near of [low + step, high - step, ten, ten - step, ten + step]) await take(near)
    }
    await take(power ?? (low + high) / 2n)
    isNear = power !== undefined
  }
  return low
}
