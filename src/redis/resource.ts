import { parseExactJson } from '../json/exact-json.ts'
import type { ResourceStorage, StoredRecord } from '../mock/storage/mock-storage.ts'
import type { RedisReply } from './connection.ts'
import { type Namespace, toRecordText } from './namespace.ts'
import type { ScriptName } from './scripts.ts'

function toRecord(address: string, text: string): StoredRecord {
  const [key, scope, value] = parseExactJson(text) as [string, Record<string, string>, unknown]
  return { address, key, scope, value }
}

const toArgs = (records: readonly StoredRecord[]): string[] =>
  records.flatMap((record) => [record.address, toRecordText(record)])

export function createSharedResource(namespace: Namespace, resource: string): ResourceStorage {
  const run = (name: ScriptName, args?: readonly string[]): Promise<RedisReply> =>
    namespace.run(name, args, resource)
  return {
    insert: async (records) => (await run('insert', toArgs(records))) as string[],
    async put(record) {
      await run('put', toArgs([record]))
    },
    swap: async (record, before) => (await run('swap', [...toArgs([record]), toRecordText(before)])) !== 0,
    async get(address) {
      const text = (await run('get', [address])) as string | null
      return text === null ? undefined : toRecord(address, text)
    },
    remove: async (address) => (await run('removeRecord', [address])) === 1,
    async list(offset = 0, limit = Infinity) {
      if (limit === 0) return []
      const last = limit === Infinity ? -1 : offset + limit - 1
      const range = [String(offset), String(last)]
      const [addresses = [], texts = []] = (await run('list', range)) as [string[], string[]]
      return addresses.map((address, index) => toRecord(address, texts[index] as string))
    },
    count: async () => (await run('count')) as number,
    async replaceAll(records) {
      await run('replaceAll', toArgs(records))
    },
  }
}
