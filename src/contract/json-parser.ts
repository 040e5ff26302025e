/** Thrown if a text is not JSON; the message says what is wrong and where, and is the same in every runtime. */
export class JsonSyntaxError extends SyntaxError {
  override name = 'JsonSyntaxError'
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const word = /true|false|null/y
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function fail(text: string, at: number, expected: string): never {
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end'
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  throw new JsonSyntaxError(`expected ${expected} at line ${line}, column ${column}, found ${found}`)
}

/** Gives the place of the next character that is not white space. */
export function skipSpace(text: string, at: number): number {
  for (; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
  }
}

/** Returns the index after a match at an index; undefined if there is no match. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function skipString(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x22) fail(text, start, 'a string')
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code === 0x5c) at = (skip(escapeSequence, text, at) ?? fail(text, at + 1, 'an escape')) - 1
    else if (!(code >= 0x20)) fail(text, at, 'a valid character of a string')
  }
}

function skipName(text: string, start: number): number {
  const at = skipSpace(text, skipString(text, start))
  return text.charCodeAt(at) === 0x3a ? at + 1 : fail(text, at, '":"')
}

const skipScalar = (text: string, at: number): number =>
  text.charCodeAt(at) === 0x22
    ? skipString(text, at)
    : (skip(number, text, at) ?? skip(word, text, at) ?? fail(text, at, 'a value'))

/** Receives the parts of a JSON text in order: containers as they open and close, names of members, and scalars. */
export interface JsonVisitor {
  open(isArray: boolean): void
  close(): void
  /** Gets the JSON text of the name. */
  name(text: string): void
  /** Gets the JSON text of the value. */
  scalar(text: string): void
}

/**
 * Goes through a JSON text with its own stack, so that deep nesting can't overflow the call stack.
 *
 * @param visitor without it, the text is only checked
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function visitJson(text: string, visitor?: JsonVisitor): void {
  /** The codes of the open brackets and braces; the closing one has a code that is larger by 2. */
  const open: number[] = []
  let at = skipSpace(text, 0)
  function readName(): void {
    const start = at
    at = skipName(text, start)
    visitor?.name(text.slice(start, text.lastIndexOf('"', at - 1) + 1))
    at = skipSpace(text, at)
  }
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) {
      visitor?.open(code === 0x5b)
      at = skipSpace(text, at + 1)
      if (text.charCodeAt(at) !== code + 2) {
        open.push(code)
        if (code === 0x7b) readName()
        continue
      }
      at++
      visitor?.close()
    } else {
      const end = skipScalar(text, at)
      visitor?.scalar(text.slice(at, end))
      at = end
    }
    for (;;) {
      at = skipSpace(text, at)
      const parent = open.at(-1)
      if (parent === undefined) {
        if (at === text.length) return
        fail(text, at, 'the end')
      }
      if (text.charCodeAt(at) === 0x2c) {
        at = skipSpace(text, at + 1)
        if (parent === 0x7b) readName()
        break
      }
      if (text.charCodeAt(at) !== parent + 2) fail(text, at, parent === 0x5b ? '"," or "]"' : '"," or "}"')
      at++
      open.pop()
      visitor?.close()
    }
  }
}
