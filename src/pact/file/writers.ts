import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isObject } from '../../options/is-object.ts'

/** Who wrote an interaction: the test and its file, if the runner tells them, and the process that started the run. */
interface Writer {
  test?: string | undefined
  name?: string | undefined
  run: number
}

/** The writers of a pact by the identities of its interactions. */
export type Writers = ReadonlyMap<string, Writer>

/** Finds the file that keeps the writers of a pact, so that the pact needn't name them: in the cache of its project, or for temporary files. */
function findFile(pact: string): string {
  const path = resolve(pact)
  const name = `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) return join(modules, '.cache', 'plant-store-kit', name)
  }
  return join(tmpdir(), `plant-store-kit-${process.getuid?.() ?? ''}`, name)
}

/** Reads who wrote the interactions of a pact; those that are missing are from another machine, or an earlier version. */
export function readWriters(pact: string): Writers {
  try {
    const value: unknown = JSON.parse(readFileSync(findFile(pact), 'utf8'))
    return new Map(Object.entries(isObject(value) ? value : {}) as [string, Writer][])
  } catch {
    return new Map()
  }
}

/** Remembers who wrote the interactions of a pact. */
export function saveWriters(pact: string, writers: Writers): void {
  const file = findFile(pact)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(Object.fromEntries(writers)))
  } catch {
    // A pact without known writers is only cleaned less.
  }
}
