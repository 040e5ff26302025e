import type { Awaitable } from '../../store/awaitable.ts'

/** A record in the storage. */
export interface StoredRecord {
  /** Tells it apart from the other records of its resource. */
  address: string
  /** Its own key, as text. */
  key: string
  /** Whose record it is, by the names of path parameters. */
  scope: Readonly<Record<string, string>>
  value: unknown
}

/** The records of one resource. All methods may be asynchronous, so that a database can implement them; each call must be atomic. */
export interface ResourceStorage {
  /** Stores a record unless its address is taken; says whether it did. */
  insert(record: StoredRecord): Awaitable<boolean>
  /** Stores a record; it replaces the one with the same address. */
  put(record: StoredRecord): Awaitable<void>
  get(address: string): Awaitable<StoredRecord | undefined>
  /** Removes a record; says whether it was there. */
  remove(address: string): Awaitable<boolean>
  /** Lists all records in the order in which they were first stored. */
  list(): Awaitable<readonly StoredRecord[]>
  count(): Awaitable<number>
  /** Replaces all records. */
  replaceAll(records: readonly StoredRecord[]): Awaitable<void>
}

/** A storage of the records of all resources. */
export interface MockStorage {
  /** The name that the health of a mock shows. */
  readonly kind: string
  /** The records of a resource, by its name. */
  resource(name: string): ResourceStorage
}
