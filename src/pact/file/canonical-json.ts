/** Writes JSON so that the same content always gives the same bytes: members sorted by name, bigints as their digits. */
export const toCanonicalJson = (value: unknown): string => `${write(value, '\n')}\n`

function write(value: unknown, line: string): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${line}  `
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[]'
      : `[${inner}${value.map((item) => write(item, inner)).join(`,${inner}`)}${line}]`
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}: ${write(member, inner)}`)
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${line}}`
}
