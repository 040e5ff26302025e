import type { MockStorage, ResourceStorage, StoredRecord } from './mock-storage.ts'

function createResourceStorage(): ResourceStorage {
  const records = new Map<string, StoredRecord>()
  /** All records, until one changes. */
  let listed: readonly StoredRecord[] | undefined
  const put = (record: StoredRecord): void => {
    listed = undefined
    records.set(record.address, record)
  }
  return {
    insert(record) {
      if (records.has(record.address)) return false
      put(record)
      return true
    },
    put,
    get: (address) => records.get(address),
    remove(address) {
      listed = undefined
      return records.delete(address)
    },
    list() {
      listed ??= [...records.values()]
      return listed
    },
    count: () => records.size,
    replaceAll(added) {
      records.clear()
      listed = undefined
      for (const record of added) put(record)
    },
  }
}

/** Keeps records in this process's memory. */
export function createMemoryStorage(): MockStorage {
  const resources = new Map<string, ResourceStorage>()
  return {
    kind: 'memory',
    resource(name) {
      const found = resources.get(name) ?? createResourceStorage()
      resources.set(name, found)
      return found
    },
  }
}
