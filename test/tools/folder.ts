import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary folder; leaving the scope of `using` or `await using` removes it. */
export interface Folder extends Disposable, AsyncDisposable {
  path: string
  /** The path of a file in it. */
  file(name: string): string
}

/** Makes a temporary folder with these files, whose names may have folders in them. */
export function createFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const file = (name: string) => join(path, name)
  const remove = () => rmSync(path, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(file(name)), { recursive: true })
    writeFileSync(file(name), content)
  }
  return { path, file, [Symbol.dispose]: remove, [Symbol.asyncDispose]: async () => remove() }
}
