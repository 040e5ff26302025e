// Made from openapi.yaml by `npm run generate`: do not edit.
import type { components } from './types.ts'

type NewPlant = components['schemas']['NewPlant']

/** The JSON Schemas of the members of a NewPlant, without references. */
export const memberSchemas: Readonly<Record<keyof NewPlant, Readonly<Record<string, unknown>>>> = {
  "id": {
    "type": "integer",
    "format": "int64"
  },
  "name": {
    "type": "string"
  },
  "tag": {
    "type": "string"
  }
}

/** Plain values of the members of a plain plant that not just any text fits. */
export const memberExamples: Readonly<Partial<NewPlant>> = {}

/** Plain values of the optional members that only a test of these members sends. */
export const optionalExamples: Readonly<Partial<NewPlant>> = {}
