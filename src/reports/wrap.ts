import { stripVTControlCharacters } from 'node:util'

/** Words of a shell command: an argument with quotes is one, also with what another command prints. */
const argument = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$\([^()]*\)|[^\s'"\\])+/gs

/** Breaks long arguments between single quotes into lines with quotes of their own. Spaces before a line would end the argument. */
function breakQuotes(line: string): string {
  let length = 0
  return line.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, (part) => {
    const lines = part.startsWith("'") ? part.replaceAll(/[^']{150}(?=[^'])/gu, "$&'\\\n'") : part
    const broken = part.startsWith('\\') && length > 150 ? `\\\n${lines}` : lines
    length = broken.includes('\n') ? broken.length - broken.lastIndexOf('\n') : length + broken.length
    return broken
  })
}

/** Fills lines with parts, each of which may end in spaces. */
function fill(parts: readonly string[], width: number, end: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && stripVTControlCharacters(line + part).trimEnd().length + end.length > width) {
      lines.push(line.trimEnd() + end)
      line = ''
    }
    line += part
  }
  return [...lines, line.trimEnd()]
}

/** Puts a text on lines of at most `width` characters, not counting colors. A longer word stays whole; later lines are indented by `indent` more spaces. */
export function wrapText(text: string, width: number, indent = 0): string {
  // JSON breaks after its commas too.
  const parts = text.split(/(?<= )|(?<=",)(?=")/)
  return fill(parts, width - indent, '').join(`\n${' '.repeat(indent)}`)
}

/** Breaks a shell command between its arguments, with a backslash at the end of each line, so that it can be pasted. An option stays with its value unless that would be too long for a line. A very long argument is broken, too, and nothing may be put before its lines. */
export function wrapCommand(command: string, width: number, indent = 0): string {
  const end = ' \\'
  const parts: string[] = []
  for (const word of command.match(argument) ?? []) {
    const last = parts.at(-1) ?? ''
    const isValue = /^-\S*$/.test(last) && !/^[-|]/.test(word)
    const both = `${last} ${word}`
    const size = width - indent - end.length
    if (isValue && (both.length <= size || word.length > size)) parts.splice(-1, 1, both)
    else parts.push(word)
  }
  return fill(
    parts.map((part) => `${part} `),
    width - indent,
    end,
  )
    .map(breakQuotes)
    .join(`\n${' '.repeat(indent)}`)
}
