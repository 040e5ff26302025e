import type { Key, Schema } from '../contract.ts'
import { findName, simplify, toSingular, toWords } from './names.ts'
import { keyNames } from './shapes.ts'

/** What is known about a resource before its key. */
export interface KeySource {
  name: string
  /** The parameter of its item. */
  parameter: string | undefined
  record: Schema
  /** What a client sends to create one; undefined if it only creates at the address of the item. */
  sent: Schema | undefined
  /** Whether a client creates a record at the address of the item. */
  isPut: boolean
}

const isKeyType = (schema: Schema | undefined): boolean =>
  schema?.facts().types.some((type) => type === 'string' || type === 'integer' || type === 'number') === true

/** Finds the property that the parameter of an item means: its own name, without that of the resource, or a usual one. */
function findProperty({
  name,
  parameter,
  record,
}: KeySource): { property: string; reason: string } | undefined {
  const properties = record.facts().possible.filter((property) => isKeyType(record.at(property)))
  if (parameter !== undefined) {
    const own = findName(properties, [parameter])
    if (own !== undefined) return { property: own, reason: `it's the parameter {${parameter}} of its item` }
    const words = toWords(parameter)
    const rest = words.slice(1).map((_word, index) => words.slice(index + 1).join('_'))
    const short = findName(properties, rest)
    if (short !== undefined)
      return { property: short, reason: `the parameter {${parameter}} of its item means it` }
  }
  const singular = simplify(toSingular(name))
  const usual = findName(properties, [
    ...keyNames.slice(0, 4),
    `${singular}id`,
    `${singular}uuid`,
    ...keyNames.slice(4),
  ])
  if (usual === undefined) return undefined
  const reason =
    parameter === undefined
      ? 'its name is usual for a key'
      : `the parameter {${parameter}} of its item has no other property`
  return { property: usual, reason }
}

export function inferKey(source: KeySource): { key: Key; reasons: string[] } {
  const { parameter, record, sent, isPut } = source
  const found = findProperty(source)
  const base = parameter === undefined ? {} : { parameter }
  if (found === undefined) {
    const from = isPut && sent === undefined ? 'client' : 'server'
    const reason = 'No property of its records is their key, so it is only in their address.'
    return { key: { ...base, property: '', from, schema: record }, reasons: [reason] }
  }
  const { property, reason } = found
  const schema = record.at(property) ?? record
  const inRequest = sent?.at(property)
  const isReadOnly = schema.facts().isReadOnly || inRequest?.facts().isReadOnly === true
  const isSent = sent === undefined ? isPut : inRequest !== undefined && !isReadOnly
  const why = isSent
    ? sent === undefined
      ? 'Clients choose it, because they create a record by PUT at its address.'
      : 'Clients choose it, because requests have it.'
    : isReadOnly
      ? 'The service makes it, because it is readOnly.'
      : 'The service makes it, because requests have no such property.'
  return {
    key: { ...base, property, from: isSent ? 'client' : 'server', schema },
    reasons: [`Its key is ${property}, because ${reason}.`, why],
  }
}
