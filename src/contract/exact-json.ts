import { parseNumberLiteral } from './exact-integer.ts'
import { visitJson } from './json-parser.ts'

const isDigitOrPoint = (code: number): boolean => code <= 0x39 && (code >= 0x30 || code === 0x2e)

/**
 * Finds a run of 16 digits and points, the shortest literal without an exponent that `JSON.parse` may round.
 * Every such run covers one of the positions 15, 31, 47, …, so only those are checked.
 */
export function hasLongRun(text: string): boolean {
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

/** Checks if a literal with at most 15 digits may have been rounded: its exponent made it too large to be exact, or 0. */
export const mayBeRounded = (value: number): boolean =>
  value === 0 || (Number.isInteger(value) && !Number.isSafeInteger(value))

/** Checks if `JSON.parse` may have lost digits. It does not look into nested values, but searches for exponents. */
function mayLoseDigits(text: string, value: unknown): boolean {
  if (hasLongRun(text)) return true
  const members = typeof value === 'object' && value !== null ? value : { value }
  for (const name in members) {
    const member = (members as Record<string, unknown>)[name]
    if (typeof member === 'object' && member !== null) return /\d[eE]/.test(text)
    if (typeof member === 'number' && mayBeRounded(member)) return true
  }
  return false
}

/**
 * Parses JSON like `JSON.parse`, but exactly: an integer that a number can't hold becomes a bigint.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text)
  return mayLoseDigits(text, value) ? parseSlowly(text) : value
}

/**
 * Parses JSON with `JSON.parse`, but reports the same mistakes in every runtime.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    visitJson(text)
    // Some engines refuse valid text that is deeply nested.
    return parseSlowly(text)
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
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifySlowly(member)}`).join(',')}}`
}

type Container = unknown[] | Record<string, unknown>

/** Parses JSON step by step, every integer exactly. */
function parseSlowly(text: string): unknown {
  const open: { container: Container; name: string }[] = []
  let result: unknown
  function add(value: unknown): void {
    const parent = open.at(-1)
    if (parent === undefined) result = value
    else if (Array.isArray(parent.container)) parent.container.push(value)
    // Assigning to __proto__ would change the prototype.
    else if (parent.name === '__proto__')
      Object.defineProperty(parent.container, parent.name, { ...ownMember, value })
    else parent.container[parent.name] = value
  }
  visitJson(text, {
    open: (isArray) => open.push({ container: isArray ? [] : {}, name: '' }),
    close: () => add(open.pop()?.container),
    name(json) {
      const parent = open.at(-1)
      if (parent !== undefined) parent.name = JSON.parse(json)
    },
    scalar: (json) => add(/^[-\d]/.test(json) ? parseNumberLiteral(json) : JSON.parse(json)),
  })
  return result
}

const ownMember = { configurable: true, enumerable: true, writable: true }
