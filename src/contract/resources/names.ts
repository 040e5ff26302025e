/** Writes a name so that `roomId`, `room_id`, and `Room-ID` are the same. */
export const simplify = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** Splits a name into words: `roomId` has room and id. */
export const toWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

export function toSingular(name: string): string {
  if (/[^aeiou]ies$/i.test(name)) return name.replace(/ies$/i, 'y')
  if (/(?:ss|x|z|ch|sh)es$/i.test(name)) return name.slice(0, -2)
  return /[^s]s$/i.test(name) ? name.slice(0, -1) : name
}

/** Names one record of a resource: a booking of `rooms/bookings`. */
export const toNoun = ({ name }: { name: string }): string => toSingular(name.replace(/^.*\//, ''))

/** Finds the name that is written like one of some others, the first of them that there is. */
export function findName(names: readonly string[], wanted: readonly string[]): string | undefined {
  const bySimple = new Map(names.map((name) => [simplify(name), name]))
  return wanted.map((one) => bySimple.get(simplify(one))).find((found) => found !== undefined)
}
