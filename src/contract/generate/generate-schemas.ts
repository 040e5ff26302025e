import type { AnySchemaObject } from 'ajv'
import type { Schemas } from './open-api.ts'

const forPeople = ['$schema', 'title', 'description', 'example', 'examples']
const int32 = { minimum: -2147483648, maximum: 2147483647 }
const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }
const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

const toVariable = (name: string): string => `${name[0]?.toLowerCase()}${name.slice(1)}Schema`

const write = (value: unknown): string => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value))

const readName = ($ref: unknown): string => String($ref).split('/').at(-1) ?? ''

/** Joins a schema with those that it consists of. */
export function mergeSchema(
  { allOf = [], $ref, ...own }: AnySchemaObject,
  schemas: Schemas,
): AnySchemaObject & { required: readonly string[]; properties: Schemas } {
  const others: AnySchemaObject[] = $ref === undefined ? allOf : [schemas[readName($ref)] ?? {}]
  const parts = [...others.map((other) => mergeSchema(other, schemas)), own]
  const required = parts.flatMap((part) => part['required'] ?? [])
  const properties = Object.assign({}, ...parts.map((part) => part['properties']))
  return Object.assign({}, ...parts, { required, properties })
}

/** Writes the expression that makes a schema, from those of src/options/schema.ts. */
function toExpression(schema: AnySchemaObject, schemas: Schemas): string {
  const { $ref, type, ...keywords } = schema['allOf'] === undefined ? schema : mergeSchema(schema, schemas)
  if ($ref !== undefined) return toVariable(readName($ref))
  const left = new Map(Object.entries(keywords).filter(([keyword]) => !forPeople.includes(keyword)))
  function take<Value>(keyword: string, byDefault: Value): Value {
    const value = left.get(keyword) ?? byDefault
    left.delete(keyword)
    return value
  }
  const inner = (part: AnySchemaObject): string => toExpression(part, schemas)
  function toCall(): string {
    if (left.has('enum')) return `oneOf(${take('enum', []).map(write).join(', ')})`
    if (left.has('anyOf')) return `anyOf(${take('anyOf', []).map(inner).join(', ')})`
    if (type === 'integer' || type === 'number') {
      const format: string = take('format', '')
      const bounds = format === 'int64' ? int64 : format === 'int32' ? int32 : safe
      const [from, to] = [take('minimum', bounds.minimum), take('maximum', bounds.maximum)]
      return `${type}(${[from, to].map((bound) => write(format === 'int64' ? BigInt(bound) : bound)).join(', ')})`
    }
    if (type === 'string') {
      const pattern = take('pattern', '')
      if (pattern !== '')
        return `text(${write(`a string that matches ${pattern}`)}, ${new RegExp(pattern, 'u')})`
      const [from, to] = [take('minLength', 0), take<number | undefined>('maxLength', undefined)]
      if (from === 0 && to === undefined) return 'string'
      const length = to === undefined ? `at least ${from}` : `${from} to ${to}`
      return `text('a string of ${length} characters', /^[^]{${from},${to ?? ''}}$/u)`
    }
    if (type === 'boolean') return 'boolean'
    if (type === 'array') {
      const [items, from]: [string, number] = [inner(take('items', {})), take('minItems', 0)]
      return `array(${items}, ${from})`
    }
    if (type === 'object') {
      const members = Object.entries(take<Schemas>('properties', {})).map(
        ([name, member]) => `\n  ${write(name)}: ${inner(member)},`,
      )
      const isOpen = take('additionalProperties', true)
      return `object({${members.join('')}\n}, ${write(take('required', []))}, ${isOpen})`
    }
    throw new Error(`Failed to generate: schemas.ts can't check ${JSON.stringify(schema)}`)
  }
  const call = toCall()
  const [unknown] = left.keys()
  if (unknown === undefined) return call.includes('(') ? `/* @__PURE__ */ ${call}` : call
  throw new Error(`Failed to generate: schemas.ts can't check ${unknown} of ${JSON.stringify(schema)}`)
}

/** Writes named schemas, and those that they refer to, as code. */
export function generateSchemas(schemas: Schemas, names: readonly string[]): string {
  const code = new Map<string, string>()
  function add(name: string): void {
    const schema = schemas[name] ?? {}
    for (const [, other = ''] of JSON.stringify(schema['allOf'] ?? schema).matchAll(
      /"\$ref":"[^"]*\/(\w+)"/g,
    ))
      if (!code.has(other)) add(other)
    code.set(
      name,
      `${names.includes(name) ? 'export ' : ''}const ${toVariable(name)}: Schema = ${toExpression(schema, schemas)}\n`,
    )
  }
  for (const name of names) if (!code.has(name)) add(name)
  const lines = [...code.values()].join('\n')
  const all = ['anyOf', 'array', 'boolean', 'integer', 'number', 'object', 'oneOf', 'string', 'text']
  const used = all.filter((name) => new RegExp(`[ (]${name}\\b[(),\n]`).test(lines))
  return `import { ${[...used, 'type Schema'].join(', ')} } from '../../options/schema.ts'\n\n${lines}`
}
