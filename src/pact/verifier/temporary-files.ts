import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes pacts to files, and removes them at the end of the scope of `using`. */
export function writeTemporaryFiles(texts: readonly string[]): Disposable & { files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-pacts-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // `process.exit` doesn't leave the scope.
  process.once('exit', remove)
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, text)
    return file
  })
  return {
    files,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}
