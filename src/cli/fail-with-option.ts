import { OptionsError } from '../options/options-error.ts'
import type { Path } from '../options/problems.ts'
import type { Fail } from './failure.ts'
import { toKebabCase } from './flags.ts'
import { describeMistake } from './mistake.ts'

const getAt = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], value)

/**
 * Fails with the flag of a wrong option.
 *
 * @param flagOf the flags that have other names than the options
 *
 * @throws any other error again
 */
export function failWithOption(
  error: unknown,
  fail: Fail,
  options: object,
  flagOf: Readonly<Record<string, string>> = {},
): never {
  if (!(error instanceof OptionsError)) throw error
  const { path, problem, known, message } = error
  const names = path.filter((step) => typeof step === 'string')
  const name = flagOf[names.join('.')] ?? names.at(-1)
  const mistake = { path, problem, known, got: getAt(options, path) }
  return fail(name === undefined ? message : describeMistake(mistake, `--${toKebabCase(name)}`))
}

/** Returns the flag of the token, if it isn't `--token`. */
export const tokenFlag = ({ token }: { token: unknown }): Record<string, string> =>
  typeof token === 'function' ? { token: 'tokenCommand' } : {}
