import { _, type Ajv, type Code, type KeywordCxt, type KeywordDefinition } from 'ajv'
import { integerRanges, toCanonical } from './exact-values.ts'

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

/** Reads a number as an integer and the power of ten that it is divided by. */
function toDecimal(value: number | bigint): { digits: bigint; scale: number } {
  const [, whole = '0', fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? []
  const scale = fraction.length - Number(power)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Says whether a number is a multiple of another one, exactly as their decimals say. */
function isMultiple(value: number | bigint, of: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return true
  const [one, other] = [toDecimal(value), toDecimal(of)]
  const scale = Math.max(one.scale, other.scale)
  const toScale = ({ digits, scale: own }: { digits: bigint; scale: number }): bigint =>
    digits * 10n ** BigInt(scale - own)
  return toScale(one) % toScale(other) === 0n
}

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
      context.fail(_`${isNumber(data)} && (${data} < ${toLiteral(from)} || ${data} > ${toLiteral(to)})`)
    },
  },
  {
    keyword: 'multipleOf',
    validate: (of: number | bigint, value: unknown) =>
      (typeof value !== 'number' && typeof value !== 'bigint') || isMultiple(value, of),
  },
  {
    keyword: 'exactEnum',
    validate: (values: readonly unknown[], value: unknown) =>
      values.some((one) => one === value || toCanonical(one) === toCanonical(value)),
  },
  {
    keyword: 'uniqueItems',
    validate: (isUnique: boolean, value: unknown) =>
      !isUnique || !Array.isArray(value) || new Set(value.map(toCanonical)).size === value.length,
  },
  /** Fails for a value that is there although it mustn't be: see `direction`. */
  { keyword: 'unsent', validate: () => false },
  /** Fails if no branch of `anyOf`, or not exactly one of `oneOf`, matches: the branches are looked at again for the message. */
  { keyword: 'branches', validate: () => false },
]

/** Replaces keywords of ajv. */
export function addKeywords(ajv: Ajv): void {
  for (const definition of definitions) {
    const [keyword = ''] = [definition.keyword].flat()
    ajv.removeKeyword(keyword)
    ajv.addKeyword(definition)
  }
}
