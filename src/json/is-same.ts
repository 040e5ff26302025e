import { isContainer } from '../options/is-object.ts'

/** Returns whether two JSON values are the same; the order of members doesn't matter, and undefined ones are missing. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}
