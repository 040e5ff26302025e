import { upgrade } from '@scalar/openapi-upgrader'
import { isObject } from '../options/is-object.ts'
import { checkDocumentSize } from './check-size.ts'
import { ContractError } from './contract.ts'
import { createDescription, listItems, listMembers, type Place, placeIn } from './description.ts'
import { httpMethods } from './walk.ts'

type Json = Record<string, unknown>

const toObject = (json: unknown): Json => (isObject(json) ? json : {})

const toTypes = (json: unknown): string[] | undefined =>
  Array.isArray(json) && json.length > 0 ? json.filter((item) => typeof item === 'string') : undefined

const isForm = (type: string): boolean =>
  /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/i.test(type)

/** A form is urlencoded, unless it has a file or the description says something else. */
function toFormTypes(types: readonly string[], fields: readonly Json[]): string[] {
  const forms = types.filter(isForm)
  const usual = fields.some(({ type }) => type === 'file')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded'
  return forms.length > 0 ? forms : [usual]
}

/** Puts what the operations of Swagger 2.0 refer to, and what they take over, into them, because the upgrader doesn't look there. */
function inline(document: Json): Json {
  const description = createDescription(document)

  /** Copies what a place refers to, but for its schema, which many operations may share. */
  function copy(place: Place): Json {
    const target = description.follow(place) ?? place
    const { schema, headers, ...rest } = toObject(target.json)
    const shared = { $ref: `#${encodeURI(target.pointer)}/schema` }
    return {
      ...rest,
      ...(schema !== undefined && { schema: target === place ? schema : shared }),
      ...(headers !== undefined && { headers: structuredClone(headers) }),
    }
  }

  function inlineOperation(operation: Place, shared: readonly Place[]): Json {
    const { consumes, produces, ...json } = toObject(operation.json)
    const parameters = [...shared, ...listItems(placeIn(operation, 'parameters'))]
      .map(copy)
      .filter(({ in: place }) => typeof place === 'string' && place !== '')
      .map(
        ({ 'x-example': example, ...json }): Json => ({
          ...json,
          ...(json['type'] === 'array' && { collectionFormat: json['collectionFormat'] ?? 'csv' }),
          ...(example !== undefined && { [isObject(example) ? 'x-example' : 'example']: example }),
        }),
      )
    const types = toTypes(consumes) ?? toTypes(document['consumes']) ?? ['application/json']
    const fields = parameters.filter((json) => json['in'] === 'formData')
    return {
      ...json,
      consumes: fields.length > 0 ? toFormTypes(types, fields) : types,
      produces: toTypes(produces) ?? toTypes(document['produces']) ?? ['application/json'],
      parameters,
      responses: Object.fromEntries(
        listMembers(placeIn(operation, 'responses')).map(([status, place]) => [status, copy(place)]),
      ),
    }
  }

  const paths = listMembers(placeIn(description.root, 'paths')).map(([path, place]) => {
    const item = description.follow(place) ?? place
    const shared = listItems(placeIn(item, 'parameters'))
    const operations = httpMethods.map((method) => [method, placeIn(item, method)] as const)
    return [
      path,
      Object.fromEntries(
        operations
          .filter(([, operation]) => isObject(operation.json))
          .map(([method, operation]) => [method, inlineOperation(operation, shared)]),
      ),
    ]
  })
  const { parameters, responses, ...rest } = document
  const schemes = listMembers(placeIn(description.root, 'securityDefinitions'))
  return {
    ...rest,
    swagger: '2.0',
    // The upgrader would move them, and change them a second time.
    'x-parameters': parameters,
    'x-responses': responses,
    paths: Object.fromEntries(paths),
    securityDefinitions: Object.fromEntries(schemes.map(([name, { json }]) => [name, toObject(json)])),
  }
}

/** Requires the forms that have required fields, which the upgrader forgets. */
function requireForms(document: Json): void {
  const items = Object.values(toObject(document['paths'])).flatMap((item) => Object.values(toObject(item)))
  for (const body of items.map((operation) => toObject(toObject(operation)['requestBody']))) {
    const [[type, media] = ['', {}]] = Object.entries(toObject(body['content']))
    const { required } = toObject(toObject(media)['schema'])
    if (isForm(type) && Array.isArray(required) && required.length > 0) body['required'] = true
  }
}

/**
 * Upgrades a document to OpenAPI 3.1, but for what {@link upgradeSchema} does. The document is changed.
 *
 * @throws {ContractError} if its parts aren't what they have to be
 */
export function upgradeDocument(document: Json, version: '2.0' | '3.0' | '3.1'): Json {
  if (version === '3.1') return document
  try {
    if (version === '3.0') return upgrade({ ...document, openapi: '3.0.4' }, '3.1') as Json
    const old = inline(document)
    checkDocumentSize(old)
    const { 'x-parameters': parameters, 'x-responses': responses, ...upgraded } = upgrade(old, '3.1') as Json
    requireForms(upgraded)
    return { ...upgraded, parameters, responses }
  } catch (error) {
    if (error instanceof ContractError) throw error
    throw new ContractError(`it can't be upgraded from OpenAPI ${version} (${(error as Error).message})`)
  }
}

/** Where the parts of an upgraded document were before. */
export const oldPointers: readonly (readonly [to: string, from: string])[] = [
  ['/components/schemas', '/definitions'],
  ['/components/securitySchemes', '/securityDefinitions'],
  ['/webhooks', '/x-webhooks'],
]

/** Says whether a schema allows null with the keyword of OpenAPI 3.0, which 3.1 doesn't have. */
export const isNullable = (schema: Json): boolean =>
  schema['nullable'] === true || schema['x-nullable'] === true

/** Allows null in one schema, but not in those in it, as `nullable` says. */
export function allowNull(schema: Json): void {
  const { type, enum: values, $ref } = schema
  if (type !== undefined) schema['type'] = [...new Set([type, 'null'].flat(2))]
  for (const keyword of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[keyword])) schema[keyword].push({ type: 'null' })
  if (Array.isArray(values) && !values.includes(null)) values.push(null)
  if (typeof $ref === 'string' && schema['anyOf'] === undefined) {
    schema['anyOf'] = [{ $ref }, { type: 'null' }]
    delete schema['$ref']
  }
}

/** Changes in one schema, but not in those in it, what the upgrader leaves: `nullable` without a type, and what 2.0 has in other files. */
export function upgradeSchema(schema: Json): void {
  const { type, enum: values, items, discriminator, examples } = schema
  if (Array.isArray(type)) schema['type'] = [...new Set(type.flat())]
  if (isNullable(schema)) allowNull(schema)
  if (Array.isArray(values) && !values.includes(null) && Array.isArray(type) && type.includes('null'))
    values.push(null)
  if (Array.isArray(items)) {
    schema['prefixItems'] = items
    delete schema['items']
  }
  if (typeof discriminator === 'string') schema['discriminator'] = { propertyName: discriminator }
  if (isObject(examples)) schema['examples'] = [toObject(examples['default'])['value']]
  if (schema['contentMediaType'] !== undefined && type === undefined)
    Object.assign(schema, { type: 'string', format: 'binary' })
  if (schema['contentEncoding'] === 'base64') schema['format'] = 'byte'
}
