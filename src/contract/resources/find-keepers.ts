import type { Keeper, Operation, Resource } from '../contract.ts'
import { isBelow } from './is-below.ts'
import { simplify, toSingular } from './names.ts'

const toLast = ({ name }: Resource): string => name.split('/').at(-1) ?? ''

const references = new WeakMap<Resource, ReadonlySet<string>>()

/** Lists the names of properties that have the key of a record of a resource, simplified. */
function listReferences(resource: Resource): ReadonlySet<string> {
  const known = references.get(resource)
  if (known !== undefined) return known
  const suffixes = ['id', 'uuid', 'key', resource.key.property].filter((suffix) => suffix !== '')
  const singular = toSingular(toLast(resource))
  const names = new Set(suffixes.map((suffix) => simplify(singular + suffix)))
  references.set(resource, names)
  return names
}

/** Says whether a property has the key of a record of a resource, as `roomId` has that of a room. */
export const refersTo = (property: string, resource: Resource): boolean =>
  listReferences(resource).has(simplify(property))

/** Says whether a text has a resource as what a record has, with nothing that makes it a part of them, as in "has open invoices". */
const namesResource = (text: string, resource: Resource): boolean => {
  const words = toLast(resource).replaceAll(/[-_]/g, ' ')
  return new RegExp(
    `\\b(?:has|have|had|with|by|its|any|a|an) (?:${words}|${toSingular(words)})(?= *(?:[.,;]|$))`,
    'i',
  ).test(text)
}

/** Finds the resources whose records keep a record from being removed, as the description of a 409 says, such as "The room has bookings." */
export function findKeepers(
  { responses }: Operation,
  resource: Resource,
  resources: readonly Resource[],
): Keeper[] {
  const text = responses.all.find(({ name }) => name === '409')?.description ?? ''
  return resources.flatMap((one): Keeper[] => {
    if (one === resource || !namesResource(text, one)) return []
    if (isBelow(one, resource)) return [{ resource: one }]
    const property = one.schema.facts().properties.find((name) => refersTo(name, resource))
    return property === undefined ? [] : [{ resource: one, property }]
  })
}
