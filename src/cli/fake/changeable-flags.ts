import type { NewPlant } from '../../contract/schemas.ts'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { Scenario } from '../../store/faults.ts'
import { readShippedOrFile } from '../data-file.ts'
import { checkContradictions, readLimits } from '../read-limits.ts'
import type { ServerFlags } from './server-flags.ts'

/** The flags that can't change while the fake runs; all others can. */
export const fixedFlags = [
  'port',
  'host',
  'store',
  'storeTtl',
  'basePath',
  'journal',
  'isolate',
  'upstream',
  'tlsCert',
  'tlsKey',
  'adminToken',
  'shutdownTimeout',
  'log',
  'config',
  'watch',
  'verbose',
] as const satisfies readonly (keyof ServerFlags)[]

type ChangeableFlags = Omit<ServerFlags, (typeof fixedFlags)[number]>

/**
 * Reads the options that can change while the fake runs.
 *
 * @throws {CommandFailure} if a file can't be read
 */
export async function readChangeable(
  flags: ServerFlags,
): Promise<Parameters<PlantStoreServer['configure']>[0]> {
  const fixed: readonly string[] = fixedFlags
  const entries = Object.entries(flags).filter(([name]) => !fixed.includes(name))
  const { token, seed, scenario, limits, ...others } = Object.fromEntries(entries) as ChangeableFlags
  return {
    ...others,
    ...(token && { tokens: token }),
    ...(seed !== undefined && { seed: (await readShippedOrFile('seeds', seed)) as NewPlant[] }),
    ...(scenario !== undefined && { scenario: (await readShippedOrFile('scenarios', scenario)) as Scenario }),
    ...(limits !== undefined && {
      limits: typeof limits === 'string' ? await readLimits(limits) : checkContradictions(limits),
    }),
  }
}
