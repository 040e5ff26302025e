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
