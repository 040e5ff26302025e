import { join } from 'node:path'
import { describeValue } from '../contract/problems.ts'
import { PactOptionsError } from './pact-options-error.ts'

/** The versions of Pact's format that are written. */
export type PactSpecification = 'V4' | 'V3'

/** Whose pact it is and where it goes. */
export interface PactOptions {
  consumer: string
  /** `plant-store` by default. */
  provider?: string
  /** The folder of the file, which is called `<consumer>-<provider>.json`; `pacts` by default. */
  dir?: string
  /** The version of Pact's format, V4 by default. */
  spec?: PactSpecification
}

/** What is wanted of {@link PactOptions}, nothing left out. */
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
 * Fills in what was left out.
 *
 * @throws {PactOptionsError} where an option has a value that it cannot have
 */
export function checkPactOptions({
  consumer,
  provider = 'plant-store',
  dir = 'pacts',
  spec = 'V4',
}: PactOptions): CheckedPactOptions {
  checkName('consumer', consumer)
  checkName('provider', provider)
  if (spec !== 'V4' && spec !== 'V3') {
    throw new PactOptionsError(`spec must be V4 or V3, got ${describeValue(spec)}`)
  }
  return { consumer, provider, dir, spec, file: join(dir, `${consumer}-${provider}.json`) }
}
