import type { NewPlant } from '../../contract/schemas.ts'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { Scenario } from '../../store/faults.ts'
import { readShippedOrFile } from '../data-file.ts'
import { readLimits } from '../read-limits.ts'
import { type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

type Fixed = {
  [Name in keyof ServerFlags]-?: (typeof serverFlags)[Name] extends { isFixed: true } ? Name : never
}[keyof ServerFlags]

const names = Object.keys(serverFlags) as (keyof ServerFlags)[]

/** The flags that can't change while the fake runs; all others can. */
export const fixedFlags: readonly (keyof ServerFlags)[] = names.filter(
  (name) => (serverFlags[name] as ServerFlag).isFixed,
)

/**
 * Reads the options that can change while the fake runs.
 *
 * @throws {CommandFailure} if a file can't be read
 */
export async function readChangeable(
  flags: ServerFlags,
): Promise<Parameters<PlantStoreServer['configure']>[0]> {
  const entries = Object.entries(flags).filter(([name]) => !fixedFlags.includes(name as keyof ServerFlags))
  const { token, seed, scenario, limits, ...others } = Object.fromEntries(entries) as Omit<ServerFlags, Fixed>
  return {
    ...others,
    ...(token && { tokens: token }),
    ...(seed !== undefined && { seed: (await readShippedOrFile('seeds', seed)) as NewPlant[] }),
    ...(scenario !== undefined && { scenario: (await readShippedOrFile('scenarios', scenario)) as Scenario }),
    ...(limits !== undefined && { limits: typeof limits === 'string' ? await readLimits(limits) : limits }),
  }
}
