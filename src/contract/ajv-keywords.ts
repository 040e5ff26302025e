import { _, type Ajv, type Code, type KeywordCxt, type KeywordDefinition, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import { mapValues } from '../json/map-values.ts'
import { isObject } from '../options/is-object.ts'
import { areUnique, isListed, isMultiple } from './compiled-functions.ts'
import { integerRanges } from './integer-ranges.ts'
import { writeValue } from './write-value.ts'

/** Stands for a bigint in what ajv compiles, because ajv also writes schemas as JSON. */
const bigintKey = '\0bigint'

/** Replaces bigints, at any depth, by what JSON can hold. */
export const wrapBigints = (value: unknown): unknown =>
  typeof value === 'bigint' ? { [bigintKey]: String(value) } : mapValues(value, wrapBigints)

const unwrapBigints = (value: unknown): unknown =>
  isObject(value) && bigintKey in value ? BigInt(String(value[bigintKey])) : mapValues(value, unwrapBigints)

const isNumber = (data: Code): Code => _`(typeof ${data} == "number" || typeof ${data} == "bigint")`

// Integers that no number holds are infinities.
const isInteger = (data: Code): Code =>
  _`(typeof ${data} == "bigint" || Number.isInteger(${data}) || ${data} === Infinity || ${data} === -Infinity)`

const typeChecks: Readonly<Record<string, (data: Code) => Code>> = {
  integer: isInteger,
  number: isNumber,
  null: (data) => _`${data} === null`,
  array: (data) => _`Array.isArray(${data})`,
  object: (data) => _`(typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data}))`,
  string: (data) => _`typeof ${data} == "string"`,
  boolean: (data) => _`typeof ${data} == "boolean"`,
}

/** A limit of numbers, which fails if the comparison of a value with it is true. */
const toLimit = (keyword: string, compare: (data: Code, limit: Code) => Code): KeywordDefinition => ({
  keyword,
  code: (context: KeywordCxt) =>
    context.fail(
      _`${isNumber(context.data)} && ${compare(context.data, toCode(unwrapBigints(context.schema)))}`,
    ),
})

/** Writes a value of JSON as code; one of a limit can be something else in a description, too. */
const toCode = (value: unknown): Code =>
  new _Code(typeof value === 'bigint' ? `BigInt(${JSON.stringify(String(value))})` : writeValue(value))

/** Makes what compiled code calls a function by: its name among those of {@link ./compiled-functions.ts}. */
const toCall = ({ gen }: KeywordCxt, check: { name: string }): Name =>
  gen.scopeValue('func', { ref: check, code: _`${new Name('kit')}${getProperty(check.name)}` })

/** A keyword whose value a function checks, which compiled code calls by its name. */
const toCheck = (
  keyword: string,
  check: { name: string },
  isFor: (data: Code) => Code,
): KeywordDefinition => ({
  keyword,
  code(context: KeywordCxt) {
    const call = toCall(context, check)
    const schema = unwrapBigints(context.schema)
    const value = context.gen.scopeValue('schema', { ref: schema, code: toCode(schema) })
    context.fail(_`${isFor(context.data)} && !${call}(${value}, ${context.data})`)
  },
})

/**
 * The keywords that replace those of ajv, because these ignore bigints, take quadratic time, or say too little. `exact…` are keywords
 * that {@link toCompilable} writes.
 */
const definitions: readonly KeywordDefinition[] = [
  toLimit('minimum', (data, limit) => _`${data} < ${limit}`),
  toLimit('maximum', (data, limit) => _`${data} > ${limit}`),
  toLimit('exclusiveMinimum', (data, limit) => _`${data} <= ${limit}`),
  toLimit('exclusiveMaximum', (data, limit) => _`${data} >= ${limit}`),
  {
    keyword: 'exactType',
    code: (context: KeywordCxt) => {
      const checks = (context.schema as string[]).map((type) => typeChecks[type]?.(context.data) ?? _`false`)
      context.fail(_`!(${checks.reduce((all, check) => _`${all} || ${check}`)})`)
    },
  },
  {
    keyword: 'exactFormat',
    code: (context: KeywordCxt) => {
      const [from, to] = integerRanges[context.schema] ?? [0n, 0n]
      const { data } = context
      context.fail(_`${isNumber(data)} && (${data} < ${toCode(from)} || ${data} > ${toCode(to)})`)
    },
  },
  toCheck('multipleOf', isMultiple, isNumber),
  toCheck('exactEnum', isListed, () => _`true`),
  {
    keyword: 'uniqueItems',
    code(context: KeywordCxt) {
      const call = toCall(context, areUnique)
      if (context.schema) context.fail(_`Array.isArray(${context.data}) && !${call}(${context.data})`)
    },
  },
  /** Fails for a value that is there although it mustn't be: see `direction`. */
  { keyword: 'unsent', code: (context) => context.fail(_`true`) },
  /** Fails if no branch of `anyOf`, or not exactly one of `oneOf`, matches: the branches are looked at again for the message. */
  { keyword: 'branches', code: (context) => context.fail(_`true`) },
]

export function addKeywords(ajv: Ajv): void {
  for (const definition of definitions) {
    const [keyword = ''] = [definition.keyword].flat()
    ajv.removeKeyword(keyword)
    ajv.addKeyword(definition)
  }
}
