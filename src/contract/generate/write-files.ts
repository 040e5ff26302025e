import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Reads a file of the repository by its path. */
export type ReadFile = (path: string) => string

export const readFrom =
  (folder: string): ReadFile =>
  (path) =>
    readFileSync(join(folder, path), 'utf8')

/** Lists the files that a folder has with another content, or not at all. */
const findStale = (folder: string, files: Readonly<Record<string, string>>): string[] =>
  Object.keys(files).filter((path) => {
    try {
      return readFrom(folder)(path) !== files[path]
    } catch {
      return true
    }
  })

/** Says which files are stale; empty if none is. */
export function checkGeneratedFiles(folder: string, files: Readonly<Record<string, string>>): string {
  const stale = findStale(folder, files)
  return stale.length === 0
    ? ''
    : `Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.`
}

/** Writes the files that are stale; says which. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  const stale = findStale(folder, files)
  for (const path of stale) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), files[path] ?? '')
  }
  return stale.map((path) => `Wrote ${path}`).join('\n')
}
