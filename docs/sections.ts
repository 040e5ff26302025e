import { rules } from '../src/judge/generated/rules.ts'
import { mistakes } from '../test/verify/backends/mistakes.ts'
import { rightBackends } from '../test/verify/backends/right-backends.ts'

/** Writes a Markdown table; the first row is its head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  return [toLine(head), toLine([], '-'), ...rows.slice(1).map((row) => toLine(row))].join('\n')
}

/** The parts of pages that are generated from the code, by the name in `<!-- generated: NAME -->`. */
const sections: Readonly<Record<string, () => string>> = {
  rules: () =>
    toTable([
      ['rule', 'level', 'section', 'statement'],
      ...rules.map(({ id, level, section, statement }) => [`\`${id}\``, level, section, statement]),
    ]),
  'wrong backends': () => `${mistakes.length}`,
  'right backends': () => `${rightBackends.length}`,
}

/**
 * Generates the marked parts of a page anew: a part between marks on lines of their own is a block, any other is in a line.
 *
 * @throws {Error} if no part has the name in a mark
 */
export function renderPage(text: string): string {
  return text.replaceAll(
    /<!-- generated: ([\w ]+) -->(\n*).*?(\n*)<!-- \/generated -->/gs,
    (_part, name: string, before: string, after: string) => {
      const render = sections[name]
      if (render === undefined) throw new Error(`Failed to generate the docs: there is no part "${name}"`)
      return `<!-- generated: ${name} -->${before}${render()}${after}<!-- /generated -->`
    },
  )
}
