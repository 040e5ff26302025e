import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Reads a file of the repository by its path. */
export type ReadFile = (path: string) => Promise<string>

/** Reads files of a folder. */
export const readFrom =
  (folder: string): ReadFile =>
  (path) =>
    readFile(join(folder, path), 'utf8')

/** Lists the files that a folder has with another content, or not at all. */
async function findStale(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const read = readFrom(folder)
  const stale: string[] = []
  for (const [path, content] of Object.entries(files))
    if ((await read(path).catch(() => undefined)) !== content) stale.push(path)
  return stale
}

/** Says which files are stale; empty if none is. */
export async function checkFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const stale = await findStale(folder, files)
  return stale.length === 0
    ? ''
    : `Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.`
}

/** Writes the files that are stale; says which. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const stale = await findStale(folder, files)
  for (const path of stale) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), files[path] ?? '')
  }
  return stale.map((path) => `Wrote ${path}`).join('\n')
}
