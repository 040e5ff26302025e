import { serverOptions } from '../../server/option-table.ts'
import type { AnyServerOptions } from '../../server/start-server.ts'
import { storeOptions } from '../../store/option-table.ts'
import { fixedOptions } from '../../store/options.ts'
import { type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

const table: Readonly<Record<string, ServerFlag>> = serverFlags

/** Names the option that a flag sets; a key that only the configuration file has is an option. */
const toOption = (name: string): string => table[name]?.option ?? name

/** Names the flag that sets an option. */
export const toFlag = (option: string): string =>
  Object.keys(table).find((name) => toOption(name) === option) ?? option

/** Returns whether an option can change while the fake runs. */
export const isChangeable = (option: string): boolean =>
  Object.hasOwn(storeOptions, option) && !fixedOptions.some((fixed) => fixed === option)

/** The flags that can't change while the fake runs; all others can. */
export const fixedFlags = (Object.keys(serverFlags) as (keyof ServerFlags)[]).filter(
  (name) => !isChangeable(toOption(name)),
)

/**
 * Reads the options of the server that flags set, and the files that they name.
 *
 * @throws {CommandFailure} if a file can't be read
 */
export async function readOptions(
  flags: ServerFlags,
  isWanted = (option: string): boolean => Object.hasOwn(serverOptions, option),
): Promise<AnyServerOptions> {
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(flags)) {
    const option = toOption(name)
    const { load } = table[name] ?? {}
    if (value !== undefined && isWanted(option)) options[option] = load ? await load(value as never) : value
  }
  return options
}
