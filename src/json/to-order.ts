/** Returns numbers, and times in milliseconds, so that they can be compared; undefined for anything else. */
export function toOrder(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
