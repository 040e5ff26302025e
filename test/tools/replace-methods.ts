import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import type { MockStorage, ResourceStorage } from '../../src/mock/storage/mock-storage.ts'

/** Makes a storage in memory whose resources have some other methods. */
export const replaceMethods = (
  replace: (records: ResourceStorage) => Partial<ResourceStorage>,
  memory: MockStorage = createMemoryStorage(),
): MockStorage => ({
  resource(name) {
    const records = memory.resource(name)
    return { ...records, ...replace(records) }
  },
})
