import type { Contract, ContractOptions, Schema } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'

/** Makes a contract of paths and components. */
export const toApi = (
  paths: Record<string, unknown>,
  components: Record<string, unknown> = {},
  options: ContractOptions = {},
  more: Record<string, unknown> = {},
): Contract =>
  toContract({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths, components, ...more }, options)

/** Makes a schema, which can refer to `#/components/schemas`. */
export function toSchema(
  json: unknown,
  schemas: Record<string, unknown> = {},
  direction: 'request' | 'response' = 'response',
): Schema {
  const schema = toApi({}, { schemas: { Tested: json, ...schemas } }).schemas.get('Tested')
  if (schema === undefined) throw new Error('There is no schema.')
  return schema.as(direction)
}

/** Refers to a schema of the components. */
export const toRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Documents a success with JSON. */
export const respond = (status: number, schema: object) => ({
  responses: { [status]: { description: 'OK', content: { 'application/json': { schema } } } },
})
