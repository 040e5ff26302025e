const countBits = (value: bigint): number => value.toString(2).replace('-', '').length

/** Returns a power of two between two values; undefined if there is none. */
function toPower(low: bigint, high: bigint): bigint | undefined {
  const bits = [countBits(low), countBits(high)] as const
  const power = 2n ** BigInt((bits[0] + bits[1] - 1) >> 1)
  if (low > 0n !== high > 0n || bits[0] === bits[1]) return undefined
  const signed = low > 0n ? power : -power
  return signed === low || signed === high ? undefined : signed
}

/** Returns a value between two: a power of two if there is one, since limits are small more often than large. */
const toMiddle = (low: bigint, high: bigint): bigint => toPower(low, high) ?? (low + high) / 2n

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
  for (let wasPower = false; (high - low) * step > 1n; ) {
    const middle = toMiddle(low, high)
    const isPower = middle === toPower(low, high)
    // A limit is a power of two more often than a value between two.
    await take(wasPower && !isPower ? low + step : middle)
    wasPower = isPower
  }
  return low
}
