import type { SchemaPart } from '../contract/contract.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'

/** The schemas that a value has to match together. */
export type Parts = readonly SchemaPart[]

/** Makes a part that no description has. */
export const toPart = (json: SchemaPart['json']): SchemaPart => ({
  key: stringifyExactJson(json),
  json,
  at(...steps) {
    const inner = steps.reduce<unknown>((at, name) => Object(at)[name], json)
    return isObject(inner) ? [toPart(inner)] : []
  },
})

export const readKeyword = <Value>(parts: Parts, keyword: string): Value[] =>
  parts.flatMap(({ json }) => (json[keyword] === undefined ? [] : [json[keyword] as Value]))

export class NoValueError extends Error {}

export const failWithoutValue = (): never => {
  throw new NoValueError()
}
