import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is gone after the scope of `using`, and where the process ends before. */
interface PrivateFolder extends Disposable {
  /** Writes a file that nobody else may read, and gives its path. */
  write(name: string, text: string): string
}

/** Makes a folder for what holds tokens. */
export function createPrivateFolder(): PrivateFolder {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-pacts-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // Who ends the process leaves no scope.
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
