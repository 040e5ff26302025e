import { readPointer } from '../../contract/pointer.ts'
import { isSame } from '../../json/is-same.ts'
import { isContainer, isObject } from '../../options/is-object.ts'

/** Thrown if a patch can't be applied; the message is one sentence. */
export class PatchError extends Error {
  /** The JSON pointer of the operation in the patch. */
  readonly at: string

  constructor(at: string, message: string) {
    super(message)
    this.at = at
  }
}

type Parent = Record<string, unknown> | unknown[]

/** Finds the container and the name of a place. */
function findParent(root: unknown, pointer: string, at: string): { parent: Parent; name: string } {
  const steps = readPointer(pointer)
  const name = steps.pop() ?? ''
  let parent = root
  for (const step of steps)
    parent = isContainer(parent) ? (parent as Record<string, unknown>)[step] : undefined
  if (!isContainer(parent)) throw new PatchError(at, `there is nothing at ${pointer}`)
  return { parent, name }
}

function get(root: unknown, pointer: string, at: string): unknown {
  if (pointer === '') return root
  const { parent, name } = findParent(root, pointer, at)
  if (!Object.hasOwn(parent, name)) throw new PatchError(at, `there is nothing at ${pointer}`)
  return (parent as Record<string, unknown>)[name]
}

function add(root: unknown, pointer: string, value: unknown, at: string): unknown {
  if (pointer === '') return value
  const { parent, name } = findParent(root, pointer, at)
  if (!Array.isArray(parent)) {
    if (name === '__proto__') throw new PatchError(at, 'the name __proto__ is not possible')
    parent[name] = value
    return root
  }
  const index = name === '-' ? parent.length : /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : Infinity
  if (index > parent.length) throw new PatchError(at, `${pointer} is not a place in the array`)
  parent.splice(index, 0, value)
  return root
}

function remove(root: unknown, pointer: string, at: string): unknown {
  get(root, pointer, at)
  if (pointer === '') return null
  const { parent, name } = findParent(root, pointer, at)
  if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else delete parent[name]
  return root
}

/**
 * Applies a JSON Patch (RFC 6902); the value isn't changed.
 *
 * @throws {PatchError} if an operation isn't one, or can't be applied
 */
export function applyJsonPatch(value: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw new PatchError('', 'the patch must be an array of operations')
  let root = structuredClone(value)
  for (const [index, step] of patch.entries()) {
    const at = `/${index}`
    const { op, path, from, value: given }: Record<string, unknown> = isObject(step) ? step : {}
    if (typeof path !== 'string') throw new PatchError(at, 'an operation must have a path')
    const source = (): string => {
      if (typeof from === 'string') return from
      throw new PatchError(at, `the operation ${String(op)} must have a from`)
    }
    switch (op) {
      case 'add':
        root = add(root, path, structuredClone(given), at)
        break
      case 'remove':
        root = remove(root, path, at)
        break
      case 'replace':
        get(root, path, at)
        root = path === '' ? given : add(remove(root, path, at), path, structuredClone(given), at)
        break
      case 'move': {
        const moved = get(root, source(), at)
        root = add(remove(root, source(), at), path, moved, at)
        break
      }
      case 'copy':
        root = add(root, path, structuredClone(get(root, source(), at)), at)
        break
      case 'test':
        if (!isSame(get(root, path, at), given))
          throw new PatchError(at, `the value at ${path} is another one`)
        break
      default:
        throw new PatchError(at, 'op must be add, remove, replace, move, copy, or test')
    }
  }
  return root
}
