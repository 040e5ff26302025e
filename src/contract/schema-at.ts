import type { Path } from '../options/problems.ts'
import type { Schema } from './contract.ts'

/** Steps down a schema; undefined if a step isn't described. */
export const schemaAt = (schema: Schema | undefined, path: Path): Schema | undefined =>
  path.reduce<Schema | undefined>((found, name) => found?.at(name), schema)
