import type { Schema } from '../contract.ts'

/** Returns what a description says of a schema, one line for each of its parts. */
export const describeAll = (schema: Schema | undefined): string =>
  (schema?.parts() ?? []).map(({ json }) => String(json['description'] ?? '')).join('\n')
