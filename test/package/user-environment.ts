import { existsSync } from 'node:fs'
import { join } from 'node:path'

const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
const isOfTests = (name: string): boolean =>
  /^(?:npm_|PLANT_STORE_|VITEST)|^(?:INIT_CWD|NODE|NODE_ENV|NODE_OPTIONS|NODE_PATH|TEST|DEV|PROD|MODE)$/.test(
    name,
  )

/** The environment of a user, without the variables of the npm and the Vitest that run the tests. */
export const userEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfTests(name))),
  PATH: path.join(':'),
}

function findMachineNode(): string {
  const found = path.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
  if (found === undefined) throw new Error('this machine has no Node of its own on its PATH')
  return found
}

/** The Node of the machine; the tests run on the pinned one. */
export const machineNode: string = findMachineNode()
