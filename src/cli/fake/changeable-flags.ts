import type { NewPlant } from '../../contract/schemas.ts'
import type { PlantStoreServer } from '../../server/start-server.ts'
import type { Scenario } from '../../store/faults.ts'
import { readShippedOrFile } from '../data-file.ts'
import { readLimits } from '../read-limits.ts'
import type { ServerFlags } from './server-flags.ts'

/** The flags that can change while the fake runs. */
export const changeableFlags = [
  'token',
  'answers',
  'onDuplicate',
  'seed',
  'scenario',
  'latency',
  'maxBody',
  'unknownMembers',
  'limits',
  'cors',
] as const satisfies readonly (keyof ServerFlags)[]

/**
 * Reads the options that can change while the fake runs.
 *
 * @throws {CommandFailure} if a file can't be read
 */
export async function readChangeable({
  token,
  answers,
  onDuplicate,
  seed,
  scenario,
  latency,
  maxBody,
  unknownMembers,
  limits,
  cors,
}: ServerFlags): Promise<Parameters<PlantStoreServer['configure']>[0]> {
  return {
    ...(token && { tokens: token }),
    ...(answers !== undefined && { answers }),
    ...(onDuplicate !== undefined && { onDuplicate }),
    ...(seed !== undefined && { seed: (await readShippedOrFile('seeds', seed)) as NewPlant[] }),
    ...(scenario !== undefined && { scenario: (await readShippedOrFile('scenarios', scenario)) as Scenario }),
    ...(latency !== undefined && { latency }),
    ...(maxBody !== undefined && { maxBody }),
    ...(unknownMembers !== undefined && { unknownMembers }),
    ...(limits !== undefined && { limits: typeof limits === 'string' ? await readLimits(limits) : limits }),
    ...(cors !== undefined && { cors }),
  }
}
