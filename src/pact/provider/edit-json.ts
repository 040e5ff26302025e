import { randomUUID } from 'node:crypto'

/** Marks a text in a JSON value that stands for a number which JavaScript may not hold. */
export type ToNumber = (literal: string) => string

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/**
 * Edits a JSON text as a value, but keeps the spelling of every number: 9007199254740993 and 5.0 stay the same.
 *
 * @param edit changes the value in place; `toNumber` makes a value that is written as a number with these digits
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function editJson(text: string, edit: (value: unknown, toNumber: ToNumber) => void): string {
  const mark = randomUUID()
  const toNumber: ToNumber = (literal) => `${mark}${literal}`
  // Checks the original text first, since the marks could make a wrong text valid.
  JSON.parse(text)
  const isPlain = (literal: string): boolean => literal[0] === '"' || String(Number(literal)) === literal
  const marked = text.replaceAll(token, (part) => (isPlain(part) ? part : JSON.stringify(toNumber(part))))
  const value: unknown = JSON.parse(marked)
  edit(value, toNumber)
  return JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}
