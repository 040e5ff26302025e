import type { Operation, Schema } from '../contract.ts'

/** Joins texts to one line, each as a sentence of its own: descriptions break lines anywhere. */
export const toSentences = (...texts: readonly string[]): string => texts.join('. ').replaceAll(/\s+/g, ' ')

/** Returns what a description says of a schema, and of its parts. */
export const describeAll = (schema: Schema | undefined): string =>
  toSentences(...(schema?.parts() ?? []).map(({ json }) => String(json['description'] ?? '')))

/** Returns what a description says of the 409 of an operation. */
export const describeConflict = ({ responses }: Pick<Operation, 'responses'>): string =>
  responses.all.find(({ name }) => name === '409')?.description ?? ''
