import type { AnySchemaObject } from 'ajv'

/** Schemas by their names. */
export type Schemas = Record<string, AnySchemaObject>

/** The schema of a body, by its content type. */
interface Body {
  required?: boolean
  content?: Record<string, { schema?: { $ref?: string } }>
}

/** The part of an operation that code is generated from. */
interface Operation {
  requestBody?: Body
  responses?: Record<string, Body>
}

/** The part of an API description that code is generated from. */
export interface OpenApi {
  openapi: string
  security?: Record<string, unknown>[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Schemas
    securitySchemes?: Record<string, { type?: string; scheme?: string }>
  }
}
