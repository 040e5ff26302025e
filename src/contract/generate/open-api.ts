import type { AnySchemaObject } from 'ajv'

/** Schemas by their names. */
export type Schemas = Record<string, AnySchemaObject>

/** The schemas of a body, by content type. */
export type Content = Record<string, { schema?: { $ref?: string } }>

/** The part of an operation that code is generated from. */
export interface Operation {
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}

/** The part of an API description that code is generated from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}
