import type { ServiceOptions } from '../../drift/drift.ts'
import type { Fail } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { readLimits } from '../read-limits.ts'
import { appendCreated } from './append-created.ts'
import { verifyFlags } from './flags.ts'
import { createTokenCommand } from './token-command.ts'

const { token, tokenCommand, header, cert, key, ca, created, namePrefix, limits, concurrency } = verifyFlags
const { requestLimit, limit, wait } = verifyFlags

/** The flags of `learn` and `diff` for the service, which are those of `verify`. */
export const serviceFlags = {
  token,
  tokenCommand,
  header,
  cert,
  key,
  ca,
  created,
  namePrefix,
  limits,
  concurrency,
  requestLimit,
  limit,
  wait,
}

/** The note in the help of all commands that send requests to a service. */
export const noProxy = 'Requests go to the service itself, never through a proxy such as HTTP_PROXY names.'

type ServiceFlags = FlagValues<typeof serviceFlags>

/** Converts the flags for the service to options, and keeps all others. */
export async function readService<Flags extends ServiceFlags>(
  flags: Flags,
  fail: Fail,
): Promise<ServiceOptions & Omit<Flags, keyof ServiceFlags>> {
  const { token, tokenCommand, wait, limits, header, created, ...options } = flags
  const given = tokenCommand === undefined ? token : createTokenCommand(tokenCommand)
  if (given === undefined)
    return fail('there is no token. Pass --token or --token-command, or set PLANT_STORE_TOKEN.')
  return {
    ...options,
    token: given,
    ...(wait !== undefined && { wait: wait * 1000 }),
    ...(limits !== undefined && { limits: await readLimits(limits) }),
    ...(header !== undefined && { headers: header }),
    ...(created !== undefined && { onCreated: appendCreated(created, fail) }),
  } as ServiceOptions & Omit<Flags, keyof ServiceFlags>
}
