const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Writes the workflow command by which GitHub Actions annotates a run, without the end of its line. */
export const writeAnnotation = (kind: 'error' | 'warning', title: string, text: string): string =>
  `::${kind} title=${escapeProperty(title)}::${escapeData(text)}`

/** Puts text into a table or a paragraph of Markdown as it is. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&').replaceAll(/\s+/g, ' ')

/** Fences code of Markdown with more backticks than it has. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}\n${ticks}`
}
