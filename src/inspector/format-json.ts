import { checkJson } from '../json/json-parser.ts'

/** A line of formatted JSON. */
export interface Line {
  depth: number
  name?: string
  /** The text of a scalar, or brackets. */
  text: string
  kind: 'string' | 'number' | 'word' | 'bracket'
  /** The JSON pointer of the value. */
  pointer: string
  hasComma: boolean
}

/** Strings, brackets, separators, and other scalars of valid JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

const kindOf = (text: string): Line['kind'] =>
  text.startsWith('"') ? 'string' : /^[-\d]/.test(text) ? 'number' : 'word'

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Breaks JSON into lines without changing a value: numbers stay as they were sent.
 *
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function formatJson(text: string): Line[] {
  const lines: Line[] = []
  const open: { pointer: string; isArray: boolean; count: number }[] = []
  let name: string | undefined

  /** Returns the pointer of the next value, and sets the comma of the value before. */
  function begin(): string {
    const parent = open.at(-1)
    if (parent === undefined) return ''
    const before = lines.at(-1)
    if (parent.count > 0 && before !== undefined) before.hasComma = true
    const step = parent.isArray ? `${parent.count}` : escapePointer(JSON.parse(name ?? '""'))
    parent.count++
    return `${parent.pointer}/${step}`
  }
  function add(value: string, kind: Line['kind'], pointer: string): void {
    lines.push({
      depth: open.length,
      ...(name !== undefined && { name }),
      text: value,
      kind,
      pointer,
      hasComma: false,
    })
    name = undefined
  }
  function close(bracket: string): void {
    const { pointer = '', count = 0 } = open.pop() ?? {}
    const last = lines.at(-1)
    if (count === 0 && last !== undefined) last.text += bracket
    else add(bracket, 'bracket', pointer)
  }
  checkJson(text)
  let isName = false
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      const pointer = begin()
      add(token, 'bracket', pointer)
      open.push({ pointer, isArray: token === '[', count: 0 })
    } else if (token === '}' || token === ']') close(token)
    else if (isName) name = token
    else if (token !== ',' && token !== ':') add(token, kindOf(token), begin())
    isName = (token === '{' || token === ',') && open.at(-1)?.isArray === false
  }
  return lines
}
