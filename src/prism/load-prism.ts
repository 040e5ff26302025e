import { createRequire } from 'node:module'
import { loadPeer } from '../contract/load-peer.ts'

/** The part of a finding of Prism that the kit uses. */
export interface Diagnostic {
  message: string
  /** 0 is an error, 1 a warning. */
  severity: number
  /** The keyword of JSON Schema, or the status that a failed check of credentials asks for. */
  code?: string | number
  /** The path of the member, starting with `body`. */
  path?: string[]
}

interface PrismRequest {
  method: string
  url: { path: string; query: Record<string, string> }
  headers: Record<string, string>
  body: unknown
}

export interface PrismResponse {
  statusCode: number
  headers: Record<string, string>
  body: unknown
}

type Either<Right> = { _tag: 'Left'; left: Error } | { _tag: 'Right'; right: Right }
type Forward = (input: { validations: Diagnostic[] }) => () => () => Promise<Either<PrismResponse>>
interface Instance {
  request(
    request: PrismRequest,
    operations: unknown[],
  ): () => Promise<Either<{ validations: { input: Diagnostic[]; output: Diagnostic[] } }>>
}

export interface Prism {
  createInstance(config: object, components: { logger: object; forward: Forward }): Instance
  getHttpOperationsFromSpec(document: object): Promise<unknown[]>
}

/** A logger for Prism that writes nothing, at whatever level. */
export const silentLogger: object = new Proxy(
  {},
  { get: (_levels, name) => (name === 'child' ? () => silentLogger : () => {}) },
)

/** Loads the Prism that is installed with the kit; its parts are dependencies of its command line. */
export const loadPrism = (): Prism =>
  loadPeer({ what: 'start the proxy', name: 'Prism', peer: '@stoplight/prism-cli' }, (require) =>
    createRequire(require.resolve('@stoplight/prism-cli/package.json'))('@stoplight/prism-http'),
  )
