/** Generates the marked parts of the docs from the code, as a part of `npm run generate`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { renderPage } from './sections.ts'

for (const path of ['README.md', ...globSync('docs/*.md')]) {
  const text = readFileSync(path, 'utf8')
  const rendered = renderPage(text)
  if (rendered === text) continue
  writeFileSync(path, rendered)
  console.log(`Wrote ${path}`)
}
