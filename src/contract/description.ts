import { isContainer, isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'
import { readPointer, toPointer } from './pointer.ts'

export interface Place {
  json: unknown
  pointer: string
  /** What its dynamic references mean (JSON Schema 2020-12 section 8.2.3.2): the places of anchors, as JSON; mostly empty. */
  scope: string
}

export interface ObjectPlace extends Place {
  json: Readonly<Record<string, unknown>>
}

export const isObjectPlace = (place: Place): place is ObjectPlace => isObject(place.json)

export function placeIn(place: Place, ...steps: Path): Place {
  let json = place.json
  for (const name of steps) json = isContainer(json) && Object.hasOwn(json, name) ? json[name] : undefined
  return { json, pointer: place.pointer + toPointer(...steps), scope: place.scope }
}

/** Lists the members of an object, or nothing if it isn't one. */
export const listMembers = (place: Place): [name: string, place: Place][] =>
  isObject(place.json) ? Object.keys(place.json).map((name) => [name, placeIn(place, name)]) : []

/** Lists the items of an array, or nothing if it isn't one. */
export const listItems = (place: Place): Place[] =>
  Array.isArray(place.json) ? place.json.map((_item, index) => placeIn(place, index)) : []

export interface Description {
  root: Place
  /** Makes the identifiers of a schema known, to which references can lead. */
  addSchema(place: ObjectPlace): void
  /** Returns the part that a pointer leads to, also through references. */
  find(pointer: string): Place | undefined
  /** Where a reference leads that is at a place; undefined if that is nowhere. */
  resolve(reference: string, from: Place, isDynamic?: boolean): Place | undefined
  /** Returns a schema as one that is the first to be entered: dynamic references in it can lead to what it has. */
  enter(place: Place): Place
  /** Follows the references of a part that isn't a schema; undefined if they lead nowhere or in a circle. */
  follow(place: Place): Place | undefined
}

/** The address of a description that has none, against which relative references are resolved. */
const home = 'https://description.invalid/'

function toUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    return reference
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export function createDescription(document: unknown): Description {
  const root: Place = { json: document, pointer: '', scope: '' }
  const byUri = new Map([[home, '']])
  const byPointer = new Map([['', home]])
  /** The places of anchors: by the URI of their schema, and their name. */
  const anchors = new Map<string, Place>()
  /** The places of dynamic anchors by their names, by the URI of their schema. */
  const dynamic = new Map<string, Record<string, string>>()

  /** Returns the URI of the innermost schema with one that a pointer leads into. */
  function findBase(pointer: string): string {
    for (let end = pointer.length; byPointer.size > 1 && end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const uri = byPointer.get(pointer.slice(0, end))
      if (uri !== undefined) return uri
    }
    return byPointer.get('') ?? home
  }

  /** The places that are being followed to find out where a pointer leads. */
  const followed = new Set<unknown>()

  /** Follows a pointer, also through references. */
  function walk(from: Place, fragment: string): Place | undefined {
    let place: Place = from
    for (const name of readPointer(fragment)) {
      let next = placeIn(place, name)
      if (next.json === undefined && !followed.has(place.json)) {
        followed.add(place.json)
        next = placeIn(follow(place) ?? place, name)
        followed.delete(place.json)
      }
      if (next.json === undefined) return undefined
      place = next
    }
    return place
  }

  function enter(place: Place | undefined, scope: string): Place | undefined {
    if (place === undefined || dynamic.size === 0) return place
    const own = dynamic.get(findBase(place.pointer))
    if (own === undefined) return { ...place, scope }
    // The outermost place of an anchor counts.
    const all = { ...own, ...(scope === '' ? {} : JSON.parse(scope)) }
    return { ...place, scope: JSON.stringify(Object.fromEntries(Object.entries(all).sort())) }
  }

  function resolve(reference: string, from: Place, isDynamic = false): Place | undefined {
    const hash = reference.indexOf('#')
    const path = hash < 0 ? reference : reference.slice(0, hash)
    const fragment = decode(hash < 0 ? '' : reference.slice(hash + 1))
    const base = findBase(from.pointer)
    const uri = path === '' ? base : toUri(path, base)
    const start = byUri.get(uri)
    if (start === undefined) return undefined
    if (fragment !== '' && !fragment.startsWith('/')) {
      const anchor = anchors.get(`${uri}#${fragment}`)
      const bound = isDynamic && from.scope !== '' && dynamic.get(uri)?.[fragment] !== undefined
      const pointer = bound ? JSON.parse(from.scope)[fragment] : undefined
      return enter(pointer === undefined ? anchor : walk(root, pointer), from.scope)
    }
    const found = walk(start === '' ? root : (walk(root, start) ?? root), fragment)
    // Many schemas have an $id, although their references begin at the document.
    return enter(found ?? (path === '' ? walk(root, fragment) : undefined), from.scope)
  }

  function follow(place: Place): Place | undefined {
    const seen = new Set<unknown>()
    let at = place
    while (isObject(at.json) && typeof at.json['$ref'] === 'string') {
      if (seen.has(at.json)) return undefined
      seen.add(at.json)
      const next = resolve(at.json['$ref'], at)
      if (next === undefined) return undefined
      at = next
    }
    return at
  }

  function addSchema(place: ObjectPlace): void {
    const { $id, $anchor, $dynamicAnchor } = place.json
    if (typeof $id === 'string') {
      const uri = toUri($id, findBase(place.pointer.slice(0, place.pointer.lastIndexOf('/')))).replace(
        /#$/,
        '',
      )
      byUri.set(uri, place.pointer)
      byPointer.set(place.pointer, uri)
    }
    const uri = findBase(place.pointer)
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string') anchors.set(`${uri}#${name}`, place)
    if (typeof $dynamicAnchor === 'string')
      dynamic.set(uri, { ...dynamic.get(uri), [$dynamicAnchor]: place.pointer })
  }

  return {
    root,
    addSchema,
    enter: (place) => enter(place, place.scope) ?? place,
    find: (pointer) => walk(root, pointer),
    resolve,
    follow,
  }
}
