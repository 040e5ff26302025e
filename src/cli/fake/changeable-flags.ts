import type { NewPlant } from '../../contract/schemas.ts'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { Scenario } from '../../store/fault.ts'
import { storeOptions } from '../../store/option-table.ts'
import { type ChangeableOptions, fixedOptions } from '../../store/options.ts'
import { readShippedOrFile } from '../data-file.ts'
import { readLimits } from '../read-limits.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'

type ChangeableName = 'token' | (keyof ServerFlags & keyof ChangeableOptions)

const isChangeable = (name: string): boolean =>
  name === 'token' || (Object.hasOwn(storeOptions, name) && !fixedOptions.some((fixed) => fixed === name))

/** The flags that can't change while the fake runs; all others can. */
export const fixedFlags = (Object.keys(serverFlags) as (keyof ServerFlags)[]).filter(
  (name) => !isChangeable(name),
)

/**
 * Reads the options that can change while the fake runs.
 *
 * @throws {CommandFailure} if a file can't be read
 */
export async function readChangeable(
  flags: ServerFlags,
): Promise<Parameters<PlantStoreServer['configure']>[0]> {
  const entries = Object.entries(flags).filter(([name]) => isChangeable(name))
  const { token, seed, scenario, limits, ...others } = Object.fromEntries(entries) as Pick<
    ServerFlags,
    ChangeableName
  >
  return {
    ...others,
    ...(token && { tokens: token }),
    ...(seed !== undefined && { seed: (await readShippedOrFile('seeds', seed)) as NewPlant[] }),
    ...(scenario !== undefined && { scenario: (await readShippedOrFile('scenarios', scenario)) as Scenario }),
    ...(limits !== undefined && { limits: typeof limits === 'string' ? await readLimits(limits) : limits }),
  }
}
