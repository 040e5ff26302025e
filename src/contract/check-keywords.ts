import { isObject } from '../options/is-object.ts'
import { createPattern } from './pattern.ts'
import { schemaKeywords } from './walk.ts'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Types that people write although JSON Schema hasn't them. */
const otherTypes: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  list: 'array',
  map: 'object',
}

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value)
const isSchemaMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isSchema)
const isSchemaList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isType = (value: unknown): boolean => types.includes(String(value))
const isText = (value: unknown): boolean => typeof value === 'string'
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const each = (
  names: readonly string[],
  check: (value: unknown) => boolean,
): Record<string, (value: unknown) => boolean> => Object.fromEntries(names.map((name) => [name, check]))

/** What the value of each keyword that the kit knows has to be (JSON Schema 2020-12, validation and applicators). */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...each(schemaKeywords.one, isSchema),
  ...each(schemaKeywords.map, isSchemaMap),
  ...each(schemaKeywords.list, isSchemaList),
  ...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], isCount),
  ...each(['minContains', 'maxContains'], isCount),
  ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], isNumber),
  ...each(['$ref', '$dynamicRef', 'format', 'pattern'], isText),
  ...each(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'], isBoolean),
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  required: isStrings,
  enum: (value) => Array.isArray(value) && value.length > 0,
  type: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isStrings),
  discriminator: (value) => isObject(value) && typeof value['propertyName'] === 'string',
}

/** Says what people mean by a wrong value of a keyword; undefined if nothing is known. */
function repair(keyword: string, value: unknown): unknown {
  if (keyword === 'type') return [value].flat().map((type) => otherTypes[String(type)] ?? type)
  // A number or boolean in quotes, as careless writers of YAML and generators make them.
  return typeof value === 'string' && /^(?:-?\d{1,15}|true|false)$/.test(value)
    ? JSON.parse(value)
    : undefined
}

const show = (value: unknown): string => {
  const text =
    JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

export interface RemovedKeyword {
  keyword: string
  message: string
}

/** Removes the keywords of one schema that mean nothing, so that whoever reads it can rely on the others. */
export function removeWrongKeywords(schema: Record<string, unknown>): RemovedKeyword[] {
  const removed: RemovedKeyword[] = []
  const remove = (keyword: string, message: string): void => {
    removed.push({ keyword, message })
    delete schema[keyword]
  }
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    if (checks[keyword]?.(value) === false) {
      const repaired = repair(keyword, value)
      if (checks[keyword](repaired)) schema[keyword] = repaired
      else remove(keyword, `The keyword ${keyword} can't be ${show(value)}. It is ignored.`)
    }
  }
  for (const keyword of ['pattern', 'patternProperties']) {
    const value = schema[keyword]
    const list = isObject(value) ? Object.keys(value) : value === undefined ? [] : [value]
    const wrong = list.find((expression) => createPattern(String(expression)) === undefined)
    if (wrong !== undefined)
      remove(
        keyword,
        `The pattern ${show(wrong)} isn't a regular expression of JavaScript. Nothing is checked against it.`,
      )
  }
  return removed
}
