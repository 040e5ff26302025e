import type { Resource } from '../contract.ts'
import { simplify, toNoun } from './names.ts'

type Index = ReadonlyMap<string, readonly Resource[]>

const indexes = new WeakMap<readonly Resource[], Index>()

/** Lists resources by the names of properties that have the key of one of their records, simplified. */
function createIndex(resources: readonly Resource[]): Index {
  const index = new Map<string, Resource[]>()
  for (const resource of resources)
    for (const suffix of new Set(['id', 'uuid', 'key', resource.key.property])) {
      const name = simplify(toNoun(resource) + suffix)
      if (suffix !== '') index.set(name, [...(index.get(name) ?? []), resource])
    }
  return index
}

/** Finds the resources of a whole contract whose keys a property has, as `roomId` has that of a room. */
export function findReferred(property: string, resources: readonly Resource[]): readonly Resource[] {
  const index = indexes.get(resources) ?? createIndex(resources)
  indexes.set(resources, index)
  return index.get(simplify(property)) ?? []
}
