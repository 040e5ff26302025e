import { isObject } from '../options/is-object.ts'
import {
  createDescription,
  type Description,
  listItems,
  listMembers,
  type Place,
  step,
} from './description.ts'
import { toPointer } from './pointer.ts'
import { methods } from './walk.ts'

type Json = Record<string, unknown>

const toObject = (json: unknown): Json => (isObject(json) ? json : {})

const toStrings = (json: unknown): string[] | undefined =>
  Array.isArray(json) ? json.filter((item) => typeof item === 'string') : undefined

/** How OpenAPI 3 calls the collection formats of parameters (Swagger 2.0, Parameter Object). */
const styles: Readonly<Record<string, Json>> = {
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
  csv: { style: 'form', explode: false },
}

const toStyle = ({ type, in: place, collectionFormat }: Json): Json => {
  if (type !== 'array') return {}
  if (place === 'path' || place === 'header') return { style: 'simple', explode: false }
  return styles[String(collectionFormat)] ?? styles['csv'] ?? {}
}

/** Splits what describes a value, which OpenAPI 3 has in a schema, from the rest. */
function splitSchema(json: Json): { rest: Json; schema: Json } {
  const { name, in: place, required, description, collectionFormat, allowEmptyValue, ...schema } = json
  const { 'x-example': example, ...own } = schema
  const entries = { name, in: place, required, description, allowEmptyValue, example }
  const rest = Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
  return { rest, schema: own['schema'] === undefined ? own : toObject(own['schema']) }
}

function upgradeParameter(json: Json): Json {
  const { rest, schema } = splitSchema(json)
  return { ...rest, ...toStyle(json), schema }
}

const toForm = (parameters: readonly Json[]): Json => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((json) => [
        json['name'],
        { description: json['description'], ...splitSchema(json).schema },
      ]),
    ),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  },
  encoding: Object.fromEntries(parameters.map((json) => [json['name'], toStyle({ ...json, in: 'query' })])),
})

/** Makes a request body of the parameters that are in the body. */
function upgradeBody(parameters: readonly Json[], consumes: readonly string[]): Json | undefined {
  const body = parameters.find((json) => json['in'] === 'body')
  const fields = parameters.filter((json) => json['in'] === 'formData')
  if (body !== undefined) {
    const { rest, schema } = splitSchema(body)
    const types = consumes.length === 0 ? ['application/json'] : consumes
    const { required, description } = rest
    return { required, description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
  }
  if (fields.length === 0) return undefined
  const hasFile = fields.some(({ type }) => type === 'file')
  const forms = consumes.filter((type) => /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type))
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const types = forms.length === 0 ? [usual] : forms
  const required = fields.some((json) => json['required'] === true)
  return { required, content: Object.fromEntries(types.map((type) => [type, toForm(fields)])) }
}

function upgradeResponse(json: Json, produces: readonly string[]): Json {
  const { schema, examples, headers, ...rest } = json
  const types = schema === undefined ? [] : produces.length === 0 ? ['application/json'] : produces
  const content = Object.fromEntries(types.map((type): [string, Json] => [type, { schema }]))
  for (const [type, example] of Object.entries(toObject(examples)))
    if (type.includes('/')) content[type] = { ...content[type], example }
  const upgraded = Object.entries(toObject(headers)).map(([name, header]) => [
    name,
    upgradeParameter(toObject(header)),
  ])
  return { ...rest, headers: Object.fromEntries(upgraded), content }
}

const flows: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function upgradeScheme(json: Json): Json {
  if (json['type'] === 'basic') return { type: 'http', scheme: 'basic' }
  if (json['type'] !== 'oauth2') return json
  const { flow, type, ...rest } = json
  return { type, flows: { [flows[String(flow)] ?? String(flow)]: rest } }
}

function upgradeOperation(description: Description, old: Place, shared: readonly Place[], root: Json): Json {
  const { parameters: _parameters, responses: _responses, consumes, produces, ...rest } = toObject(old.json)
  const own = listItems(step(old, 'parameters'))
  const parameters = [...shared, ...own].map((place) => toObject((description.follow(place) ?? place).json))
  const isInBody = (json: Json): boolean => json['in'] === 'body' || json['in'] === 'formData'
  const types = toStrings(produces) ?? toStrings(root['produces']) ?? []
  return {
    ...rest,
    parameters: parameters.filter((json) => !isInBody(json)).map(upgradeParameter),
    requestBody: upgradeBody(
      parameters.filter(isInBody),
      toStrings(consumes) ?? toStrings(root['consumes']) ?? [],
    ),
    responses: Object.fromEntries(
      listMembers(step(old, 'responses')).map(([status, place]) => [
        status,
        upgradeResponse(toObject((description.follow(place) ?? place).json), types),
      ]),
    ),
  }
}

/**
 * Upgrades a document of Swagger 2.0 to OpenAPI 3.0. Its definitions stay where they are, so that references to them do, too.
 *
 * @see https://spec.openapis.org/oas/v2.0.html
 */
export function upgradeSwagger(old: Json): Json {
  const description = createDescription(old)
  const { host, basePath, schemes, securityDefinitions, definitions } = old
  const paths: Json = {}
  for (const [path, place] of listMembers(step(description.root, 'paths'))) {
    const { json, pointer } = description.follow(place) ?? place
    const item: Place = { json, pointer, scope: '' }
    const shared = listItems(step(item, 'parameters'))
    paths[path] = Object.fromEntries(
      methods
        .filter((method) => isObject(toObject(json)[method]))
        .map((method) => [method, upgradeOperation(description, step(item, method), shared, old)]),
    )
  }
  const scheme = toStrings(schemes)?.[0] ?? 'http'
  const base = typeof basePath === 'string' ? basePath : ''
  return {
    ...old,
    openapi: '3.0.4',
    servers: [{ url: typeof host === 'string' ? `${scheme}://${host}${base}` : base || '/' }],
    paths,
    components: {
      schemas: definitions,
      securitySchemes: Object.fromEntries(
        Object.entries(toObject(securityDefinitions)).map(([name, json]) => [
          name,
          upgradeScheme(toObject(json)),
        ]),
      ),
    },
  }
}

/** Where the parts of an upgraded document were before. */
export const oldPointers: readonly (readonly [to: string, from: string])[] = [
  [toPointer('components', 'schemas'), toPointer('definitions')],
  [toPointer('components', 'securitySchemes'), toPointer('securityDefinitions')],
]
