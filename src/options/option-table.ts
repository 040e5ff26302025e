import { check } from './check.ts'
import { object, type ValueSchema } from './schema.ts'

/** One option: what its value may be, and what it is if nobody sets it. */
export interface Option extends ValueSchema {
  readonly isRequired?: boolean
  readonly default?: unknown
}

export type OptionTable<Options = Record<string, unknown>> = {
  readonly [Name in keyof Required<Options>]: Option
}

export const withDefault = <Of extends ValueSchema, const Default>(
  schema: Of,
  standard: Default,
): Of & { readonly default: Default } => ({ ...schema, default: standard })

export const required = (schema: ValueSchema): Option => ({ ...schema, isRequired: true })

const toSchema = (table: OptionTable): ValueSchema =>
  object(
    table,
    Object.keys(table).filter((name) => table[name]?.isRequired),
  )

/**
 * Checks options by their table.
 *
 * @throws {OptionsError} that names the first wrong ones
 */
export const checkOptions = (options: unknown, table: OptionTable): void =>
  check(options, toSchema(table), 'the options')
