/**
 * Generates the marked parts of the docs from the code, as a part of `npm run generate`.
 * With `--check` nothing is written, and a stale page fails.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { renderPage } from './sections.ts'

for (const path of ['README.md', ...globSync('docs/*.md')]) {
  const text = readFileSync(path, 'utf8')
  const rendered = renderPage(text)
  if (rendered === text) continue
  if (process.argv.includes('--check')) {
    console.error(`Stale: ${path}. Run \`npm run generate\` and commit what it writes.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, rendered)
    console.log(`Wrote ${path}`)
  }
}
