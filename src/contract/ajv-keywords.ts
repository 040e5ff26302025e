import { _, type Ajv, type Code, type KeywordCxt, type KeywordDefinition, stringify } from 'ajv'
import { integerRanges, isMultiple, toCanonical } from './exact-values.ts'

const toLiteral = (value: number | bigint): Code =>
  typeof value === 'bigint' ? _`BigInt(${String(value)})` : _`${value}`

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
    context.fail(_`${isNumber(context.data)} && ${compare(context.data, toLiteral(context.schema))}`),
})

/** A limit of the code points of a string, which are counted only if `may` says that they could break it. */
const toLength = (
  keyword: string,
  operator: Code,
  may: (units: Code, limit: number) => Code,
): KeywordDefinition => ({
  keyword,
  code: (context: KeywordCxt) => {
    const { data, schema } = context
    const isLong = _`${may(_`${data}.length`, schema)} && [...${data}].length ${operator} ${schema}`
    context.fail(_`typeof ${data} == "string" && ${isLong}`)
  },
})

/** What generated code imports from `exact-values.ts`. */
const functions = { isMultiple, toCanonical }
const functionNames = { isMultiple: _`isMultiple`, toCanonical: _`toCanonical` }

const refer = ({ gen }: KeywordCxt, name: keyof typeof functions): Code =>
  gen.scopeValue('func', { ref: functions[name], code: functionNames[name] })

/**
 * The keywords that replace those of ajv, because these ignore bigints, take quadratic time, or say too little. `exact…` are keywords
 * that {@link toCompilable} writes.
 */
const definitions: readonly KeywordDefinition[] = [
  toLimit('minimum', (data, limit) => _`${data} < ${limit}`),
  toLimit('maximum', (data, limit) => _`${data} > ${limit}`),
  toLimit('exclusiveMinimum', (data, limit) => _`${data} <= ${limit}`),
  toLimit('exclusiveMaximum', (data, limit) => _`${data} >= ${limit}`),
  toLength('maxLength', _`>`, (units, limit) => _`${units} > ${limit}`),
  toLength('minLength', _`<`, (units, limit) => _`${units} < ${2 * limit}`),
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
      context.fail(_`${isNumber(data)} && (${data} < ${toLiteral(from)} || ${data} > ${toLiteral(to)})`)
    },
  },
  {
    keyword: 'multipleOf',
    code: (context: KeywordCxt) => {
      const { data, schema } = context
      context.fail(_`${isNumber(data)} && !${refer(context, 'isMultiple')}(${data}, ${toLiteral(schema)})`)
    },
  },
  {
    keyword: 'exactEnum',
    code: (context: KeywordCxt) => {
      const known = stringify((context.schema as unknown[]).map(toCanonical))
      context.fail(_`!${known}.includes(${refer(context, 'toCanonical')}(${context.data}))`)
    },
  },
  {
    keyword: 'uniqueItems',
    code: (context: KeywordCxt) => {
      const { data, schema } = context
      const values = _`new Set(${data}.map(${refer(context, 'toCanonical')}))`
      context.fail(_`${Boolean(schema)} && Array.isArray(${data}) && ${values}.size !== ${data}.length`)
    },
  },
  /** Fails for a value that is there although it mustn't be: see `direction`. */
  { keyword: 'unsent', code: (context: KeywordCxt) => context.fail(_`true`) },
  /** Fails if no branch of `anyOf`, or not exactly one of `oneOf`, matches: the branches are looked at again for the message. */
  { keyword: 'branches', code: (context: KeywordCxt) => context.fail(_`true`) },
]

/** Replaces keywords of ajv. */
export function addKeywords(ajv: Ajv): void {
  for (const definition of definitions) {
    const [keyword = ''] = [definition.keyword].flat()
    ajv.removeKeyword(keyword)
    ajv.addKeyword(definition)
  }
}
