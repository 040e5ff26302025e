const countBits = (value: bigint): number => value.toString(2).replace('-', '').length

/** Returns a value between two: a power of two if one is many times the other, since limits are small more often than large. */
function toMiddle(low: bigint, high: bigint): bigint {
  const bits = [countBits(low), countBits(high)] as const
  const isFar = low > 0n === high > 0n && Math.abs(bits[0] - bits[1]) > 2
  if (!isFar) return (low + high) / 2n
  const power = 2n ** BigInt((bits[0] + bits[1]) >> 1)
  return low > 0n ? power : -power
}

/** Finds the last value that passes between one that does and one that doesn't; tries likely ones first. */
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
  for (const value of likely) {
    await take(value)
    if (low === value) await take(value + step)
  }
  while ((high - low) * step > 1n) await take(toMiddle(low, high))
  return low
}
