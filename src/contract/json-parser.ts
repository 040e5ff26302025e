/** Thrown if a text is not JSON; the message says what is wrong and where, and is the same in every runtime. */
export class JsonSyntaxError extends SyntaxError {
  override name = 'JsonSyntaxError'
}

const space = /[ \n\r\t]*/y
const characters = /[ !#-[\]-\uffff]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/**
 * Checks that a text is JSON, with its own stack, so that deep nesting can't overflow the call stack.
 *
 * @throws {JsonSyntaxError} if it is not
 */
export function checkJson(text: string): void {
  /** The ends of the containers that are open. */
  const ends: string[] = []
  let at = 0
  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  function expect(isThere: boolean, expected: string): void {
    if (isThere) return
    const found =
      at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end'
    const lines = text.slice(0, at).split('\n')
    const column = (lines.at(-1) ?? '').length + 1
    throw new JsonSyntaxError(
      `expected ${expected} at line ${lines.length}, column ${column}, found ${found}`,
    )
  }
  function skipString(): void {
    expect(skip(/"/y), 'a string')
    while (skip(characters) && !skip(/"/y)) {
      expect(skip(/\\/y), 'a valid character of a string')
      expect(skip(/["\\/bfnrt]|u[\da-fA-F]{4}/y), 'an escape')
    }
  }
  function skipName(): void {
    skip(space)
    skipString()
    skip(space)
    expect(skip(/:/y), '":"')
  }
  for (;;) {
    skip(space)
    if (skip(/[[{]/y)) {
      const end = text[at - 1] === '{' ? '}' : ']'
      skip(space)
      if (text[at] !== end) {
        ends.push(end)
        if (end === '}') skipName()
        continue
      }
      at++
    } else if (text[at] === '"') skipString()
    else expect(skip(scalar), 'a value')
    for (;;) {
      skip(space)
      const end = ends.at(-1)
      if (end === undefined) {
        expect(at === text.length, 'the end')
        return
      }
      if (skip(/,/y)) {
        if (end === '}') skipName()
        break
      }
      expect(text[at] === end, `"," or "${end}"`)
      at++
      ends.pop()
    }
  }
}
