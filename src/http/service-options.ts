import { check } from '../options/check.ts'
import { type Option, required, withDefault } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { integer, type ValueSchema } from '../options/schema.ts'
import { baseAddress, token } from '../options/values.ts'

/** The most milliseconds of a run. */
const day = 86_400_000

export const serviceOptions = {
  token: required(token),
  invalidToken: token,
  requestLimit: withDefault(integer(1, 600_000), 10_000),
  limit: withDefault(integer(1, day), 120_000),
} satisfies Record<string, Option>

/** Seconds until a service is ready, as the command line takes them, and milliseconds, as code does. */
export const waitSeconds: ValueSchema & { default: number } = withDefault(integer(0, day / 1000), 0)
export const waitOption: ValueSchema & { default: number } = withDefault(integer(0, day), 0)

/** @throws {OptionsError} if both tokens are the same */
export function checkTokens(options: { token: unknown; invalidToken?: unknown }): void {
  if (options.invalidToken === options.token)
    throw new OptionsError('must not be the token', ['invalidToken'])
}

/**
 * Reads the base address of a service.
 *
 * @throws {OptionsError} if it isn't one
 */
export function readBase(url: string | URL): URL {
  check(url, baseAddress, 'the URL')
  return new URL(url)
}
