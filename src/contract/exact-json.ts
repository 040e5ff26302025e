import { parseNumberLiteral } from './exact-integer.ts'
import { isContainer } from './is-object.ts'
import { checkJson } from './json-parser.ts'

const isDigitOrPoint = (code: number): boolean => code <= 0x39 && (code >= 0x30 || code === 0x2e)

/**
 * Finds a run of 16 digits and points, the shortest literal without an exponent that `JSON.parse` may round.
 * Every such run covers one of the positions 15, 31, 47, …, so only those are checked.
 */
function hasLongRun(text: string): boolean {
  for (let at = 15; at < text.length; at += 16) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue
    let from = at
    let to = at + 1
    while (isDigitOrPoint(text.charCodeAt(from - 1))) from--
    while (isDigitOrPoint(text.charCodeAt(to))) to++
    if (to - from > 15) return true
  }
  return false
}

/** Checks if `JSON.parse` may have rounded a number: only a long literal, or one with an exponent. */
const mayLoseDigits = (text: string): boolean => hasLongRun(text) || /\d[eE]/.test(text)

/**
 * Parses JSON with `JSON.parse`, but reports the same mistakes in every runtime.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    checkJson(text)
    throw error
  }
}

const literal = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Parses valid JSON with every number as the text of its literal. */
const parseLiterals = (text: string): unknown =>
  JSON.parse(text.replace(literal, (found) => (found.startsWith('"') ? found : `"${found}"`)))

/** Makes all numbers exact. */
function makeExact(value: unknown, text: string): unknown {
  const whole: Record<string, unknown> = { value }
  const open: [container: Record<string, unknown>, literals: Record<string, unknown>][] = [
    [whole, { value: parseLiterals(text) }],
  ]
  for (const [container, literals] of open) {
    for (const name of Object.keys(container)) {
      const found = container[name]
      if (isContainer(found)) open.push([found, literals[name] as Record<string, unknown>])
      else if (typeof found === 'number') container[name] = parseNumberLiteral(String(literals[name]))
    }
  }
  return whole['value']
}

/**
 * Parses JSON like `JSON.parse`, but exactly: an integer that a number can't hold becomes a bigint.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text)
  return mayLoseDigits(text) ? makeExact(value, text) : value
}

/** The text of a number and the space around it; empty if a string, an object, or an array begins. */
const scalar = /[^,[\]{}"]*/y

/**
 * Makes the numbers of named members of an object, or of the objects in an array, exact. It goes through the text only
 * once, whatever is in it.
 *
 * @param value what the text says
 */
function makeMembersExact(value: unknown, text: string, names: readonly string[]): void {
  const isList = Array.isArray(value)
  const level = isList ? 2 : 1
  let depth = 0
  let index = 0
  // The last string of an object that counts, with its quotes.
  let from = 0
  let to = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === 0x22) {
      const start = at++
      while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
      if (depth === level) {
        from = start
        to = at + 1
      }
    } else if (letter === 0x3a && depth === level && text.charCodeAt(at + 1) !== 0x22) {
      const quoted = text.slice(from, to)
      const unquoted: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      // Finding a member takes much longer with a name that was just cut out than with the same one of the list.
      const name = names[names.indexOf(unquoted)]
      if (name === undefined) continue
      const object = isList ? value[index] : value
      // The last of several members with a name counts, as for JSON.parse.
      const rounded = object[name]
      if (typeof rounded !== 'number' && typeof rounded !== 'bigint') continue
      scalar.lastIndex = at + 1
      scalar.test(text)
      object[name] = parseNumberLiteral(text.slice(at + 1, scalar.lastIndex).trim())
    } else if (letter === 0x7b || letter === 0x5b) depth++
    else if (letter === 0x7d || letter === 0x5d) depth--
    else if (letter === 0x2c && depth === 1 && isList) index++
  }
}

/**
 * Parses JSON like `parseExactJson`, but of an object, or of the objects in an array, only the named members are exact, so
 * that a body full of large numbers costs no exact arithmetic.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactMembers(text: string, names: readonly string[]): unknown {
  const value = parseJson(text)
  if (!mayLoseDigits(text)) return value
  if (typeof value === 'number') return parseNumberLiteral(text.trim())
  makeMembersExact(value, text, names)
  return value
}

/** Writes JSON like `JSON.stringify`, and a bigint as its digits. */
export function stringifyExactJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return stringifySlowly(value)
  }
}

function stringifySlowly(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => stringifySlowly(item ?? null)).join(',')}]`
  if (!isContainer(value) || 'toJSON' in value) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifySlowly(member)}`).join(',')}}`
}
