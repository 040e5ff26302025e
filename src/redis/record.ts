import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import type { StoredRecord } from '../mock/storage/mock-storage.ts'

/** Writes the value of a record, and in a second line what its address doesn't say. */
export function toText({ address, key, scope, value }: StoredRecord): string {
  const text = stringifyExactJson(value ?? null)
  const isPlain = key === address && Object.keys(scope).length === 0
  return isPlain ? text : `${text}\n${JSON.stringify([key, scope])}`
}

/** Reads a record that was written so. */
export function toRecord(address: string, text: string): StoredRecord {
  // JSON on one line has no line feed.
  const [value = '', rest] = text.split('\n')
  const [key, scope] = rest === undefined ? [address, {}] : JSON.parse(rest)
  return { address, key, scope, value: parseExactJson(value) }
}
