import { getAt, setAt } from '../json/at-path.ts'
import { OptionsError } from '../options/options-error.ts'
import type { Fail } from './failure.ts'
import { type FlagTable, toKebabCase } from './flags.ts'
import { describeMistake } from './mistake.ts'

/** Names the option that a flag sets; what is no flag is an option itself. */
export const toOption = (table: FlagTable, name: string): string => table[name]?.option ?? name

/** Names the flag that sets an option, the last one of several that are given; without one, the option itself. */
export function toFlag(table: FlagTable, option: string, given: object = {}): string {
  const names = Object.keys(table).filter((name) => toOption(table, name) === option)
  return names.findLast((name) => name in given) ?? names[0] ?? option
}

/**
 * Makes options from the values of flags, and from those that have no flag. Keys that `known` does not have are left out.
 *
 * @throws {CommandFailure} if a file that a flag names can't be used
 */
export async function readOptions(
  table: FlagTable,
  flags: object,
  known: object,
  fail: Fail,
): Promise<object> {
  let options: unknown = {}
  // Of two flags for one option, the later one in the table overrides the other.
  for (const name of new Set([...Object.keys(table), ...Object.keys(flags)])) {
    const value = flags[name as keyof typeof flags] as unknown
    const path = toOption(table, name).split('.')
    const load = table[name]?.load ?? ((given: unknown) => given)
    if (value !== undefined && Object.hasOwn(known, path[0] as string))
      options = setAt(options, path, await load(value, fail))
  }
  return options as object
}

/**
 * Fails with the flag of a wrong option.
 *
 * @param flags the values of the flags
 *
 * @throws any other error again
 */
export function failWithOption(error: unknown, fail: Fail, table: FlagTable, flags: object): never {
  if (!(error instanceof OptionsError)) throw error
  const { path, problem, known, message } = error
  const names = path.filter((step) => typeof step === 'string')
  const option = names.join('.')
  const flag = toFlag(table, option, flags)
  const name = flag === option ? names.at(-1) : flag
  const mistake = { path, problem, known, got: getAt(flags, path) }
  return fail(name === undefined ? message : describeMistake(mistake, `--${toKebabCase(name)}`))
}
