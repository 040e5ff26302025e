import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { ServiceOptions } from '../../drift/drift.ts'
import { tameJson } from '../../http/tame.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import type { Fail } from '../failure.ts'
import type { FlagValues } from '../flags.ts'
import { readLimits } from '../read-limits.ts'
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
export const noProxy = 'Requests go directly to the service, even if HTTP_PROXY is set.'

type ServiceFlags = FlagValues<typeof serviceFlags>

/** Checks that a file can be written, and returns a function that adds a plant to it, as one line of JSON. */
function appendCreated(path: string, fail: Fail): NonNullable<VerifyOptions['onCreated']> {
  function append(text: string): void {
    try {
      appendFileSync(path, text)
    } catch (error) {
      fail(`${path} can't be written: ${(error as Error).message}. Pass another file with --created.`)
    }
  }
  append('')
  return (plant) => append(`${tameJson(JSON.stringify(plant))}\n`)
}

/** Converts the flags for the service to options, and keeps all others. From now on, the process needs less memory for large answers. */
export async function readService<Flags extends ServiceFlags>(
  flags: Flags,
  fail: Fail,
): Promise<ServiceOptions & Omit<Flags, keyof ServiceFlags>> {
  // The part of the heap for new objects would grow to more than all that a run keeps, and saves no time.
  setFlagsFromString('--semi-space-growth-factor=1')
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
