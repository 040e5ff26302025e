import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { whileBusy } from '../http/busy-file.ts'

export interface OutFile {
  path: string
  /** The flag that named it. */
  flag: string
  fail: (reason: string) => never
}

/** Refuses a file that can't be written; returns whether it exists. */
export function checkOutFile({ path, flag, fail }: OutFile): boolean {
  if (path === '-') fail(`it can't write to standard output. Pass a file with ${flag}.`)
  const folder = dirname(path)
  if (!existsSync(folder)) fail(`there is no folder ${folder}. Pass another file with ${flag}.`)
  if (!existsSync(path)) return false
  const stats = statSync(path)
  if (stats.isDirectory()) fail(`${path} is a folder. Pass a file with ${flag}.`)
  if (!stats.isFile()) fail(`${path} isn't a regular file. Pass another file with ${flag}.`)
  return true
}

/** Writes a whole file, or leaves what is there. */
export function writeOutFile({ path, flag, fail }: OutFile, text: string): void {
  // A link stays a link.
  const target = existsSync(path) ? realpathSync(path) : path
  const draft = `${target}.tmp`
  try {
    writeFileSync(draft, text)
    whileBusy(() => renameSync(draft, target))
  } catch (error) {
    rmSync(draft, { force: true })
    fail(`${path} can't be written: ${(error as Error).message}. Pass another file with ${flag}.`)
  }
}
