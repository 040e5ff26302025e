import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { isObject } from '../../options/is-object.ts'

/** Who wrote an interaction: the file of the test, if the runner tells it, and the process that started the run. */
export interface Writer {
  test?: string | undefined
  run: number
}

/** The writers of a pact by the identities of its interactions. */
export type Writers = ReadonlyMap<string, Writer>

/** Finds out who writes now. Jest and Vitest name the file of a test in the state of `expect`; Node runs each file in a process. */
export function findWriter(): Writer {
  const matchers: unknown = Reflect.get(globalThis, Symbol.for('$$jest-matchers-object'))
  const { testPath } = Object((Object(matchers) as { state?: unknown }).state) as { testPath?: unknown }
  const ofNode = process.env['NODE_TEST_CONTEXT'] === undefined ? undefined : process.argv[1]
  return {
    test: typeof testPath === 'string' ? testPath : ofNode,
    run: isMainThread ? process.ppid : process.pid,
  }
}

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
