// Valid values by json-schema-faker, judged by plain ajv.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { generateSync } from 'json-schema-faker'
import { type ForeignDescription, follow, type Json, type Loose } from './load-description.ts'

export interface Values {
  /** Makes a valid value for a request; undefined if none could be made. */
  make(schema: Json, hasOptional: boolean, seed?: number): { value: Loose } | undefined
  /** Says whether a value of a request or response matches; undefined if the schema can't be compiled. */
  matches(schema: Json, value: unknown, direction: 'request' | 'response'): boolean | undefined
  /** Says what ajv found in the value that was judged last. */
  explain(schema: Json, direction: 'request' | 'response'): string
  /** The schema without references at its top. */
  flatten(schema: Json): Json
}

/** Formats of the OpenAPI registry that ajv-formats doesn't know. */
const ranges: [string, number, number][] = [
  ['int8', -128, 127],
  ['uint8', 0, 255],
  ['int16', -32768, 32767],
  ['uint16', 0, 65535],
  ['uint32', 0, 4294967295],
  ['uint64', 0, 2 ** 64],
]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies a document without what one direction doesn't have. */
function strip(value: unknown, direction: 'request' | 'response', root: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => strip(one, direction, root))
  if (!isObject(value)) return value
  const copy: Json = {}
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'example' || name === 'examples' || name === 'discriminator' || name === 'id') {
      // Not schemas; ajv would read some of them.
      if (name === 'id' && isObject(inner)) copy[name] = strip(inner, direction, root)
      continue
    }
    copy[name] = strip(inner, direction, root)
  }
  const { properties } = value
  if (!isObject(properties)) return copy
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
  const unsent = Object.keys(properties).filter((name) => {
    const own: unknown = properties[name]
    return isObject(own) && (own[flag] === true || follow(root, own)[flag] === true)
  })
  if (Array.isArray(copy['required']))
    copy['required'] = copy['required'].filter((name: string) => !unsent.includes(name))
  if (direction === 'request') for (const name of unsent) delete copy['properties'][name]
  return copy
}

function inline(schema: unknown, root: Json, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inline(one, root, depth))
  if (!isObject(schema)) return schema
  if (typeof schema['$ref'] === 'string') {
    if (depth <= 0) return {}
    const { $ref: _ref, ...rest } = schema
    const found = inline(follow(root, schema), root, depth - 1)
    return isObject(found) ? { ...found, ...(inline(rest, root, depth) as Json) } : found
  }
  return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, inline(inner, root, depth)]))
}

export function createValues({ root }: ForeignDescription): Values {
  const roots = {
    request: strip(root, 'request', root) as Json,
    response: strip(root, 'response', root) as Json,
  }
  const ajvs = Object.fromEntries(
    (['request', 'response'] as const).map((direction) => {
      const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
      ;(formats as Loose)(ajv)
      for (const [format, from, to] of ranges)
        ajv.addFormat(format, {
          type: 'number',
          validate: (value: number) => Number.isInteger(value) && value >= from && value <= to,
        })
      ajv.addSchema({ components: roots[direction]['components'], paths: roots[direction]['paths'] }, 'doc')
      return [direction, ajv]
    }),
  ) as Record<'request' | 'response', Ajv2020>
  const compiled = {
    request: new Map<Json, ValidateFunction | undefined>(),
    response: new Map<Json, ValidateFunction | undefined>(),
  }

  const absolute = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(absolute)
    if (!isObject(schema)) return schema
    return Object.fromEntries(
      Object.entries(schema).map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string' && inner.startsWith('#')
          ? `doc${inner}`
          : absolute(inner),
      ]),
    )
  }
  function compile(schema: Json, direction: 'request' | 'response'): ValidateFunction | undefined {
    if (!compiled[direction].has(schema)) {
      let validate: ValidateFunction | undefined
      try {
        validate = ajvs[direction].compile(absolute(strip(schema, direction, root)) as Json)
      } catch {}
      compiled[direction].set(schema, validate)
    }
    return compiled[direction].get(schema)
  }
  const matches: Values['matches'] = (schema, value, direction) => compile(schema, direction)?.(value)
  const flat = new Map<Json, Json>()
  return {
    matches,
    explain: (schema, direction) =>
      (compile(schema, direction)?.errors ?? [])
        .map(({ instancePath, message }) => `${instancePath} ${message}`)
        .join('; '),
    flatten(schema) {
      if (!flat.has(schema))
        flat.set(schema, inline(strip(schema, 'request', root), roots.request, 5) as Json)
      return flat.get(schema) as Json
    },
    make(schema, hasOptional, seed = 1) {
      const examples = [schema['example'], follow(root, schema)['example']].filter((one) => one !== undefined)
      for (const example of examples) if (matches(schema, example, 'request')) return { value: example }
      const own = this.flatten(schema)
      for (let attempt = 0; attempt < 8; attempt++) {
        let value: unknown
        try {
          value = generateSync(own as Loose, {
            seed: seed * 100 + attempt,
            optionalsProbability: attempt > 4 ? 0 : hasOptional ? 1 : 0,
            maxDepth: 6,
            maxDefaultItems: 2,
          })
        } catch {
          continue
        }
        if (value !== undefined && matches(schema, value, 'request') === true) return { value }
      }
      return undefined
    },
  }
}
