import { isContainer } from '../options/is-object.ts'
import {
  type Description,
  isObjectPlace,
  listItems,
  listMembers,
  type ObjectPlace,
  placeIn,
} from './description.ts'

/** The kinds of objects of OpenAPI that have schemas in them. */
type NodeKind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'body'
  | 'media'
  | 'response'
  | 'schema'

/** What is in an object of OpenAPI: one object, or a map or a list of objects. */
type NodeShape = Readonly<Record<string, { one: NodeKind } | { map: NodeKind } | { list: NodeKind }>>

export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const all = <Value>(names: readonly string[], value: Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]))

/** The keywords whose value is a schema of what is in a value, and those of the same value. */
export const appliedKeywords = {
  inner: [
    'items',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'propertyNames',
    'contains',
  ],
  same: ['not', 'if', 'then', 'else'],
} as const

/** The keywords whose value is a schema, a map, or a list of schemas (JSON Schema 2020-12 section 10). */
export const schemaKeywords = {
  one: [...appliedKeywords.inner, ...appliedKeywords.same, 'contentSchema'],
  map: ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
} as const

const shapes: Readonly<Record<NodeKind, NodeShape>> = {
  document: { components: { one: 'components' }, paths: { map: 'pathItem' }, webhooks: { map: 'pathItem' } },
  components: {
    schemas: { map: 'schema' },
    parameters: { map: 'parameter' },
    headers: { map: 'parameter' },
    requestBodies: { map: 'body' },
    responses: { map: 'response' },
    pathItems: { map: 'pathItem' },
    callbacks: { map: 'callback' },
  },
  pathItem: { parameters: { list: 'parameter' }, ...all(httpMethods, { one: 'operation' } as const) },
  operation: {
    parameters: { list: 'parameter' },
    requestBody: { one: 'body' },
    responses: { map: 'response' },
    callbacks: { map: 'callback' },
  },
  // Its names are URLs.
  callback: {},
  parameter: { schema: { one: 'schema' }, content: { map: 'media' } },
  body: { content: { map: 'media' } },
  media: { schema: { one: 'schema' }, itemSchema: { one: 'schema' } },
  response: { headers: { map: 'parameter' }, content: { map: 'media' } },
  schema: {
    ...all(schemaKeywords.one, { one: 'schema' } as const),
    ...all(schemaKeywords.map, { map: 'schema' } as const),
    ...all(schemaKeywords.list, { list: 'schema' } as const),
  },
}

/** What is called for each object of a description, before what is in it is visited. */
export interface Visitor {
  schema(place: ObjectPlace): void
  lost(place: ObjectPlace): void
}

/** Visits every schema of a description once, also those that only references lead to; nothing else is taken for one, such as an example. */
export function walk(description: Description, { schema, lost }: Visitor): void {
  const seen = new Set<unknown>()
  const found: ObjectPlace[] = []
  const open: { kind: NodeKind; place: ObjectPlace }[] = []
  const push = (kind: NodeKind, place: { json: unknown; pointer: string; scope: string }): void => {
    if (isObjectPlace(place) && !seen.has(place.json)) open.push({ kind, place })
  }
  push('document', description.root)
  /** Visits what is known; references to identifiers of schemas can only be followed after that. */
  const visit = (): void => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { kind, place } = next
      if (seen.has(place.json)) continue
      seen.add(place.json)
      if (kind === 'schema') schema(place)
      if (place.json['$ref'] !== undefined || place.json['$dynamicRef'] !== undefined) {
        found.push(place)
        kinds.set(place, kind)
      }
      for (const name of Object.keys(place.json)) {
        const shape: NodeShape[string] | undefined =
          kind === 'callback'
            ? { one: 'pathItem' }
            : Object.hasOwn(shapes[kind], name)
              ? shapes[kind][name]
              : undefined
        if (shape === undefined || !isContainer(place.json[name])) continue
        const inner = placeIn(place, name)
        if ('one' in shape) push(shape.one, inner)
        else if ('map' in shape) for (const [, member] of listMembers(inner)) push(shape.map, member)
        else for (const item of listItems(inner)) push(shape.list, item)
      }
    }
  }
  const kinds = new Map<ObjectPlace, NodeKind>()
  visit()
  for (const place of found) {
    const reference = place.json['$ref'] ?? place.json['$dynamicRef']
    const target = typeof reference === 'string' ? description.resolve(reference, place) : undefined
    if (target === undefined) lost(place)
    else push(kinds.get(place) ?? 'schema', target)
    visit()
  }
}
