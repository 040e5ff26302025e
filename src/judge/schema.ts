import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv'
import { openApi } from '../contract/generated/open-api.ts'
import type { Problem } from '../options/problems.ts'

/** The name of a schema of openapi.yaml. */
export type SchemaName = 'Plant' | 'NewPlant' | 'Error'

/** What is wrong with a value, and the keyword of JSON Schema that says so. */
export interface SchemaProblem extends Problem {
  /** `numeric` is `type`, and `range` is `format`, `minimum`, and `maximum`, of exact numbers. */
  keyword: string
}

/** The range of a number, and how messages call it. */
interface Range {
  kind: string
  from: number | bigint | undefined
  to: number | bigint | undefined
}

/** The ranges of OpenAPI's formats of integers (OpenAPI 3.1, Data Type Format). */
const formats: Readonly<Record<string, number>> = { int32: 32, int64: 64 }

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Integers as exact JSON has them: larger ones are bigints, and those that no number holds are infinities. */
const isInteger = (value: unknown): boolean =>
  typeof value === 'bigint' || value === Infinity || value === -Infinity || Number.isInteger(value)

const isOfType = (value: unknown, type: string): boolean => {
  if (type === 'integer') return isInteger(value)
  if (type === 'number') return isNumber(value)
  return type === 'null' ? value === null : typeof value === type
}

function toRange({ type, format, minimum, maximum }: AnySchemaObject): Range {
  const bits = formats[format ?? '']
  const edge = bits === undefined ? undefined : 2n ** BigInt(bits - 1)
  return {
    kind: [type].flat().includes('integer') ? 'an integer' : 'a number',
    from: minimum ?? (edge && -edge),
    to: maximum ?? (edge && edge - 1n),
  }
}

/**
 * Replaces what a schema says about numbers with keywords of our own, because those of ajv ignore bigints. Only schemas
 * are changed, not members that have the name of a keyword.
 */
function toExact(schema: AnySchemaObject): AnySchemaObject {
  const { type, format, minimum, maximum, ...own } = schema
  const types: string[] = [type ?? []].flat()
  const changed: AnySchemaObject = { ...own, ...(type !== undefined && { type }) }
  if (types.some((one) => one === 'integer' || one === 'number')) {
    delete changed['type']
    Object.assign(changed, { numeric: types, range: toRange(schema) })
  }
  for (const list of ['allOf', 'anyOf', 'oneOf'])
    if (own[list] !== undefined) changed[list] = own[list].map(toExact)
  if (own['items'] !== undefined) changed['items'] = toExact(own['items'])
  if (own['properties'] !== undefined) changed['properties'] = mapMembers(own['properties'])
  return changed
}

const mapMembers = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toExact(schema)]))

type Schemas = Record<string, AnySchemaObject>

const { schemas } = (openApi as { components: { schemas: Schemas } }).components

function createAjv(described: Schemas): Ajv {
  // The generator has checked the description, and reports keywords that it doesn't know.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, meta: false, validateSchema: false })
  ajv.addKeyword({
    keyword: 'numeric',
    validate: (types: string[], value: unknown) => types.some((type) => isOfType(value, type)),
  })
  ajv.addKeyword({
    keyword: 'range',
    validate: ({ from, to }: Range, value: unknown) =>
      !isNumber(value) || ((from === undefined || value >= from) && (to === undefined || value <= to)),
  })
  return ajv.addSchema({ components: { schemas: mapMembers(described) } }, 'openapi.yaml')
}

/** Describes what a schema asks for, as the end of the sentence "it must be …". */
function describeSchema(schema: AnySchemaObject): string {
  const { enum: values = 'const' in schema ? [schema['const']] : undefined, anyOf, oneOf = anyOf } = schema
  if (values !== undefined) return values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ')
  if (oneOf !== undefined) return oneOf.map(describeSchema).join(' or ')
  const types: string[] = [schema['numeric'] ?? schema['type'] ?? 'object'].flat()
  return types.map((type) => describeType(type, schema)).join(' or ')
}

function describeType(type: string, schema: AnySchemaObject): string {
  const { minLength = 0, maxLength, pattern, minItems = 0, range } = schema
  if (type === 'integer' || type === 'number') {
    const { kind, from, to }: Range = range
    if (from !== undefined && to !== undefined) return `${kind} from ${from} to ${to}`
    if (from !== undefined) return `${kind} from ${from}`
    return to === undefined ? kind : `${kind} up to ${to}`
  }
  if (type === 'string') {
    const lengths = maxLength === undefined ? `at least ${minLength}` : `${minLength} to ${maxLength}`
    const hasLength = minLength > 0 || maxLength !== undefined
    const matches = pattern === undefined ? '' : ` that matches ${pattern}`
    return `a string${hasLength ? ` of ${lengths} characters` : ''}${matches}`
  }
  if (type === 'array') return minItems === 0 ? 'an array' : `an array of ${minItems} or more items`
  return type === 'null' ? 'null' : type === 'object' ? 'an object' : `a ${type}`
}

/** Reads a JSON pointer (RFC 6901). */
const readPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function toProblem({ instancePath, keyword, params, parentSchema, data }: ErrorObject): SchemaProblem {
  const path = readPointer(instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const whole: AnySchemaObject = parentSchema ?? {}
  if (keyword === 'required') {
    const { missingProperty } = params
    const member: AnySchemaObject = whole['properties']?.[missingProperty] ?? {}
    return { keyword, path: [...path, missingProperty], expected: describeSchema(member), got: undefined }
  }
  if (keyword === 'additionalProperties') {
    const known = Object.keys(whole['properties'] ?? {})
    return { keyword, path: [...path, params['additionalProperty']], known }
  }
  return { keyword, path, expected: describeSchema(whole), got: data }
}

/** Makes the function that finds what is wrong with a value by one of some schemas. */
export function createFindProblems(described: Schemas): (name: string, value: unknown) => SchemaProblem[] {
  const ajv = createAjv(described)
  return (name, value) => {
    const validate = ajv.getSchema(`openapi.yaml#/components/schemas/${name}`)
    if (validate === undefined || validate(value)) return []
    // Each choice of several has errors of its own, which the error of the whole replaces.
    const errors = (validate.errors ?? []).filter(
      ({ schemaPath }) => !/\/(?:anyOf|oneOf)\/\d/.test(schemaPath),
    )
    const problems = new Map<string, SchemaProblem>()
    for (const error of errors) {
      const problem = toProblem(error)
      const key = JSON.stringify(problem.path)
      if (!problems.has(key)) problems.set(key, problem)
    }
    return [...problems.values()]
  }
}

/** Compiles the schemas when they are needed for the first time, which takes some milliseconds. */
let findProblems: ReturnType<typeof createFindProblems> | undefined

/**
 * Lists what is wrong with a value by a schema of openapi.yaml (docs/specification.md, section 2), as ajv finds it: one problem
 * for each member. The numbers of the value are exact.
 */
export function findSchemaProblems(name: SchemaName, value: unknown): SchemaProblem[] {
  findProblems ??= createFindProblems(schemas)
  return findProblems(name, value)
}

/** Lists the members that a schema of openapi.yaml names. */
export function listMembers(name: SchemaName): string[] {
  const read = (schema: AnySchemaObject): string[] => [
    ...Object.keys(schema['properties'] ?? {}),
    ...(schema['allOf'] ?? []).flatMap(read),
    ...(schema['$ref'] === undefined
      ? []
      : read(schemas[String(schema['$ref']).split('/').at(-1) ?? ''] ?? {})),
  ]
  return [...new Set(read(schemas[name] ?? {}))]
}
