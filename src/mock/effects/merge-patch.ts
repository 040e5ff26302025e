import type { Schema } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'

/**
 * Merges a patch into a value (RFC 7396 section 2).
 *
 * @param schema of the value: null is a value if the schema allows it
 * @param isStrict whether the patch is a merge patch by its content type: then null only stays if its property is required
 */
export function mergePatch(value: unknown, patch: unknown, schema?: Schema, isStrict = false): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(value) ? { ...value } : {}
  for (const [name, own] of Object.entries(patch)) {
    const inner = schema?.at(name)
    const isKept = inner?.facts().isNullable && (!isStrict || schema?.facts().required.includes(name))
    if (own === null && !isKept) delete merged[name]
    else merged[name] = isObject(own) ? mergePatch(merged[name], own, inner, isStrict) : own
  }
  return merged
}
