import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pactsFolder } from './pacts-folder.ts'

/** Removes the pacts of the previous run, so that none stays that no test writes. */
export function setup(): void {
  for (const name of readdirSync(pactsFolder)) if (name.endsWith('.json')) rmSync(join(pactsFolder, name))
}
