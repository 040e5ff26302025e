import type { Fail } from '../failure.ts'
import type { FlagTable, FlagValues } from '../flags.ts'
import { readOptions } from '../options.ts'
import { verifyFlags } from './flags.ts'

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

/** Makes the options of a run on a service from the values of flags; fails without a token. */
export async function readService<Options>(
  table: FlagTable,
  flags: FlagValues<typeof serviceFlags>,
  known: object,
  fail: Fail,
): Promise<Options> {
  if ((flags.tokenCommand ?? flags.token) === undefined)
    return fail('there is no token. Pass --token or --token-command, or set PLANT_STORE_TOKEN.')
  return (await readOptions(table, flags, known, fail)) as Options
}
