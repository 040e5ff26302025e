import type { Operation } from '../contract.ts'

/** The operations on a path, on the same path with one more parameter, and what they can be called. */
export interface PathGroup {
  /** The path without the names of its parameters. */
  shape: string
  /** The last segment, without the extension of a file. */
  name: string
  /** The names of the parameters in the path, as its first operation calls them. */
  parameters: readonly string[]
  /** By method. */
  collection: Map<string, Operation>
  item: Map<string, Operation>
  itemPath?: string
}

const parameter = /\{([^{}]*)\}/g

export const listParameterNames = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name = '']) => name)

/** Writes a path without the names of its parameters, without a slash at its end, and without the extension of a file. */
export const toPathShape = (path: string): string =>
  path.replaceAll(parameter, '{}').replace(/(?:\.json|\.xml|\.\{\})?\/?$/, '')

export function groupPaths(operations: readonly Operation[]): PathGroup[] {
  const groups = new Map<string, PathGroup>()
  for (const operation of operations) {
    const { path, method } = operation
    const shape = toPathShape(path)
    const isItem = shape.endsWith('/{}')
    const own = isItem ? shape.slice(0, -3) : shape
    const name = own.slice(own.lastIndexOf('/') + 1)
    // Neither a version nor a parameter names something.
    if (/[?#]/.test(path) || /[{}]/.test(name) || /^(?:v\d[\d.]*|api|)$/i.test(name)) continue
    const names = listParameterNames(path)
    const group: PathGroup = groups.get(own) ?? {
      shape: own,
      name,
      parameters: names.slice(0, own.split('{}').length - 1),
      collection: new Map(),
      item: new Map(),
    }
    groups.set(own, group)
    if (isItem) group.itemPath ??= path
    const list = isItem ? group.item : group.collection
    if (!list.has(method)) list.set(method, operation)
  }
  return [...groups.values()]
}
