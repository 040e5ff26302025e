import { type Contract, ContractError, type ContractOptions, type Direction } from './contract.ts'
import { createContract, createWarn } from './create-contract.ts'
import { createDescription } from './description.ts'
import { type Compile, type ListErrors, toListErrors } from './find-problems.ts'
import { type ResourceData, toInferred } from './resources/resource-data.ts'
import { toPlaceKey } from './schema-parts.ts'
import { walk } from './walk.ts'

/** A description that was read and compiled before, so that nobody needs ajv, the upgrader, or `eval`. */
export interface CompiledDescription {
  /** OpenAPI 3.1 without anything that gets a warning. */
  document: Readonly<Record<string, unknown>>
  /** The functions that check values, by what identifies their schema. */
  validators: Readonly<Record<Direction, Readonly<Record<string, unknown>>>>
  /** What was inferred about its resources. */
  resources: ResourceData
}

/** Nothing is known about a schema that no part of the description has. */
const acceptAll: ListErrors = () => []

/**
 * Makes a contract of a compiled description.
 *
 * @throws {ContractError} if an older version compiled it
 */
export function toCompiledContract(
  { document, validators, resources }: CompiledDescription,
  options: Omit<ContractOptions, 'resources'> = {},
): Contract {
  if (resources === undefined)
    throw new ContractError('Run plant-store compile again: an older version compiled it.')
  const description = createDescription(document)
  walk(description, { schema: (place) => description.addSchema(place), lost() {} })
  const createCompile =
    (_description: unknown, direction: Direction): Compile =>
    (place) => {
      const validate = validators[direction][toPlaceKey(place)]
      return typeof validate === 'function' ? toListErrors(validate as ListErrors) : acceptAll
    }
  return createContract(description, options, createWarn(options), createCompile, (operations, getSchema) =>
    toInferred(resources, operations, description, getSchema),
  )
}
