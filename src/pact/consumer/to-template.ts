import type { Schema } from '../../contract/contract.ts'
import { isSame } from '../../json/is-same.ts'
import { escapeRegExp } from '../../options/escape-regexp.ts'
import { isObject } from '../../options/is-object.ts'

/** A value with its matchers, in the form that Pact's `jsonBody` takes ("integration JSON"). */
export type Template = unknown

/** What strings of a format look like, for Pact's matcher of patterns, which matches the whole text. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})',
  date: '\\d{4}-\\d{2}-\\d{2}',
  uuid: '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}',
  ipv4: '\\d{1,3}(?:\\.\\d{1,3}){3}',
  email: '[^@\\s]+@[^@\\s]+',
}

export const toMatcher = (type: string, value: Template, more: object = {}): object => ({
  'pact:matcher:type': type,
  value,
  ...more,
})

function ofString(value: string, schema: Schema | undefined): Template {
  const { values, format = '' } = schema?.facts() ?? {}
  if (values !== undefined)
    return toMatcher('regex', value, { regex: values.map((one) => escapeRegExp(String(one))).join('|') })
  const pattern = isObject(schema?.json) ? schema.json['pattern'] : undefined
  // Patterns of schemas match anywhere in a text.
  if (typeof pattern === 'string')
    return toMatcher('regex', value, { regex: `[\\s\\S]*(?:${pattern})[\\s\\S]*` })
  return formats[format] === undefined
    ? toMatcher('type', value)
    : toMatcher('regex', value, { regex: formats[format] })
}

/** Lets a provider state replace the value of a template. */
export const fromState = (matcher: object, expression: string): object => ({
  ...matcher,
  'pact:generator:type': 'ProviderState',
  expression,
})

/** Makes a template that matches all values of a schema that are like an example: integers exactly as integers, formats and patterns as patterns, lists as lists of their first item. What is also in `exact` stays as it is. */
export function toTemplate(value: unknown, schema: Schema | undefined, exact?: unknown): Template {
  if (exact !== undefined && isSame(value, exact)) return value
  if (Array.isArray(value)) {
    if (value.length === 0) return toMatcher('type', [])
    return toMatcher('type', [toTemplate(value[0], schema?.at(0))], { min: 1 })
  }
  if (isObject(value)) {
    const of = isObject(exact) ? exact : {}
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, toTemplate(one, schema?.at(name), of[name])]),
    )
  }
  if (typeof value === 'bigint') return toMatcher('integer', value)
  if (typeof value === 'number') {
    const isInteger = Number.isInteger(value) && !(schema?.facts().types.includes('number') ?? true)
    return toMatcher(isInteger ? 'integer' : 'number', value)
  }
  if (typeof value === 'string') return ofString(value, schema)
  return value === null ? null : toMatcher('type', value)
}

/** Copies an example with only what its schema requires, and with what is given. */
export function pickProperties(example: unknown, schema: Schema | undefined, given: unknown): unknown {
  if (Array.isArray(example) && given === undefined)
    return example.map((item, at) => pickProperties(item, schema?.at(at), undefined))
  if (!isObject(example) || (given !== undefined && !isObject(given)))
    return given === undefined ? example : given
  const own = isObject(given) ? given : {}
  const required = schema?.facts().required ?? []
  const names = [...Object.keys(example).filter((name) => required.includes(name)), ...Object.keys(own)]
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, pickProperties(example[name], schema?.at(name), own[name])]),
  )
}
