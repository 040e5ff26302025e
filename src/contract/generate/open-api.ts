import type { AnySchemaObject } from 'ajv'

/** Schemas by their names. */
export type Schemas = Record<string, AnySchemaObject>

/** A description of an interface, as far as code is made of it. */
export interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody: { content: object }
        responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>
      }
    >
  >
  components: { schemas: Schemas }
}
