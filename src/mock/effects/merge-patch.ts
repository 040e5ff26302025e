import type { Schema } from '../../contract/contract.ts'
import { isObject } from '../../options/is-object.ts'

/**
 * Merges a patch into a value (RFC 7396 section 2).
 *
 * @param schema of the value: unless the patch is a merge patch by its content type, null is a value if the schema allows it
 */
export function mergePatch(value: unknown, patch: unknown, schema?: Schema): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(value) ? { ...value } : {}
  for (const [name, own] of Object.entries(patch)) {
    const inner = schema?.at(name)
    if (own === null && !inner?.facts().isNullable) delete merged[name]
    else merged[name] = isObject(own) ? mergePatch(merged[name], own, inner) : own
  }
  return merged
}
