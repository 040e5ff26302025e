/** The place of a mistake in a text, and what JSON would have there. */
interface Mistake {
  at: number
  expected: string
}

/** Thrown if a text is not JSON; the message says what is wrong and at which line and column, and is the same in every runtime. */
export class JsonSyntaxError extends SyntaxError {
  override name = 'JsonSyntaxError'
  readonly at: number
  /** What JSON would have there. */
  readonly expected: string
  /** What the text has there. */
  readonly found: string

  constructor(text: string, { at, expected }: Mistake) {
    const before = text.slice(0, at)
    const column = at - before.lastIndexOf('\n')
    const [letter] = text.slice(at, at + 2)
    const found =
      letter === undefined ? 'the end' : letter === '\ufeff' ? 'a byte order mark' : JSON.stringify(letter)
    super(`expected ${expected} at line ${before.split('\n').length}, column ${column}, found ${found}`)
    this.at = at
    this.expected = expected
    this.found = found
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** A string without its second quote. */
const string = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y
const quote = /"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/** Finds the first mistake in JSON, with its own stack, so that deep nesting can't overflow the call stack. */
function findMistake(text: string): Mistake | undefined {
  let at = 0
  /** The ends of the containers that are open, the innermost one last. */
  const ends: ('}' | ']')[] = []
  let expected: 'a value' | 'a string' | '":"' | 'more' = 'a value'
  /** Whether the innermost container, or the text, can end here. */
  let canEnd = false
  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++
    const letter = text[at]
    const end = ends.at(-1)
    const isValue: boolean = expected === 'a value'
    if (canEnd && letter === end) {
      if (ends.pop() === undefined) return undefined
      at++
      expected = 'more'
    } else if (expected === 'more' && letter === ',' && end !== undefined) {
      at++
      expected = end === '}' ? 'a string' : 'a value'
      canEnd = false
    } else if (expected === '":"' && letter === ':') {
      at++
      expected = 'a value'
    } else if (isValue && (letter === '[' || letter === '{')) {
      at++
      ends.push(letter === '[' ? ']' : '}')
      if (letter === '{') expected = 'a string'
      canEnd = true
    } else if (letter === '"' && (isValue || expected === 'a string')) {
      skip(string)
      if (!skip(quote)) {
        if (text[at] !== '\\') return { at, expected: 'a valid character of a string' }
        return { at: at + 1, expected: 'an escape' }
      }
      expected = isValue ? 'more' : '":"'
      canEnd = isValue
    } else if (isValue && skip(scalar)) {
      expected = 'more'
      canEnd = true
    } else if (expected === 'more') return { at, expected: end === undefined ? 'the end' : `"," or "${end}"` }
    else return { at, expected }
  }
}

/**
 * Checks that a text is JSON.
 *
 * @throws {JsonSyntaxError} if it is not
 */
export function checkJson(text: string): void {
  const mistake = findMistake(text)
  if (mistake !== undefined) throw new JsonSyntaxError(text, mistake)
}
