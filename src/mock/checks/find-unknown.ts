import type { Operation, Schema, SchemaProblem } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import type { FailureProblem } from '../failure.ts'

/** Lists the properties of a value that its schema neither names nor explicitly allows. */
export function findUnknown(
  schema: Schema,
  value: unknown,
  path: SchemaProblem['path'] = [],
): SchemaProblem[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findUnknown(schema.at(index) ?? schema, item, [...path, index]))
  if (!isObject(value)) return []
  const { possible } = schema.facts()
  const known = new Set([...Object.keys(schema.project(value) as object), ...possible])
  return Object.keys(value).flatMap((name): SchemaProblem[] => {
    const inner = schema.at(name)
    if (known.has(name)) return inner === undefined ? [] : findUnknown(inner, value[name], [...path, name])
    const pointer = `${schema.pointer}/additionalProperties`
    return [{ path: [...path, name], known: possible, keyword: 'additionalProperties', pointer }]
  })
}

/** Lists the query parameters of a request that the description doesn't name. */
export function findUnknownParameters({ parameters, security }: Operation, query: string): FailureProblem[] {
  const described = parameters.filter(({ in: place }) => place === 'query')
  const isOpen = described.some(
    ({ explode, style, schema }) =>
      explode && style === 'form' && schema.facts().types.some((type) => type === 'object'),
  )
  const names = described.map(({ name }) => name)
  const secret = security.flat().flatMap(({ scheme }) => (scheme.in === 'query' ? [scheme.parameter] : []))
  const known = new Set([...names, ...secret])
  // The properties of an object that is exploded can have any name.
  const unknown = isOpen
    ? []
    : [...new Set(new URLSearchParams(query).keys())].filter(
        (name) => !known.has(name.split('[', 1)[0] ?? ''),
      )
  return unknown.map((name) => ({
    in: 'query',
    at: name,
    path: [name],
    keyword: 'additionalProperties',
    detail: `the query parameter ${describeValue(name)} isn't known; ${names.length > 0 ? `known are ${names.join(', ')}` : 'there is none'}`,
  }))
}
