import type { Fail } from '../failure.ts'
import type { FlagTable, FlagValues } from '../flags.ts'
import { readOptions } from '../options.ts'
import type { verifyFlags } from './flags.ts'

/** The note in the help of all commands that send requests to a service. */
export const noProxy = 'Requests go directly to the service, even if HTTP_PROXY is set.'

/** Makes the options of a run on a service from the values of flags; fails without a token. */
export async function readService<Options>(
  table: FlagTable,
  flags: FlagValues<Pick<typeof verifyFlags, 'token' | 'tokenCommand'>>,
  known: object,
  fail: Fail,
): Promise<Options> {
  if ((flags.tokenCommand ?? flags.token) === undefined)
    return fail('there is no token. Pass --token or --token-command, or set PLANT_STORE_TOKEN.')
  return (await readOptions(table, flags, known, fail)) as Options
}
