import { isObject } from '../options/is-object.ts'

/** Changes the items of an array, or the values of an object; anything else stays. */
export function mapValues(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
}
