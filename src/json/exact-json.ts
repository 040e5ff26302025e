import { isContainer } from '../options/is-object.ts'
import { parseNumberLiteral } from './exact-integer.ts'
import { checkJson } from './json-parser.ts'

/** Checks if `JSON.parse` may have rounded a number: only one with an exponent, or with 16 digits and points or more. */
const mayLoseDigits = (text: string): boolean => /\d(?:[\d.]{15}|[eE])/.test(text)

/**
 * Parses JSON with `JSON.parse`, but reports the same mistakes in every runtime.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseJson(text: string): ReturnType<typeof JSON.parse> {
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

/** Parses JSON exactly; undefined if the text isn't JSON. */
export function readExactJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
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
