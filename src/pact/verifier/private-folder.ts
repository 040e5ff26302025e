import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is removed at the end of the scope of `using`, or when the process ends. */
interface PrivateFolder extends Disposable {
  /** Writes a file that only this user may read, and returns its path. */
  write(name: string, text: string): string
}

/** Makes a folder for files that contain tokens. */
export function createPrivateFolder(): PrivateFolder {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-pacts-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // `process.exit` doesn't leave the scope.
  process.once('exit', remove)
  return {
    write(name, text) {
      const file = join(folder, name)
      writeFileSync(file, text, { mode: 0o600 })
      return file
    },
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}
