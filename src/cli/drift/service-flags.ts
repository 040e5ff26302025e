import type { ServiceOptions } from '../../drift/drift.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { readLimits } from '../read-limits.ts'
import { verifyFlags } from '../verify/flags.ts'
import { createTokenCommand } from '../verify/token-command.ts'

const { token, tokenCommand, limits, concurrency, requestLimit, limit, wait } = verifyFlags

/** The flags of `learn` and `diff` for the backend, which are those of `verify`. */
export const serviceFlags = { token, tokenCommand, limits, concurrency, requestLimit, limit, wait }

/** Why a command can't do what it is asked to. */
type Fail = (reason: string) => never

/** Makes the failure of a command for wrong usage. */
export const createFail =
  (verb: string): Fail =>
  (reason) => {
    throw new CommandFailure(`Failed to ${verb}: ${reason}`, exitCodes.usage)
  }

/** Converts the flags to options. */
export async function readService(
  flags: FlagValues<typeof serviceFlags>,
  fail: Fail,
): Promise<ServiceOptions> {
  const { tokenCommand: command, wait: seconds, limits: file, ...options } = flags
  const given = command === undefined ? flags.token : createTokenCommand(command)
  if (given === undefined)
    return fail('there is no token. Pass --token or --token-command, or set PLANT_STORE_TOKEN.')
  return {
    ...options,
    token: given,
    ...(seconds !== undefined && { wait: seconds * 1000 }),
    ...(file !== undefined && { limits: await readLimits(file) }),
  }
}
