type Json = Record<string, unknown>

/** Keywords that say nothing about whether a value is valid, and stay on the outside of a schema that is wrapped. */
const annotations = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  'xml',
  'externalDocs',
])

/** Turns the exclusive limit of OpenAPI 3.0, which is a boolean, into a number. */
function upgradeLimit(schema: Json, exclusive: string, limit: string): void {
  if (typeof schema[exclusive] !== 'boolean') return
  if (schema[exclusive] && schema[limit] !== undefined) {
    schema[exclusive] = schema[limit]
    delete schema[limit]
  } else delete schema[exclusive]
}

function allowNull(schema: Json): void {
  const { type, enum: values } = schema
  if (type !== undefined) {
    schema['type'] = [...new Set([type, 'null'].flat())]
    if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...values, null]
    return
  }
  const inner: Json = {}
  for (const keyword of Object.keys(schema).filter((name) => !annotations.has(name))) {
    inner[keyword] = schema[keyword]
    delete schema[keyword]
  }
  // A schema without any keyword allows null anyway.
  if (Object.keys(inner).length > 0) schema['anyOf'] = [inner, { type: 'null' }]
}

/**
 * Changes one schema of OpenAPI 3.0 or Swagger 2.0, but not those in it, to JSON Schema 2020-12. Null is allowed wherever `nullable`
 * is, also beside `$ref` and `allOf`, where 3.0 is ambiguous and people mean it.
 *
 * @see https://spec.openapis.org/oas/v3.0.4.html#schema-object
 */
export function upgradeSchema(schema: Json): void {
  upgradeLimit(schema, 'exclusiveMinimum', 'minimum')
  upgradeLimit(schema, 'exclusiveMaximum', 'maximum')
  if (Array.isArray(schema['items'])) {
    schema['prefixItems'] = schema['items']
    delete schema['items']
  }
  if (schema['type'] === 'file') Object.assign(schema, { type: 'string', format: 'binary' })
  if (typeof schema['discriminator'] === 'string')
    schema['discriminator'] = { propertyName: schema['discriminator'] }
  const isNullable = schema['nullable'] === true || schema['x-nullable'] === true
  delete schema['nullable']
  delete schema['x-nullable']
  if (isNullable) allowNull(schema)
}
