// What a foreign client knows of a description. It shares no code with src, so that a mistake there can't hide itself.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

// biome-ignore lint/suspicious/noExplicitAny: the descriptions of others can have anything anywhere.
export type Loose = any

export type Json = Record<string, Loose>

export interface ForeignParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  style: string
  explode: boolean
  schema: Json
  example: unknown
  content: string | undefined
}

export interface ForeignOperation {
  name: string
  method: string
  path: string
  parameters: ForeignParameter[]
  body: { required: boolean; content: Record<string, Json> } | undefined
  responses: Record<string, { content: Record<string, Json> }>
  security: Json[][]
}

export interface ForeignDescription {
  name: string
  root: Json
  base: string
  operations: ForeignOperation[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows references of an object of OpenAPI. */
export function follow(root: Json, value: Loose): Loose {
  let found = value
  for (let depth = 0; depth < 20 && typeof found?.$ref === 'string'; depth++) {
    if (!found.$ref.startsWith('#')) return {}
    found = decodeURIComponent(found.$ref)
      .slice(2)
      .split('/')
      .reduce((at, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root as Loose)
  }
  return found ?? {}
}

/** Writes the schemas of OpenAPI 3.0 as those of JSON Schema 2020-12. */
function modernize(value: unknown, isOld: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => modernize(one, isOld))
  if (!isObject(value)) return value
  const copy: Json = {}
  for (const [name, inner] of Object.entries(value))
    copy[name] =
      name === 'example' || name === 'examples' || name === 'default' || name === 'enum'
        ? inner
        : modernize(inner, isOld)
  if (!isOld) return copy
  if (copy['nullable'] === true) {
    delete copy['nullable']
    // What its author means, though OpenAPI 3.0.3 ignores it.
    if (copy['type'] === undefined && ['oneOf', 'anyOf', 'allOf', '$ref'].some((name) => name in copy))
      return { anyOf: [copy, { type: 'null' }] }
    if (typeof copy['type'] === 'string') {
      copy['type'] = [copy['type'], 'null']
      if (Array.isArray(copy['enum']) && !copy['enum'].includes(null)) copy['enum'] = [...copy['enum'], null]
    }
  }
  if (typeof copy['nullable'] === 'boolean') delete copy['nullable']
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (copy[flag] === true) {
      copy[flag] = copy[limit]
      delete copy[limit]
    } else if (copy[flag] === false) delete copy[flag]
  }
  if (copy['type'] === 'file') return { type: 'string' }
  return copy
}

/** Writes what only Swagger 2.0 has as OpenAPI 3. */
function upgrade(root: Json): Json {
  const text = JSON.stringify(root)
    .replaceAll('#/definitions/', '#/components/schemas/')
    .replaceAll('#/parameters/', '#/components/parameters/')
    .replaceAll('#/responses/', '#/components/responses/')
  const old = JSON.parse(text)
  const toSchema = ({
    name,
    in: _in,
    required,
    description,
    collectionFormat,
    schema,
    ...rest
  }: Json): Json => schema ?? rest
  for (const item of Object.values<Json>(old.paths ?? {})) {
    const common = item['parameters'] ?? []
    for (const method of methods) {
      const operation = item[method]
      if (!isObject(operation)) continue
      const all = [...common, ...(operation['parameters'] ?? [])].map((one) =>
        follow({ components: { parameters: old.parameters } }, one),
      )
      const consumes = operation['consumes'] ?? old.consumes ?? ['application/json']
      const produces = operation['produces'] ?? old.produces ?? ['application/json']
      const body = all.find((one) => one.in === 'body')
      const form = all.filter((one) => one.in === 'formData')
      if (body !== undefined)
        operation['requestBody'] = {
          required: body.required,
          content: Object.fromEntries(consumes.map((type: string) => [type, { schema: body.schema }])),
        }
      else if (form.length > 0) {
        const types = consumes.filter((type: string) => /form/.test(type))
        const schema = {
          type: 'object',
          properties: Object.fromEntries(form.map((one) => [one.name, toSchema(one)])),
          required: form.filter((one) => one.required).map((one) => one.name),
        }
        const own =
          types.length > 0
            ? types
            : [
                form.some((one) => one.type === 'file')
                  ? 'multipart/form-data'
                  : 'application/x-www-form-urlencoded',
              ]
        operation['requestBody'] = {
          content: Object.fromEntries(own.map((type: string) => [type, { schema }])),
        }
      }
      operation['parameters'] = all
        .filter((one) => one.in !== 'body' && one.in !== 'formData')
        .map((one) => ({
          name: one.name,
          in: one.in,
          required: one.required,
          schema: toSchema(one),
          explode: one.collectionFormat === 'multi',
          style: one.in === 'query' ? 'form' : 'simple',
        }))
      for (const [status, given] of Object.entries<Json>(operation['responses'] ?? {})) {
        const response = follow({ components: { responses: old.responses } }, given)
        operation['responses'][status] = {
          description: '',
          ...(response.schema && {
            content: Object.fromEntries(produces.map((type: string) => [type, { schema: response.schema }])),
          }),
        }
      }
    }
    delete item['parameters']
  }
  const schemes = Object.entries<Json>(old.securityDefinitions ?? {}).map(([name, scheme]) => [
    name,
    scheme['type'] === 'basic' ? { type: 'http', scheme: 'basic' } : scheme,
  ])
  return {
    ...old,
    components: { schemas: old.definitions, securitySchemes: Object.fromEntries(schemes) },
    servers: [{ url: old.basePath ?? '/' }],
  }
}

function readBase(root: Json): string {
  const [server] = root['servers'] ?? []
  const url = String(server?.url ?? '').replaceAll(
    /\{(\w+)\}/g,
    (_all, name) => server.variables?.[name]?.default ?? name,
  )
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '')
}

