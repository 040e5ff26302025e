import { toPointer } from '../../contract/pointer.ts'
import { checkJson } from '../../json/json-parser.ts'

export interface Line {
  depth: number
  name?: string
  /** A scalar as it was sent, or brackets. */
  text: string
  kind: 'string' | 'number' | 'word' | 'bracket'
  /** The JSON pointer of the value. */
  pointer: string
  hasComma: boolean
}

/** Strings, brackets, separators, and other scalars of valid JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

const kindOf = (text: string): Line['kind'] =>
  text.startsWith('"') ? 'string' : /^[[{]/.test(text) ? 'bracket' : /^[-\d]/.test(text) ? 'number' : 'word'

/** Breaks JSON into lines without changing a value: numbers stay as they were sent. Undefined if it isn't JSON. */
export function formatJson(text: string): Line[] | undefined {
  try {
    checkJson(text)
  } catch {
    return undefined
  }
  const lines: Line[] = []
  const open: { pointer: string; isArray: boolean; count: number }[] = []
  let name: string | undefined
  let isName = false
  for (const [token] of text.matchAll(tokens)) {
    const parent = open.at(-1)
    const last = lines.at(-1)
    if (token === ',' && last !== undefined) last.hasComma = true
    else if (/^[\]}]/.test(token)) {
      open.pop()
      if (parent?.count === 0 && last !== undefined) last.text += token
      else lines.push({ depth: open.length, text: token, kind: 'bracket', pointer: '', hasComma: false })
    } else if (isName) name = token
    else if (token !== ':') {
      const step = parent?.isArray ? parent.count : JSON.parse(name ?? '""')
      const pointer = parent === undefined ? '' : parent.pointer + toPointer(step)
      const named = name !== undefined && { name }
      lines.push({ depth: open.length, ...named, text: token, kind: kindOf(token), pointer, hasComma: false })
      name = undefined
      if (parent !== undefined) parent.count++
      if (/^[[{]/.test(token)) open.push({ pointer, isArray: token === '[', count: 0 })
    }
    isName = (token === '{' || token === ',') && open.at(-1)?.isArray === false
  }
  return lines
}

/** Indents JSON without changing a value; what isn't JSON stays as it is. */
export const indent = (text: string): string =>
  formatJson(text)
    ?.map(({ depth, name, text: value, hasComma }) => {
      const named = name === undefined ? value : `${name}: ${value}`
      return `${'  '.repeat(depth)}${named}${hasComma ? ',' : ''}`
    })
    .join('\n') ?? text
