import type { AnySchemaObject } from 'ajv'

/** Schemas by their names. */
export type Schemas = Record<string, AnySchemaObject>

/** The schemas of a body, by content type. */
export type Content = Record<string, { schema?: { $ref?: string } }>

/** An operation, as far as code is made from it. */
export interface Operation {
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}

/** A description of an interface, as far as code is made from it. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}