/** Reads a description for the client. */
export function loadDescription(file: string, name: string): ForeignDescription {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  const read = file.endsWith('.json') ? JSON.parse(text) : parse(text)
  const isOld = !String(read.openapi ?? '').startsWith('3.1')
  const root = modernize(read.swagger === undefined ? read : upgrade(read), isOld) as Json
  const operations: ForeignOperation[] = []
  for (const [path, given] of Object.entries<Json>(root['paths'] ?? {})) {
    const item = follow(root, given)
    for (const method of methods) {
      const operation = item[method]
      if (!isObject(operation)) continue
      const parameters = new Map<string, ForeignParameter>()
      for (const one of [...(item.parameters ?? []), ...(operation['parameters'] ?? [])]) {
        const parameter = follow(root, one)
        if (parameter.name === undefined) continue
        const style =
          parameter.style ?? (parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple')
        const [content] = Object.keys(parameter.content ?? {})
        const [example] = Object.values<Json>(parameter.examples ?? {})
        parameters.set(`${parameter.in} ${parameter.name}`, {
          name: parameter.name,
          in: parameter.in,
          required: parameter.required === true || parameter.in === 'path',
          style,
          explode: parameter.explode ?? style === 'form',
          schema: (content === undefined ? parameter.schema : parameter.content[content].schema) ?? {},
          example: parameter.example ?? follow(root, example)?.value,
          content,
        })
      }
      const body = operation['requestBody'] && follow(root, operation['requestBody'])
      operations.push({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: [...parameters.values()],
        body: body && { required: body.required === true, content: body.content ?? {} },
        responses: Object.fromEntries(
          Object.entries<Json>(operation['responses'] ?? {}).map(([status, one]) => [
            status,
            { content: follow(root, one).content ?? {} },
          ]),
        ),
        security: (operation['security'] ?? root['security'] ?? []).map((set: Json) =>
          Object.keys(set).map((one) => follow(root, root['components']?.securitySchemes?.[one])),
        ),
      })
    }
  }
  return { name, root, base: readBase(root), operations }
}
