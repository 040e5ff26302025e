const link = /\[(.*?)\]\(.*?\)/g

/** Makes plain text of Markdown: paragraphs are one line each, and the columns of tables stay straight. */
const toText = (markdown: string): string =>
  markdown
    .replaceAll('**', '')
    .replaceAll(/^\|.*/gm, (row) => row.replaceAll(link, (whole, text: string) => text.padEnd(whole.length)))
    .replaceAll(link, '$1')
    .replaceAll(/(?<![|\n])\n(?=\w)/g, ' ')
    .trim()

/** Writes the sections of docs/specification.md as texts by their names, for reports that show what a rule cites. */
export function generateSpecification(page: string): string {
  const sections = page
    .split(/^#+ Section /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', toText(section.replace(/.*\n/, ''))])
  return `/** What docs/specification.md says: the name and the text of each section. */
export const specification: readonly (readonly [name: string, text: string])[] = ${JSON.stringify(sections, null, 2)}
`
}
