import { parseNumberLiteral, toExactInteger } from '../json/exact-integer.ts'
import { mayLoseDigits, parseJson } from '../json/exact-json.ts'
import { exactMembers } from './generated/operation.ts'

/** The text of a number and the space around it; empty if a string, an object, or an array begins. */
const scalar = /[^,[\]{}"]*/y

/**
 * Makes the numbers of the members of a plant exact. It goes through the text only once, whatever is in it.
 *
 * @param plant what the text says
 */
function makeMembersExact(plant: Record<string, unknown>, text: string): void {
  let depth = 0
  /** The index at which the value of each member begins. */
  const values: Record<string, number> = {}
  // The last string of the object itself, with its quotes.
  let from = 0
  let to = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === 0x22) {
      const start = at++
      while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
      if (depth === 1) {
        from = start
        to = at + 1
      }
    } else if (letter === 0x3a && depth === 1 && text.charCodeAt(at + 1) !== 0x22) {
      const quoted = text.slice(from, to)
      const name: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      // The last of several members with a name counts, as for JSON.parse.
      if ((exactMembers as readonly string[]).includes(name)) values[name] = at + 1
    } else if (letter === 0x7b || letter === 0x5b) depth++
    else if (letter === 0x7d || letter === 0x5d) depth--
  }
  for (const [name, start] of Object.entries(values)) {
    if (typeof plant[name] !== 'number') continue
    scalar.lastIndex = start
    scalar.test(text)
    plant[name] = parseNumberLiteral(text.slice(start, scalar.lastIndex).trim())
  }
}

/**
 * A body that begins with a long id and has no other number after a colon, as most bodies with a long id do. Such an id
 * is the only member of the object, or of an object in it, that is a number.
 */
const longIdFirst = /^\{"id": ?(-?\d{16,308})[,}](?!.*:\s*[-\d])/s

/**
 * Parses JSON of a plant like `parseExactJson`, but only the members of a NewPlant that aren't plain numbers are exact, so that a body full of
 * large numbers costs no exact arithmetic.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactPlant(text: string): unknown {
  const value = parseJson(text)
  if (!mayLoseDigits(text)) return value
  if (typeof value === 'number') return parseNumberLiteral(text.trim())
  const [, id] = longIdFirst.exec(text) ?? []
  // A second id that isn't a number counts instead.
  if (id !== undefined && typeof value.id === 'number') value.id = toExactInteger(BigInt(id))
  else makeMembersExact(value, text)
  return value
}
