import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, Schema } from '../contract.ts'

const saysTaken = /\b(?:already|another|duplicate|exists?|in use|taken|unique)\b/i
const saysUnique = /\bunique\b/i

/** Says whether a value alone can be what tells records apart: two records may well have the same date or status. */
function canBeUnique(schema: Schema | undefined): boolean {
  if (schema === undefined) return false
  const { types, format = '', values, isReadOnly } = schema.facts()
  const isText = types.length < 3 && (types.includes('string') || types.includes('integer'))
  return isText && !isReadOnly && values === undefined && !/date|time|duration/.test(format)
}

const namesProperty = (text: string, property: string): boolean =>
  new RegExp(`(?<![\\w-])${escapeRegExp(property)}(?![\\w-])`).test(text.replaceAll(/\be-mail/gi, 'email'))

function readConflict(text: string, properties: readonly string[]): string[] {
  const found = saysTaken.test(text) ? properties.filter((property) => namesProperty(text, property)) : []
  // Those that are joined by "and" are only unique together.
  return found.length > 1 && !/\bor\b/.test(text) ? [] : found
}

/**
 * Finds the properties besides the key whose value only one record may have: those that the description of a 409 names, as in
 * "Another user has this `email`", and those that are described as unique.
 */
export function findUnique(record: Schema, key: string, writers: readonly Operation[]): string[] {
  const conflicts = writers.flatMap(({ responses }) => responses.all.filter(({ name }) => name === '409'))
  if (conflicts.length === 0) return []
  const properties = record
    .facts()
    .properties.filter((property) => property !== key && canBeUnique(record.at(property)))
  const texts = conflicts.map(({ description }) => description)
  const named = texts.flatMap((text) => readConflict(text, properties))
  return properties.filter(
    (property) =>
      named.includes(property) ||
      record
        .at(property)
        ?.parts()
        .some(({ json: { description } }) => saysUnique.test(String(description ?? ''))) === true,
  )
}
