import type { Awaitable } from '../awaitable.ts'

/** A record in the storage. */
export interface StoredRecord<Value = unknown> {
  /** Tells it apart from the other records of its resource. */
  readonly address: string
  /** Its own key, as text. */
  readonly key: string
  /** Whose record it is, by the names of path parameters. */
  readonly scope: Readonly<Record<string, string>>
  /** JSON; an integer that a number can't hold is a bigint. */
  readonly value: Value
}

/** The records of one resource. All methods may be asynchronous, so that a database can implement them; each call must be atomic. */
export interface ResourceStorage {
  /** Stores all records, or none if one of their addresses is taken; returns the addresses that are. */
  insert(records: readonly StoredRecord[]): Awaitable<readonly string[]>
  /** Stores a record; it replaces the one with the same address. */
  put(record: StoredRecord): Awaitable<void>
  /** Stores a record if the one with its address is still the given one; says whether it was. A storage that several processes share needs it, so that they don't overwrite each other's changes. */
  swap?(record: StoredRecord, before: StoredRecord): Awaitable<boolean>
  get(address: string): Awaitable<StoredRecord | undefined>
  /** Removes a record; says whether it was there. */
  remove(address: string): Awaitable<boolean>
  /** Lists records in the order in which they were first stored; by default all of them. */
  list(offset?: number, limit?: number): Awaitable<readonly StoredRecord[]>
  count(): Awaitable<number>
  /** Replaces all records. */
  replaceAll(records: readonly StoredRecord[]): Awaitable<void>
}

/** A storage of the records of all resources. */
export interface MockStorage {
  /** The name that the health of a mock shows, `custom` by default. */
  readonly kind?: string
  /** The records of a resource, by its name. */
  resource(name: string): ResourceStorage
}
