import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, Schema } from '../contract.ts'
import { describeConflict } from './describe-all.ts'

/** The values of properties with which a record is rejected. */
export type States = Readonly<Record<string, readonly unknown[]>>

/** What can't be done to a record isn't what it is. */
const notDone = /\b(?:can't|cannot|can not|could not|couldn't|may not|must not)\s+be\s+\w+/gi
const saysNot = /\b(?:no|not|only|neither|unless|must be|has to be|needs to be)\b|n't\b/i

/** Splits a text into sentences, and before what begins with `or its`. */
const toClauses = (text: string): string[] => text.replaceAll(notDone, '').split(/[.;]|,? or its\b/)

const namesValue = (clause: string, value: unknown): boolean =>
  new RegExp(`(?<![\\w-])${escapeRegExp(String(value)).replaceAll('_', '[_ ]')}s?(?![\\w-])`, 'i').test(
    clause,
  )

/** Lists the values of a property that a text rejects: those that it names, or in a sentence with a negation all others. */
function readRejected(text: string, values: readonly unknown[]): unknown[] {
  const rejected = toClauses(text).flatMap((clause) => {
    const named = values.filter((value) => namesValue(clause, value))
    return named.length > 0 && saysNot.test(clause) ? values.filter((value) => !named.includes(value)) : named
  })
  return rejected.length < values.length ? rejected : []
}

/** Finds the states of a record in which an operation is rejected, as the description of a 409 says, such as "The order is shipped." */
export function findRejectedStates(record: Schema, operation: Operation): States {
  const text = describeConflict(operation)
  if (text === '') return {}
  return Object.fromEntries(
    record.facts().properties.flatMap((property) => {
      const values =
        record
          .at(property)
          ?.facts()
          .values?.filter((value) => typeof value === 'string') ?? []
      const rejected = values.length > 1 ? readRejected(text, values) : []
      return rejected.length > 0 ? [[property, rejected] as const] : []
    }),
  )
}
