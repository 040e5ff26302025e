import { wrapText } from '../../src/reports/wrap.ts'

const marker = String.fromCharCode(27)
const escapeCode = new RegExp(`(${marker}\\[[\\d;]*m)`)
/** The CSS classes of the ANSI codes that the kit prints. */
const classes: Record<string, string> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
  90: 'dim',
}
const closes: Record<string, readonly string[]> = {
  0: Object.values(classes),
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'cyan', 'dim'],
}
const style = `
  rect { fill: #fbfbfa; stroke: #d5d3cd }
  text { fill: #24292f; font: 14px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; animation: show 0s both }
  .bold { font-weight: bold } .dim { fill: #6b6a66 } .red { fill: #b3261e } .green { fill: #1b6e3c }
  .yellow { fill: #8a5a00 } .cyan { fill: #0b6b7a }
  @keyframes show { from { visibility: hidden } to { visibility: visible } }
  @media (prefers-reduced-motion: reduce) { text { animation: none } }
  @media (prefers-color-scheme: dark) {
    rect { fill: #16181d; stroke: #33363d } text { fill: #e4e4e0 } .dim { fill: #9a9a94 } .red { fill: #ff8a80 }
    .green { fill: #7bd8a0 } .yellow { fill: #ffc46b } .cyan { fill: #7fd6e4 }
  }`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Draws ANSI text as a picture of a terminal, as SVG that follows the reader's light or dark mode.
 *
 * @param title what a screen reader says
 * @param columns how many characters a line has before it is broken between words
 * @param seconds when each line of the text appears
 */
export function drawTerminal(
  text: string,
  title: string,
  columns: number,
  seconds: readonly number[],
): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .flatMap((line, index) =>
      wrapText(line, columns)
        .split('\n')
        .map((part) => ({ part, delay: seconds[index] ?? 0 })),
    )
  const active = new Set<string>()
  const character = 8.43
  const rows = lines.map(({ part: line, delay }, row) => {
    let column = 0
    const runs = line.split(escapeCode).map((part) => {
      if (part.startsWith(marker)) {
        for (const code of (part.slice(2, -1) || '0').split(';')) {
          for (const name of closes[code] ?? []) active.delete(name)
          if (classes[code] !== undefined) active.add(classes[code])
        }
        return ''
      }
      if (part === '') return ''
      const x = 16 + column * character
      const width = part.length * character
      column += part.length
      const names = active.size === 0 ? '' : ` class="${[...active].join(' ')}"`
      return `<tspan x="${x.toFixed(1)}" textLength="${width.toFixed(1)}"${names}>${escapeXml(part)}</tspan>`
    })
    return `  <text y="${30 + row * 20}" style="animation-delay: ${delay.toFixed(1)}s">${runs.join('')}</text>\n`
  })
  const width = Math.ceil(columns * character + 32)
  const height = lines.length * 20 + 30
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeXml(title)}">
  <style>${style}
  </style>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows.join('')}</svg>
`
}
