import { parseNumberLiteral } from './exact-integer.ts'

/** Thrown if a text is not JSON; the message says what is wrong and where, and is the same in every runtime. */
export class JsonSyntaxError extends SyntaxError {
  override name = 'JsonSyntaxError'
}

const isDigitOrPoint = (code: number): boolean => code <= 0x39 && (code >= 0x30 || code === 0x2e)

/** Finds a run of 16 digits and points. Every such run covers one of the positions 15, 31, 47, …, so only those are checked. */
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

/**
 * Tells whether `JSON.parse` may have lost digits.
 *
 * Of a literal with at most 15 digits it makes the nearest number, which differs in a way that matters only where an
 * exponent makes it too large to be exact or so small that it is 0. Where members have members, none is looked at.
 */
function mayLoseDigits(text: string, value: unknown): boolean {
  if (hasLongRun(text)) return true
  const members = typeof value === 'object' && value !== null ? value : { value }
  for (const name in members) {
    const member = (members as Record<string, unknown>)[name]
    if (typeof member === 'object' && member !== null) return /\d[eE]/.test(text)
    if (
      typeof member === 'number' &&
      (member === 0 || (Number.isInteger(member) && !Number.isSafeInteger(member)))
    ) {
      return true
    }
  }
  return false
}

/**
 * Parses JSON like `JSON.parse`, but exactly: an integer that a number can't hold becomes a bigint.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return parseSlowly(text)
  }
  return mayLoseDigits(text, value) ? parseSlowly(text) : value
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

/** Keeps its own stack, so that deep nesting can't overflow the call stack. */
function parseSlowly(text: string): unknown {
  const open: { container: Container; name: string }[] = []
  let at = 0

  function fail(expected: string): never {
    const found =
      at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end'
    const lines = text.slice(0, at).split('\n')
    const column = (lines.at(-1)?.length ?? 0) + 1
    throw new JsonSyntaxError(
      `expected ${expected} at line ${lines.length}, column ${column}, found ${found}`,
    )
  }
  function skipSpace(): void {
    while (' \t\n\r'.includes(text[at] ?? '-')) at++
  }
  function readString(): string {
    const start = at
    if (text[at] !== '"') fail('a string')
    for (at++; text[at] !== '"'; at++) {
      const code = text.charCodeAt(at)
      if (!(code >= 0x20)) fail('a valid character of a string')
      if (code === 0x5c) {
        at++
        if (text[at] === 'u' && /^[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4
        else if (!(text[at] && '"\\/bfnrt'.includes(text[at] ?? ''))) fail('an escape')
      }
    }
    at++
    return JSON.parse(text.slice(start, at))
  }
  function readName(): string {
    const name = readString()
    skipSpace()
    if (text[at] !== ':') fail('":"')
    at++
    return name
  }
  function readToken(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const [token] = pattern.exec(text) ?? []
    at += token?.length ?? 0
    return token
  }
  function readScalar(): unknown {
    if (text[at] === '"') return readString()
    const number = readToken(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y)
    if (number !== undefined) return parseNumberLiteral(number)
    const word = readToken(/true|false|null/y)
    return word === undefined ? fail('a value') : JSON.parse(word)
  }

  for (;;) {
    skipSpace()
    let value: unknown
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      const container: Container = opening === '{' ? {} : []
      at++
      skipSpace()
      if (text[at] !== (opening === '{' ? '}' : ']')) {
        open.push({ container, name: opening === '{' ? readName() : '' })
        continue
      }
      at++
      value = container
    } else value = readScalar()

    for (;;) {
      const parent = open.at(-1)
      skipSpace()
      if (parent === undefined) return at === text.length ? value : fail('the end')
      const { container, name } = parent
      if (Array.isArray(container)) container.push(value)
      else if (name === '__proto__')
        Object.defineProperty(container, name, {
          value,
          configurable: true,
          enumerable: true,
          writable: true,
        })
      else container[name] = value
      if (text[at] === ',') {
        at++
        skipSpace()
        if (!Array.isArray(container)) parent.name = readName()
        break
      }
      if (text[at] !== (Array.isArray(container) ? ']' : '}'))
        fail(Array.isArray(container) ? '"," or "]"' : '"," or "}"')
      at++
      open.pop()
      value = container
    }
  }
}
