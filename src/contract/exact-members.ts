import { parseNumberLiteral } from './exact-integer.ts'
import { hasLongRun, mayBeRounded, parseJson } from './exact-json.ts'
import { skipSpace } from './json-parser.ts'

/** Gives the place of the quote that ends a string of valid JSON. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let from = end
    while (text[from - 1] === '\\') from--
    if ((end - from) % 2 === 0) return end
  }
}

const numberLiteral = /-?\d[\d.eE+-]*/y

function readNumber(text: string, at: number): string {
  numberLiteral.lastIndex = at
  return numberLiteral.test(text) ? text.slice(at, numberLiteral.lastIndex) : ''
}

/**
 * Finds the number literal of a member in the text of an object without nested values and escapes, if the name occurs
 * once. This covers most bodies, and is faster than going through the text.
 */
function findInFlatObject(text: string, name: string): string | undefined {
  const quoted = `"${name}"`
  const at = text.indexOf(quoted)
  const isFlat = text.indexOf('{', text.indexOf('{') + 1) < 0 && !text.includes('[') && !text.includes('\\')
  if (!isFlat || text.indexOf(quoted, at + 1) >= 0) return undefined
  const colon = skipSpace(text, at + quoted.length)
  return readNumber(text, skipSpace(text, colon + 1))
}

/** Finds the number literals of some members in the text of a valid JSON object. If a name occurs twice, the last member counts. */
function findNumberLiterals(text: string, names: readonly string[]): Map<string, string> {
  const literals = new Map<string, string>()
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x22) {
      const end = findStringEnd(text, at)
      if (depth === 1) {
        const colon = skipSpace(text, end + 1)
        const name = text[colon] === ':' ? JSON.parse(text.slice(at, end + 1)) : undefined
        if (names.includes(name)) {
          const value = skipSpace(text, colon + 1)
          literals.set(name, readNumber(text, value))
        }
      }
      at = end
    }
  }
  return literals
}

/**
 * Parses JSON like `parseExactJson`, but in an object only the named members are exact. Other numbers are not looked at,
 * so that a body full of large numbers is hardly slower than with `JSON.parse`.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactMembers(text: string, names: readonly string[]): unknown {
  const value = parseJson(text)
  if (typeof value === 'number') return parseNumberLiteral(text.trim())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = value as Record<string, unknown>
  const numbers = names.filter((name) => typeof members[name] === 'number')
  const isRounded = hasLongRun(text) || numbers.some((name) => mayBeRounded(members[name] as number))
  if (numbers.length === 0 || !isRounded) return value
  const [only = ''] = numbers
  const literal = numbers.length === 1 ? findInFlatObject(text, only) : undefined
  if (literal === undefined) {
    for (const [name, found] of findNumberLiterals(text, numbers)) members[name] = parseNumberLiteral(found)
  } else members[only] = parseNumberLiteral(literal)
  return value
}
