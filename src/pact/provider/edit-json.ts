import { randomUUID } from 'node:crypto'

/** Stands in a JSON value for a number that JavaScript may not hold. */
export type ToNumber = (literal: string) => string

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/**
 * Changes a JSON text as a value and leaves every number in it as it is written: 9007199254740993 and 5.0 stay so.
 *
 * @param edit changes the value in place; `toNumber` makes what becomes a number of these digits
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function editJson(text: string, edit: (value: unknown, toNumber: ToNumber) => void): string {
  const mark = randomUUID()
  const toNumber: ToNumber = (literal) => `${mark}${literal}`
  // Checked as it is, as a wrong text may become right by what is put into it.
  JSON.parse(text)
  const isPlain = (literal: string): boolean => literal[0] === '"' || String(Number(literal)) === literal
  const marked = text.replaceAll(token, (part) => (isPlain(part) ? part : JSON.stringify(toNumber(part))))
  const value: unknown = JSON.parse(marked)
  edit(value, toNumber)
  return JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}
