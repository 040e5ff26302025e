import type { MockStorage, ResourceStorage, StoredRecord } from './mock-storage.ts'

const none: readonly string[] = []

/** Keeps the records of one resource in this process's memory. */
export function createMemoryResource(): ResourceStorage {
  const records = new Map<string, StoredRecord>()
  /** All records, until one changes. */
  let listed: readonly StoredRecord[] | undefined
  const put = (record: StoredRecord): void => {
    listed = undefined
    records.set(record.address, record)
  }
  function listPage(offset: number, limit: number): StoredRecord[] {
    const page: StoredRecord[] = []
    let at = 0
    for (const record of records.values()) {
      if (page.length >= limit) break
      if (at++ >= offset) page.push(record)
    }
    return page
  }
  return {
    insert(added) {
      let taken: string[] | undefined
      for (const { address } of added) {
        if (!records.has(address)) continue
        taken ??= []
        taken.push(address)
      }
      if (taken !== undefined) return taken
      for (const record of added) put(record)
      return none
    },
    put,
    get: (address) => records.get(address),
    remove(address) {
      listed = undefined
      return records.delete(address)
    },
    list(offset = 0, limit = Infinity) {
      const isPart = offset > 0 || limit < records.size
      if (isPart) return listed?.slice(offset, offset + limit) ?? listPage(offset, limit)
      listed ??= [...records.values()]
      return listed
    },
    count: () => records.size,
    replaceAll(added) {
      records.clear()
      listed = undefined
      added.forEach(put)
    },
  }
}

/** Keeps records in this process's memory. */
export function createMemoryStorage(): MockStorage {
  const resources = new Map<string, ResourceStorage>()
  return {
    kind: 'memory',
    resource(name) {
      const found = resources.get(name) ?? createMemoryResource()
      resources.set(name, found)
      return found
    },
  }
}
