/** Thrown if a text is not JSON; the message says what is wrong and at which line and column, and is the same in every runtime. */
export class JsonSyntaxError extends SyntaxError {
  override name = 'JsonSyntaxError'
}

const space = /[ \n\r\t]*/y
/** A string without its second quote. */
const string = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y
const quote = /"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

type State = 'a value' | 'a string' | '":"' | 'more'

/** The place of a mistake in a text, and what JSON would have there. */
interface Mistake {
  at: number
  expected: string
}

/**
 * Finds the first mistake in JSON, with its own stack, so that deep nesting can't overflow the call stack.
 *
 * @param at the index at which a value begins
 * @param ends the ends of the containers that are open there, the innermost one last
 */
export function findMistake(text: string, at = 0, ends: ('}' | ']')[] = []): Mistake | undefined {
  let state: State = 'a value'
  let isOpening = false
  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  for (;;) {
    skip(space)
    const letter = text[at]
    const end = ends.at(-1)
    const next: string = state === '":"' ? ':' : state === 'more' && end !== undefined ? ',' : ''
    if (letter === end && (isOpening || state === 'more')) {
      if (end === undefined) return undefined
      ends.pop()
      at++
      state = 'more'
    } else if (letter === next) {
      at++
      state = next === ',' && end === '}' ? 'a string' : 'a value'
    } else if (state === 'a value' && (letter === '[' || letter === '{')) {
      at++
      ends.push(letter === '[' ? ']' : '}')
      state = letter === '[' ? 'a value' : 'a string'
      isOpening = true
      continue
    } else if (letter === '"' && state.startsWith('a ')) {
      skip(string)
      if (!skip(quote)) {
        if (text[at] !== '\\') return { at, expected: 'a valid character of a string' }
        return { at: at + 1, expected: 'an escape' }
      }
      state = state === 'a value' ? 'more' : '":"'
    } else if (state === 'a value' && skip(scalar)) state = 'more'
    else return { at, expected: state !== 'more' ? state : end === undefined ? 'the end' : `"," or "${end}"` }
    isOpening = false
  }
}

/** Describes a mistake in one line. */
export function describeMistake(text: string, { at, expected }: Mistake): string {
  let line = 1
  let start = 0
  for (;;) {
    const after = text.indexOf('\n', start) + 1
    if (after === 0 || after > at) break
    line++
    start = after
  }
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end'
  return `expected ${expected} at line ${line}, column ${at - start + 1}, found ${found}`
}

/**
 * Checks that a text is JSON.
 *
 * @throws {JsonSyntaxError} if it is not
 */
export function checkJson(text: string): void {
  const mistake = findMistake(text)
  if (mistake !== undefined) throw new JsonSyntaxError(describeMistake(text, mistake))
}
