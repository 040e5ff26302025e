/**
 * Generates the marked parts of the docs from the code, and llms.txt from the docs, as a part of `npm run generate`.
 * With `--check` nothing is written, and a stale page fails.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { listPages, renderPage } from './sections.ts'

const pages = [
  'README.md',
  ...globSync('docs/*.md')
    .map((path) => path.replaceAll('\\', '/'))
    // The package doesn't have it.
    .filter((path) => path !== 'docs/architecture.md')
    .sort(),
]
const files: (readonly [path: string, rendered: string])[] = [
  ...pages.map((path) => [path, renderPage(readFileSync(path, 'utf8'))] as const),
  ['llms.txt', listPages(pages.map((path) => [path, readFileSync(path, 'utf8')]))],
]

for (const [path, rendered] of files) {
  if (existsSync(path) && rendered === readFileSync(path, 'utf8')) continue
  if (process.argv.includes('--check')) {
    console.error(`Stale: ${path}. Run \`npm run generate\` and commit what it writes.`)
    process.exitCode = 1
  } else {
    writeFileSync(path, rendered)
    console.log(`Wrote ${path}`)
  }
}
