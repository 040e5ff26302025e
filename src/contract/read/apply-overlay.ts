import { type JSONValue, query } from 'json-p3'
import { isObject } from '../../options/is-object.ts'
import type { Path } from '../../options/problems.ts'
import { ContractError } from '../contract.ts'

/** Merges an update into what a target has: objects by their members, and arrays one after the other. */
function merge(target: unknown, update: unknown): unknown {
  if (Array.isArray(target)) return [...target, ...[update].flat()]
  if (!isObject(target) || !isObject(update)) return update
  const merged = { ...target }
  for (const [name, value] of Object.entries(update))
    merged[name] = Object.hasOwn(merged, name) ? merge(merged[name], value) : value
  return merged
}

function change(document: unknown, path: Path, value: unknown): unknown {
  const name = path.at(-1)
  if (name === undefined) return value
  const parent = path.slice(0, -1).reduce<unknown>((at, one) => Object(at)[one], document)
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(name), 1)
  else if (isObject(parent) && value === undefined) delete parent[name]
  else if (isObject(parent) || Array.isArray(parent)) (parent as Record<string, unknown>)[name] = value
  return document
}

/**
 * Applies an overlay to a description.
 *
 * @see https://spec.openapis.org/overlay/v1.0.0.html
 *
 * @throws {ContractError} if it isn't an overlay, or one of its actions changes nothing
 */
export function applyOverlay(document: unknown, overlay: unknown): unknown {
  if (!isObject(overlay) || overlay['overlay'] === undefined || !Array.isArray(overlay['actions']))
    throw new ContractError('it is not an OpenAPI Overlay: it must have overlay, with a version, and actions')
  let changed = document
  for (const [index, action] of overlay['actions'].entries()) {
    const target = isObject(action) ? action['target'] : undefined
    if (!isObject(action) || typeof target !== 'string')
      throw new ContractError(`its action ${index + 1} has no target`)
    let found: { value: unknown; location: (string | number)[] }[]
    try {
      found = query(target, changed as JSONValue).nodes
    } catch (error) {
      throw new ContractError(
        `the target of its action ${index + 1} isn't JSONPath: ${(error as Error).message}`,
      )
    }
    if (found.length === 0)
      throw new ContractError(`the target ${target} of its action ${index + 1} matches nothing`)
    // The last items first, so that removing one doesn't move the others.
    for (const { value, location } of found.reverse())
      changed = change(
        changed,
        location,
        action['remove'] === true ? undefined : merge(value, structuredClone(action['update'])),
      )
  }
  return changed
}
