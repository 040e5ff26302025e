import { parseNumberLiteral } from './exact-integer.ts'
import { hasLongRun, mayBeRounded, parseJson } from './exact-json.ts'

/** Gives the place of the quote that ends a string of valid JSON. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let from = end
    while (text[from - 1] === '\\') from--
    if ((end - from) % 2 === 0) return end
  }
}

const space = /[ \t\n\r]*/y
const numberLiteral = /-?\d[\d.eE+-]*/y

function readAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
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
        const colon = end + 1 + readAt(space, text, end + 1).length
        const name = text[colon] === ':' ? JSON.parse(text.slice(at, end + 1)) : undefined
        if (names.includes(name)) {
          const value = colon + 1 + readAt(space, text, colon + 1).length
          literals.set(name, readAt(numberLiteral, text, value))
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
  for (const [name, literal] of findNumberLiterals(text, numbers)) members[name] = parseNumberLiteral(literal)
  return value
}
