import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inject } from 'vitest'
import { installHangLimit } from '../tools/hang-limit.ts'
import { type ListeningProcess, type RunOptions, runProcess, startListening } from '../tools/processes.ts'

const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
const isOfTests = (name: string): boolean =>
  /^(?:npm_|PLANT_STORE_|VITEST)|^(?:INIT_CWD|NODE|NODE_ENV|NODE_OPTIONS|NODE_PATH|TEST|DEV|PROD|MODE)$/.test(
    name,
  )

/** The environment of a user, without the variables of the npm and the Vitest that run the tests. */
export const userEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfTests(name))),
  PATH: path.join(':'),
  // The cache of npm has the same content as the registry.
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

/** The environment of a user whose Node is the pinned one. */
export const pinnedEnvironment: NodeJS.ProcessEnv = {
  ...userEnvironment,
  PATH: [dirname(process.execPath), ...path].join(':'),
}

/** The Node of the machine; the tests run on the pinned one. */
export const machineNode = path.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? ''

/** A folder with only the packed package installed. */
export const userFolder: string = inject('userFolder')

/** The command of the package in that folder. */
export const bin: string = join(userFolder, 'node_modules/.bin/plant-store')

/** How a command of a user ended. */
export interface Outcome {
  code: number | null
  /** Both streams as they came, without colors. */
  output: string
}

const toOptions = ({ env, ...options }: RunOptions): RunOptions => ({
  cwd: userFolder,
  timeout: installHangLimit,
  ...options,
  env: { ...userEnvironment, ...env },
})

/** Runs a line of a shell as a user does, in the folder with the package unless the options name another one. */
export async function runAsUser(line: string, options: RunOptions = {}): Promise<Outcome> {
  const { code, stdout } = await runProcess('sh', ['-c', `{ ${line}\n} 2>&1`], toOptions(options))
  return { code, output: stripVTControlCharacters(stdout) }
}

/** Starts a fake, or another server, with a line of a shell; its first address in a line, or that of a pattern, is the URL. */
export const startAsUser = (
  line: string,
  options: RunOptions & { ready?: RegExp } = {},
): Promise<ListeningProcess> =>
  startListening('sh', ['-c', `exec ${line}`], {
    ready: /listening on (http:\S+)/,
    ...options,
    ...toOptions(options),
  })

/** Code for the arguments of `fetch`, or of a Request, that creates a plant at an address, which is code, too. */
export const toRequestCode = (address: string): string =>
  `${address}, {
    method: 'POST',
    headers: { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' },
    body: '{"id":9007199254740993,"name":"Fern"}',
  }`
