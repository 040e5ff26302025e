import type { Problem, Validate } from './problems.ts'

/** A JSON Schema, of the keywords that {@link createValidate} knows. */
export interface Schema {
  $ref?: string
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  required?: readonly string[]
  additionalProperties?: false
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasType(value: unknown, type: Schema['type']): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === 'number' ? Number.isFinite(value) : typeof value === type
}

const isOfOtherKind = ({ keyword, instancePath }: Problem, path: string): boolean =>
  instancePath === path && (keyword === 'type' || keyword === 'const')

/**
 * Creates a validator that reads its schema each time: slower than a generated one, but far smaller. It suits what people
 * write, not what requests send.
 *
 * @param definitions the schemas that `#/$defs/…` refers to
 */
export function createValidate(
  root: Schema,
  definitions: Readonly<Record<string, Schema | undefined>>,
): Validate {
  function find(value: unknown, schema: Schema, instancePath: string): Problem[] {
    const problems: Problem[] = []
    const check = (isRight: boolean, keyword: string, params: Problem['params']): void => {
      if (!isRight) problems.push({ instancePath, keyword, params })
    }
    const {
      $ref,
      type,
      anyOf,
      properties = {},
      items,
      minItems = 0,
      maxItems = Number.POSITIVE_INFINITY,
    } = schema
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    if ($ref !== undefined) return find(value, definitions[$ref.replace('#/$defs/', '')] ?? {}, instancePath)
    if (anyOf !== undefined) {
      const found = anyOf.map((one) => find(value, one, instancePath))
      if (found.some((one) => one.length === 0)) return []
      // What is wrong with a value of the right kind says more than which other kinds there are.
      const near = found.filter((one) => !one.some((problem) => isOfOtherKind(problem, instancePath)))
      return (near.length > 0 ? near : found).flat()
    }
    if (type !== undefined && !hasType(value, type)) check(false, 'type', { type })
    else if (isObject(value)) {
      for (const name of schema.required ?? []) check(name in value, 'required', { missingProperty: name })
      for (const [name, member] of Object.entries(value)) {
        const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
        if (inner !== undefined) problems.push(...find(member, inner, `${instancePath}/${name}`))
        else if (schema.additionalProperties === false) {
          check(false, 'additionalProperties', { additionalProperty: name, known: Object.keys(properties) })
        }
      }
    } else if (Array.isArray(value)) {
      check(value.length >= minItems, 'minItems', { limit: minItems })
      check(value.length <= maxItems, 'maxItems', { limit: maxItems })
      if (items !== undefined) {
        problems.push(...value.flatMap((item, index) => find(item, items, `${instancePath}/${index}`)))
      }
    } else if (typeof value === 'number') {
      check(value >= minimum, 'minimum', { limit: minimum })
      check(value <= maximum, 'maximum', { limit: maximum })
    }
    if (schema.enum !== undefined) check(schema.enum.includes(value), 'enum', { allowedValues: schema.enum })
    if ('const' in schema) check(schema.const === value, 'const', { allowedValue: schema.const })
    return problems
  }
  const validate: Validate = (value) => {
    const problems = find(value, root, '')
    validate.errors = problems
    return problems.length === 0
  }
  return validate
}
