import type { ExactInteger } from '../json/exact-integer.ts'
import { array, integer, object, type Schema, string, that } from '../options/schema.ts'

/** Limits of an id, or of another number, as keywords of JSON Schema. */
export interface IdLimits {
  minimum?: ExactInteger
  maximum?: ExactInteger
  enum?: readonly ExactInteger[]
}

/** Limits of a name or a tag, as keywords of JSON Schema; lengths count code points, and a pattern may match anywhere. */
export interface TextLimits {
  minLength?: number
  maxLength?: number
  pattern?: string
  enum?: readonly string[]
}

const toLimits = (value: Schema): Schema => object({ minimum: value, maximum: value, enum: array(value, 1) })

/** Any id. */
const anyId: Schema = /* @__PURE__ */ integer(-(2n ** 63n), 2n ** 63n - 1n)

/** The values of {@link IdLimits}, for an id. */
export const idLimits: Schema = /* @__PURE__ */ toLimits(anyId)

/**
 * The values of {@link IdLimits}, for another number.
 *
 * @public for code that is generated from a changed openapi.yaml
 */
export const numberLimits: Schema = /* @__PURE__ */ toLimits(
  /* @__PURE__ */ that('a number', (value) => typeof value === 'number' || typeof value === 'bigint'),
)

const length = /* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)

const isPattern = (value: unknown): boolean => {
  try {
    return typeof value === 'string' && !!new RegExp(value, 'u')
  } catch {
    return false
  }
}

const pattern: Schema = /* @__PURE__ */ that('a regular expression', isPattern)

/** The values of {@link TextLimits}. */
export const textLimits: Schema = /* @__PURE__ */ object({
  minLength: length,
  maxLength: length,
  pattern,
  enum: /* @__PURE__ */ array(string, 1),
})
