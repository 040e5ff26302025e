import { createCompile } from './compile-schema.ts'
import type { AnyApi, Contract, ContractOptions, Operation } from './contract.ts'
import { createContract, createWarn } from './create-contract.ts'
import { normalize } from './normalize.ts'
import { type Inferred, inferResources } from './resources/infer-resources.ts'

/**
 * Reads a description: what can't be served as described gets a warning, and the rest is served.
 *
 * @param document a parsed description, of OpenAPI 3.1, 3.0, or Swagger 2.0; it isn't changed
 *
 * @throws {ContractError} if it isn't an OpenAPI description
 *
 * @example const contract = toContract<{ paths: paths; operations: operations }>(JSON.parse(text))
 */
export const toContract = <Api = AnyApi>(document: unknown, options: ContractOptions = {}): Contract<Api> =>
  toContractOfOwn(structuredClone(document), options)

/** The same for a document that nobody else uses: it is changed. */
export function toContractOfOwn(document: unknown, options: ContractOptions = {}): Contract {
  const warning = createWarn(options)
  const infer = (operations: readonly Operation[]): Inferred => inferResources(operations, options.resources)
  return createContract(normalize(document, warning.warn), options, warning, createCompile, infer)
}
