import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pactsFolder } from './pacts-folder.ts'

/** Removes the pacts of the run before, so that nothing stays in them which no test says any more. */
export function setup(): void {
  for (const name of readdirSync(pactsFolder)) if (name.endsWith('.json')) rmSync(join(pactsFolder, name))
}
