import { upgrade } from '@scalar/openapi-upgrader'
import { isObject } from '../options/is-object.ts'
import { checkSize } from './check-size.ts'
import { ContractError } from './contract.ts'
import { createDescription, listItems, listMembers, type Place, step } from './description.ts'
import { toPointer } from './pointer.ts'
import { methods } from './walk.ts'

type Json = Record<string, unknown>

const toObject = (json: unknown): Json => (isObject(json) ? json : {})

const toTypes = (json: unknown): string[] | undefined =>
  Array.isArray(json) && json.length > 0 ? json.filter((item) => typeof item === 'string') : undefined

/** A form is urlencoded, unless it has a file or the description says something else. */
function toFormTypes(types: readonly string[], fields: readonly Json[]): string[] {
  const forms = types.filter((type) =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/i.test(type),
  )
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
    const pointer = target.pointer.replace(/^\/(?=(?:parameters|responses)\/)/, '/x-')
    return {
      ...rest,
      ...(schema !== undefined && {
        schema: target === place ? schema : { $ref: `#${encodeURI(pointer)}/schema` },
      }),
      ...(headers !== undefined && { headers: structuredClone(headers) }),
    }
  }

  function inlineOperation(operation: Place, shared: readonly Place[]): Json {
    const { consumes, produces, ...json } = toObject(operation.json)
    const parameters = [...shared, ...listItems(step(operation, 'parameters'))]
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
        listMembers(step(operation, 'responses')).map(([status, place]) => [status, copy(place)]),
      ),
    }
  }

  const paths = listMembers(step(description.root, 'paths')).map(([path, place]) => {
    const item = description.follow(place) ?? place
    const shared = listItems(step(item, 'parameters'))
    const operations = methods.map((method) => [method, step(item, method)] as const)
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
  const schemes = listMembers(step(description.root, 'securityDefinitions'))
  return {
    ...rest,
    swagger: '2.0',
    'x-parameters': parameters,
    'x-responses': responses,
    paths: Object.fromEntries(paths),
    securityDefinitions: Object.fromEntries(schemes.map(([name, { json }]) => [name, toObject(json)])),
  }
}

/**
 * Upgrades a document to OpenAPI 3.1, but for what {@link upgradeSchema} does. The document is changed.
 *
 * @throws {ContractError} if its parts aren't what they have to be
 */
export function upgradeDocument(document: Json, version: '2.0' | '3.0' | '3.1'): Json {
  if (version === '3.1') return document
  const old = version === '2.0' ? inline(document) : { ...document, openapi: '3.0.4' }
  if (version === '2.0') checkSize(old)
  try {
    return upgrade(old, '3.1') as Json
  } catch (error) {
    throw new ContractError(`it can't be upgraded from OpenAPI ${version} (${(error as Error).message})`)
  }
}

/** Where the parts of an upgraded document were before. */
export const oldPointers: readonly (readonly [to: string, from: string])[] = [
  [toPointer('components', 'schemas'), toPointer('definitions')],
  [toPointer('components', 'securitySchemes'), toPointer('securityDefinitions')],
  [toPointer('x-parameters'), toPointer('parameters')],
  [toPointer('x-responses'), toPointer('responses')],
]

/** Changes in one schema, but not in those in it, what the upgrader leaves: `nullable` without a type, and what 2.0 has in other files. */
export function upgradeSchema(schema: Json): void {
  const { type, enum: values, items, discriminator, examples } = schema
  const isNullable = schema['nullable'] === true || schema['x-nullable'] === true
  if (Array.isArray(type) || (isNullable && type !== undefined))
    schema['type'] = [...new Set([type, isNullable ? 'null' : []].flat(2))]
  if (isNullable)
    for (const keyword of ['oneOf', 'anyOf'])
      if (Array.isArray(schema[keyword])) schema[keyword].push({ type: 'null' })
  if (
    Array.isArray(values) &&
    !values.includes(null) &&
    (isNullable || (Array.isArray(type) && type.includes('null')))
  )
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
