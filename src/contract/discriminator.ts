import { isObject } from '../options/is-object.ts'
import {
  type Description,
  isObjectPlace,
  listItems,
  listMembers,
  type ObjectPlace,
  type Place,
  placeIn,
} from './description.ts'
import { listInner, listParts, toPlaceKey } from './schema-parts.ts'

/** A schema that a discriminator chooses, and the values of its property that mean it. */
export interface Branch {
  place: Place
  names: readonly unknown[]
}

/** Where the named schemas are: in OpenAPI 3, and in Swagger 2.0. */
const folders = ['components/schemas', 'definitions']

export const listNamed = (description: Description): [name: string, place: Place][] =>
  listMembers(placeIn(description.root, 'components', 'schemas'))

/** Returns the name of the property that a discriminator looks at. */
export const readProperty = ({ json }: ObjectPlace): string => {
  const { discriminator } = json
  return isObject(discriminator) ? String(discriminator['propertyName']) : ''
}

/** Finds the schema that a value of `mapping` means: a name, or a reference. */
function resolveMapping(description: Description, value: unknown, from: Place): Place | undefined {
  const text = String(value)
  const named = folders.map((folder) => description.resolve(`#/${folder}/${text}`, description.root))
  return named.find((place) => place !== undefined) ?? description.resolve(text, from)
}

function listValues(description: Description, place: Place, property: string): unknown[] {
  const inner = listParts(description, ...listInner(listParts(description, place), property))
  return inner.flatMap(({ json }) =>
    'const' in json ? [json['const']] : Array.isArray(json['enum']) ? json['enum'] : [],
  )
}

/** Says by which values a discriminator chooses a schema: those mapped to it, those that it allows itself, or its name. */
function nameBranch(description: Description, { json, ...at }: ObjectPlace, place: Place): Branch {
  const { propertyName, mapping } = json['discriminator'] as { propertyName: string; mapping?: unknown }
  const target = description.follow(place) ?? place
  const mapped = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, value]) => resolveMapping(description, value, { json, ...at })?.json === target.json)
    .map(([name]) => name)
  if (mapped.length > 0) return { place, names: mapped }
  const own = listValues(description, place, propertyName)
  const name = /\/(?:schemas|definitions)\/([^/]+)$/.exec(target.pointer)?.[1]
  return { place, names: own.length > 0 ? own : name === undefined ? [] : [name] }
}

/**
 * Lists the branches of `oneOf` or `anyOf` beside a discriminator; undefined if there is none, or one of them can't be chosen by it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function listBranches(
  description: Description,
  at: ObjectPlace,
  branches: readonly Place[],
): Branch[] | undefined {
  if (at.json['discriminator'] === undefined) return undefined
  const named = branches.map((branch) => nameBranch(description, at, branch))
  return named.every(({ names }) => names.length > 0) ? named : undefined
}

/** The schemas that extend others by `allOf`, by those. */
const indexes = new WeakMap<Description, ReadonlyMap<unknown, readonly Branch[]>>()

function indexChildren(description: Description): ReadonlyMap<unknown, readonly Branch[]> {
  const found = new Map<unknown, Branch[]>()
  for (const [, place] of listNamed(description)) {
    const [, ...others] = listParts(description, place)
    for (const parent of others) {
      const { discriminator, oneOf, anyOf } = parent.json
      if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined) continue
      const branch = nameBranch(description, parent, place)
      found.set(parent.json, [...(found.get(parent.json) ?? []), branch])
    }
  }
  return found
}

/** Lists the schemas that extend one with a discriminator by `allOf`. */
export function listChildren(description: Description, parent: Place): readonly Branch[] {
  if (!isObjectPlace(parent) || parent.json['discriminator'] === undefined) return []
  const index = indexes.get(description) ?? indexChildren(description)
  indexes.set(description, index)
  return index.get(parent.json) ?? []
}

/** Lists the values of the property of a discriminator that mean a schema that has children: theirs, those of `mapping`, and its own. */
export function listKnown(description: Description, parent: ObjectPlace): unknown[] {
  const { mapping } = Object(parent.json['discriminator']) as { mapping?: unknown }
  const own = nameBranch(description, parent, parent).names
  const ofChildren = listChildren(description, parent).flatMap(({ names }) => names)
  return [...new Set([...Object.keys(Object(mapping)), ...ofChildren, ...own])]
}

/** The schemas that a value may have to match: the parts, and those of all branches. */
export function listPossible(description: Description, ...places: readonly Place[]): ObjectPlace[] {
  const found = new Map<string, ObjectPlace>()
  const open = [...places]
  for (const place of open) {
    for (const part of listParts(description, place)) {
      if (found.has(toPlaceKey(part))) continue
      found.set(toPlaceKey(part), part)
      open.push(...['anyOf', 'oneOf'].flatMap((keyword) => listItems(placeIn(part, keyword))))
      open.push(...listChildren(description, part).map((child) => child.place))
      open.push(...['then', 'else'].map((keyword) => placeIn(part, keyword)))
      open.push(...listMembers(placeIn(part, 'dependentSchemas')).map(([, schema]) => schema))
    }
  }
  return [...found.values()]
}
