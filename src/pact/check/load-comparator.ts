import { createRequire } from 'node:module'

/** What the comparator finds: in the words of its own types, which cannot be read from here, as far as they are used. */
export interface Comparison {
  code: string
  message: string
  type: 'error' | 'warning' | 'info'
  /** Where in the pact. */
  mockDetails?: { location: string }
}

/** What is used of the comparator. */
export interface ComparatorModule {
  Comparator: new (options: { oas: unknown }) => { compare(pact: unknown): AsyncGenerator<Comparison> }
}

/**
 * Loads the comparator of OpenAPI and Pact that is installed beside the kit.
 *
 * @throws {Error} where it is not installed; the message says what to install
 */
export function loadComparator(): ComparatorModule {
  try {
    const require = createRequire(import.meta.url)
    return require('@pactflow/openapi-pact-comparator')
  } catch (error) {
    const fix =
      'the comparator could not be loaded. Run npm install --save-dev @pactflow/openapi-pact-comparator.'
    throw new Error(`Failed to check the pact: ${fix}`, { cause: error })
  }
}
