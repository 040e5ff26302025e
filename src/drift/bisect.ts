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
  while ((high - low) * step > 1n) await take((low + high) / 2n)
  return low
}
