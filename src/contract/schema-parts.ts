import type { Direction } from './contract.ts'
import {
  type Description,
  isObjectPlace,
  listItems,
  type ObjectPlace,
  type Place,
  placeIn,
} from './description.ts'

/** Identifies a schema, with what its dynamic references mean. */
export const toPlaceKey = ({ pointer, scope }: Place): string => pointer + scope

/** Lists where a schema refers to; undefined for a reference that leads nowhere. */
export function listReferences(description: Description, place: ObjectPlace): (Place | undefined)[] {
  const { $ref, $dynamicRef } = place.json
  const targets = typeof $ref === 'string' ? [description.resolve($ref, place)] : []
  if (typeof $dynamicRef === 'string') targets.push(description.resolve($dynamicRef, place, true))
  return targets
}

/** The schemas that a value has to match together with some others, through references and `allOf`; themselves first. */
export function listParts(description: Description, ...places: readonly Place[]): ObjectPlace[] {
  const parts: ObjectPlace[] = []
  const seen = new Set<string>()
  const add = (place: Place | undefined): void => {
    if (place === undefined || !isObjectPlace(place) || seen.has(toPlaceKey(place))) return
    seen.add(toPlaceKey(place))
    parts.push(place)
    for (const target of listReferences(description, place)) add(target)
    for (const item of listItems(placeIn(place, 'allOf'))) add(item)
  }
  for (const place of places) add(place)
  return parts
}

/** The schemas of a property or, with a number, of an item, in some schemas. */
export function listInner(parts: readonly ObjectPlace[], name: string | number): Place[] {
  return parts.flatMap((part) => {
    if (typeof name === 'number') {
      const item = placeIn(part, 'prefixItems', name)
      const inner = item.json === undefined ? placeIn(part, 'items') : item
      return inner.json === undefined ? [] : [inner]
    }
    const property = placeIn(part, 'properties', name)
    return property.json === undefined ? [] : [property]
  })
}

/** Says whether the value of some schemas isn't sent in a direction. */
export function isUnsent(description: Description, direction: Direction, places: readonly Place[]): boolean {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly'
  return listParts(description, ...places).some(({ json }) => json[keyword] === true)
}
