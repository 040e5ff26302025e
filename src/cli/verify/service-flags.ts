import type { ServiceOptions } from '../../drift/drift.ts'
import type { Fail } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { readLimits } from '../read-limits.ts'
import { verifyFlags } from './flags.ts'
import { createTokenCommand } from './token-command.ts'

const { token, tokenCommand, limits, concurrency, requestLimit, limit, wait } = verifyFlags

/** The flags of `learn` and `diff` for the service, which are those of `verify`. */
export const serviceFlags = { token, tokenCommand, limits, concurrency, requestLimit, limit, wait }

type ServiceFlags = FlagValues<typeof serviceFlags>

/** Converts the flags for the service to options, and keeps all others. */
export async function readService<Flags extends ServiceFlags>(
  flags: Flags,
  fail: Fail,
): Promise<ServiceOptions & Omit<Flags, keyof ServiceFlags>> {
  const { token, tokenCommand, wait, limits, ...options } = flags
  const given = tokenCommand === undefined ? token : createTokenCommand(tokenCommand)
  if (given === undefined)
    return fail('there is no token. Pass --token or --token-command, or set PLANT_STORE_TOKEN.')
  return {
    ...options,
    token: given,
    ...(wait !== undefined && { wait: wait * 1000 }),
    ...(limits !== undefined && { limits: await readLimits(limits) }),
  } as ServiceOptions & Omit<Flags, keyof ServiceFlags>
}
