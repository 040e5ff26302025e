import { isObject } from '../options/is-object.ts'

/** Writes a value of JSON as code; unlike JSON, it can have a bigint. */
export function writeValue(value: unknown, margin = '\n'): string {
  if (typeof value === 'bigint') return `${value}n`
  const inner = `${margin}  `
  const writeAll = (items: readonly string[], [open, close]: string): string =>
    items.length === 0 ? `${open}${close}` : `${open}${inner}${items.join(`,${inner}`)}${margin}${close}`
  if (Array.isArray(value))
    return writeAll(
      value.map((item) => writeValue(item, inner)),
      '[]',
    )
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => {
    const key = JSON.stringify(name)
    // Without brackets, it would be the prototype.
    return `${name === '__proto__' ? `[${key}]` : key}: ${writeValue(member, inner)}`
  })
  return writeAll(members, '{}')
}
