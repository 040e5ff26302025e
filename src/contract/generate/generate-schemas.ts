import type { AnySchemaObject } from 'ajv'
import { readTypes } from './check-schemas.ts'
import { mergeSchema, readName } from './merge-schema.ts'
import type { Schemas } from './open-api.ts'

/** The bounds that a format adds (OpenAPI 3.1, Data Type Format). */
const formats: Readonly<Record<string, { minimum: number | bigint; maximum: number | bigint }>> = {
  int32: { minimum: -2147483648, maximum: 2147483647 },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
}

const toVariable = (name: string): string => `${name[0]?.toLowerCase()}${name.slice(1)}Schema`

const write = (value: unknown): string => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value))

/** Writes a call; without arguments, the schema itself. */
const call = (name: string, ...values: readonly (string | undefined)[]): string => {
  const last = values.findLastIndex((value) => value !== undefined)
  const given = values.slice(0, last + 1).map((value) => value ?? 'undefined')
  return `/* @__PURE__ */ ${name}(${given.join(', ')})`
}

function toNumber(type: string, { format, minimum, maximum }: AnySchemaObject): string {
  const bounds = formats[format ?? '']
  const [from, to] = [minimum ?? bounds?.minimum, maximum ?? bounds?.maximum]
  if (from !== undefined && to !== undefined) {
    const isExact = typeof bounds?.minimum === 'bigint'
    return call(type, ...[from, to].map((bound) => write(isExact ? BigInt(bound) : bound)))
  }
  const kind = type === 'integer' ? 'an integer' : 'a number'
  const expected =
    from !== undefined ? `${kind} from ${from}` : to !== undefined ? `${kind} up to ${to}` : kind
  const [least, most] = [from, to].map((bound) => (bound === undefined ? undefined : write(bound)))
  return call('openRange', write(expected), write(type === 'integer'), least, most)
}

function toText({ pattern, minLength = 0, maxLength }: AnySchemaObject): string {
  const length = maxLength === undefined ? `at least ${minLength}` : `${minLength} to ${maxLength}`
  const hasLength = minLength > 0 || maxLength !== undefined
  const lengths = hasLength ? ` of ${length} characters` : ''
  if (pattern === undefined && !hasLength) return 'string'
  const matches = pattern === undefined ? '' : ` that matches ${pattern}`
  const size = hasLength ? `^(?=[^]{${minLength},${maxLength ?? ''}}$)` : ''
  // A pattern may match anywhere in a text.
  const own = pattern === undefined ? '' : hasLength ? `[^]*?(?:${pattern})` : pattern
  return call('text', write(`a string${lengths}${matches}`), String(new RegExp(size + own, 'u')))
}

/** Writes the expression that makes a schema, from those of src/options/schema.ts. */
function toExpression(schema: AnySchemaObject, schemas: Schemas): string {
  const inner = (part: AnySchemaObject): string => toExpression(part, schemas)
  if (schema['$ref'] !== undefined) return toVariable(readName(schema['$ref']))
  const own = schema['allOf'] === undefined ? schema : mergeSchema(schema, schemas)
  const { anyOf, oneOf = anyOf, items, properties = {}, required = [] } = own
  if (oneOf !== undefined) return call('anyOf', ...oneOf.map(inner))
  if ('const' in own) return call('oneOf', write(own['const']))
  if (own['enum'] !== undefined) return call('oneOf', ...own['enum'].map(write))
  const [type = '', ...more] = readTypes(own)
  if (more.length > 0) return call('anyOf', ...[type, ...more].map((one) => inner({ ...own, type: one })))
  if (type === 'null') return call('oneOf', 'null')
  if (type === 'string') return toText(own)
  if (type === 'integer' || type === 'number') return toNumber(type, own)
  if (type === 'array') return call('array', inner(items), write(own['minItems']))
  if (type !== 'object') return type
  const members = Object.entries(properties as Schemas).map(
    ([name, member]) => `\n  ${write(name)}: ${inner(member)},`,
  )
  return call(
    'object',
    `{${members.join('')}\n}`,
    write(required),
    write(own['additionalProperties'] ?? true),
  )
}

/** Writes named schemas, and those that they refer to, as code. */
export function generateSchemas(schemas: Schemas, names: readonly string[]): string {
  const code = new Map<string, string>()
  function add(name: string): void {
    const schema = schemas[name] ?? {}
    for (const [, other = ''] of JSON.stringify(
      schema['allOf'] ? mergeSchema(schema, schemas) : schema,
    ).matchAll(/"\$ref":"[^"]*\/(\w+)"/g))
      if (!code.has(other)) add(other)
    const isExported = names.includes(name) ? 'export ' : ''
    code.set(name, `${isExported}const ${toVariable(name)}: Schema = ${toExpression(schema, schemas)}\n`)
  }
  for (const name of names) if (!code.has(name)) add(name)
  const lines = [...code.values()].join('\n')
  const all = [
    'anyOf',
    'array',
    'boolean',
    'integer',
    'number',
    'object',
    'oneOf',
    'openRange',
    'string',
    'text',
  ]
  const used = all.filter((name) => new RegExp(`[ (]${name}\\b[(),\n]`).test(lines))
  return `import { ${[...used, 'type Schema'].join(', ')} } from '../../options/schema.ts'\n\n${lines}`
}
