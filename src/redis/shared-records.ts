import type { MockStorage, ResourceStorage } from '../mock/storage/mock-storage.ts'
import type { Connection } from './connection.ts'
import { openNamespace } from './namespace.ts'
import { createSharedResource } from './resource.ts'

/**
 * Makes the records of a mock that all replicas share. Those of all resources are kept as long as one of them is used.
 *
 * @param name the name of the namespace
 * @param ttl milliseconds that records are kept without use
 */
export function createSharedRecords(connection: Connection, name: string, ttl: number): MockStorage {
  const resources = new Map<string, ResourceStorage>()
  const initial = { seed: [], scenario: undefined, randomSeed: 1 }
  function open(resource: string): ResourceStorage {
    const listOthers = (): string[] => [...resources.keys()].filter((other) => other !== resource)
    return createSharedResource(openNamespace(connection, name, ttl, initial, resource, listOthers))
  }
  return {
    kind: 'redis',
    resource(wanted) {
      const found = resources.get(wanted) ?? open(wanted)
      resources.set(wanted, found)
      return found
    },
  }
}
