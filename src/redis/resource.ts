import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import type { ResourceStorage, StoredRecord } from '../mock/storage/mock-storage.ts'
import type { Namespace } from './namespace.ts'

/** Writes the value of a record, and in a second line what its address doesn't say. */
function toText({ address, key, scope, value }: StoredRecord): string {
  const text = stringifyExactJson(value ?? null)
  const isPlain = key === address && Object.keys(scope).length === 0
  return isPlain ? text : `${text}\n${JSON.stringify([key, scope])}`
}

function toRecord(address: string, text: string): StoredRecord {
  // JSON on one line has no line feed.
  const [value = '', rest] = text.split('\n')
  const [key, scope] = rest === undefined ? [address, {}] : JSON.parse(rest)
  return { address, key, scope, value: parseExactJson(value) }
}

/** Writes the arguments of scripts that store records. */
export const toScriptArgs = (records: readonly StoredRecord[]): string[] =>
  records.flatMap((record) => [record.address, toText(record)])

/** Makes the storage of the records of a resource that all replicas share. */
export const createSharedResource = ({ run }: Pick<Namespace, 'run'>): ResourceStorage => ({
  insert: async (records) => (await run('insert', toScriptArgs(records), true)) as string[],
  async put(record) {
    await run('put', toScriptArgs([record]))
  },
  async get(address) {
    const text = (await run('get', [address])) as string | null
    return text === null ? undefined : toRecord(address, text)
  },
  remove: async (address) => (await run('removeRecord', [address])) === 1,
  async list(offset = 0, limit = Infinity) {
    if (limit === 0) return []
    const last = limit === Infinity ? -1 : offset + limit - 1
    const range = [String(offset), String(last)]
    const [addresses = [], texts = []] = (await run('list', range, true)) as [string[], string[]]
    return addresses.map((address, index) => toRecord(address, texts[index] ?? 'null'))
  },
  count: async () => (await run('count', [])) as number,
  async replaceAll(records) {
    await run('replaceAll', toScriptArgs(records), true)
  },
})
