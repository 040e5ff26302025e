import type { Operation, Schema, SortOrder } from '../contract.ts'
import { toSentences } from './describe-all.ts'
import { findName } from './names.ts'

/** Reads what asks for an order, such as `name`, `-name`, or `name:desc`; undefined if it names no property. */
export function readOrder(value: unknown, record: Schema): SortOrder | undefined {
  const [, dash, name = '', direction = ''] =
    /^([-+]?)(\w+?)(?:[ :_.,](asc|desc)\w*)?$/i.exec(String(value)) ?? []
  const property = findName(record.facts().possible, [name])
  // The order of what is listed in an enum is the service's own.
  if (property === undefined || record.at(property)?.facts().values !== undefined) return undefined
  return { property, isDown: dash === '-' || /^desc/i.test(direction) }
}

/** Finds the order of a list without parameters, as its description says of the times of creation. */
export function findUsualOrder(
  { summary = '', description = '' }: Operation,
  createdAt: string,
): SortOrder | undefined {
  const text = toSentences(summary, description)
  if (/\b(?:newest|latest|most recent)\b[^.]*\bfirst\b/i.test(text))
    return { property: createdAt, isDown: true }
  return /\boldest\b[^.]*\bfirst\b/i.test(text) ? { property: createdAt, isDown: false } : undefined
}
