import { join } from 'node:path'
import { checkOptions, choice, type OptionTable, toDefaults } from '../options/options.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'

/** Thrown if an option of a function about pacts is unknown or has an invalid value. */
export class PactOptionsError extends OptionsError {
  override name = 'PactOptionsError'
  /** The options that the message names. */
  readonly options: readonly string[]

  constructor(message: string, options: readonly string[] = []) {
    super(message)
    this.options = options
  }
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

const checkName = (name: unknown): string | undefined =>
  typeof name === 'string' && /^[^/\\\p{Cc}]+$/u.test(name)
    ? undefined
    : `must be a valid file name without slashes, got ${describeValue(name)}`

const optionTable = {
  consumer: { isRequired: true, check: checkName },
  provider: { default: 'plant-store', check: checkName },
  dir: { default: 'pacts' },
  spec: choice('V4', 'V3'),
} satisfies OptionTable<PactOptions>

/** Checks options, and `more` known ones, and fills in the defaults; throws a {@link PactOptionsError} that names the first wrong one. */
export function checkPactOptions(options: PactOptions, more: OptionTable = {}): CheckedPactOptions {
  checkOptions(options, { ...optionTable, ...more }, PactOptionsError)
  const defaults = toDefaults(optionTable)
  const { consumer, provider = defaults.provider, dir = defaults.dir, spec = defaults.spec } = options
  return { consumer, provider, dir, spec, file: join(dir, `${consumer}-${provider}.json`) }
}
