import { join } from 'node:path'
import { describeUnknownOption, OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'

/** Thrown if an option of a function about pacts is unknown or has an invalid value. */
export class PactOptionsError extends OptionsError {
  override name = 'PactOptionsError'
}

/**
 * Checks that all options are known.
 *
 * @param of words before the message, for options in an option
 *
 * @throws {PactOptionsError} that names the first one that is not
 */
export function checkKnownOptions(options: object, known: object, of = ''): void {
  const problem = describeUnknownOption(options, known)
  if (problem !== undefined) throw new PactOptionsError(`${of}${problem}`)
}

/**
 * Checks that an option is an http or https URL without credentials, since messages show it.
 *
 * @throws {PactOptionsError} if it isn't; the message doesn't repeat a URL that may have a password in it
 */
export function checkUrl(name: string, url: string | URL): void {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new PactOptionsError(
      `${name} must be an http or https URL${text.includes('@') ? '' : `, got ${text}`}`,
    )
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw new PactOptionsError(`${name} must have no user and password in it`)
}

/** The versions of Pact's format that the kit writes. */
export type PactSpecification = 'V4' | 'V3'

/** The parties of a pact, and its file. */
export interface PactOptions {
  consumer: string
  /** `plant-store` by default. */
  provider?: string
  /** The folder of the file `<consumer>-<provider>.json`; `pacts` by default. */
  dir?: string
  /** The version of Pact's format, V4 by default. */
  spec?: PactSpecification
}

/** {@link PactOptions} with all defaults filled in. */
export interface CheckedPactOptions extends Required<PactOptions> {
  file: string
}

function checkName(option: string, name: unknown): void {
  if (typeof name === 'string' && /^[^/\\\p{Cc}]+$/u.test(name)) return
  throw new PactOptionsError(
    `${option} must be a name that a file can have, without slashes, got ${describeValue(name)}`,
  )
}

/**
 * Fills in the defaults.
 *
 * @param more names of other known options
 *
 * @throws {PactOptionsError} if an option is unknown or has an invalid value
 */
export function checkPactOptions(options: PactOptions, more: object = {}): CheckedPactOptions {
  const { consumer, provider = 'plant-store', dir = 'pacts', spec = 'V4' } = options
  checkKnownOptions(options, { consumer, provider, dir, spec, ...more })
  checkName('consumer', consumer)
  checkName('provider', provider)
  if (spec !== 'V4' && spec !== 'V3') {
    throw new PactOptionsError(`spec must be V4 or V3, got ${describeValue(spec)}`)
  }
  return { consumer, provider, dir, spec, file: join(dir, `${consumer}-${provider}.json`) }
}
