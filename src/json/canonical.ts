import { isObject } from '../options/is-object.ts'

/** Writes a value so that equal ones are the same text. */
export function toCanonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(toCanonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonical(value[name])}`).join()}}`
}
