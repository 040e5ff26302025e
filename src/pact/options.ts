import { join } from 'node:path'
import { checkOptions, type OptionTable, required } from '../options/option-table.ts'
import { oneOf, type Schema, string } from '../options/schema.ts'
import { fileName } from '../options/values.ts'

/** The versions of Pact's format that the kit writes. */
export type PactSpecification = 'V4' | 'V3'

/** The parties of a pact, and its file. */
export interface PactOptions {
  /** The name of the consumer. */
  consumer: string
  /** The name of the service; `plant-store` by default. */
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

/** What the options of a pact may be. */
export const pactOptions = {
  consumer: required(fileName),
  provider: fileName,
  dir: string,
  spec: oneOf('V4', 'V3'),
} satisfies OptionTable<PactOptions>

/** Checks options, and `more` known ones, and fills in the defaults; throws an {@link OptionsError} that names the first wrong ones. */
export function checkPactOptions(
  options: PactOptions,
  more: Readonly<Record<string, Schema>> = {},
): CheckedPactOptions {
  checkOptions(options, { ...pactOptions, ...more })
  const { consumer, provider = 'plant-store', dir = 'pacts', spec = 'V4' } = options
  return { consumer, provider, dir, spec, file: join(dir, `${consumer}-${provider}.json`) }
}
