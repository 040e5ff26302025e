import type { Contract, Resource, ResourceEffect, Schema } from '../../contract/contract.ts'
import type { Call } from '../exchange.ts'
import type { Queue } from '../queue.ts'
import type { MockStorage, ResourceStorage, StoredRecord } from '../storage/mock-storage.ts'

/** What effects work with. */
export interface EffectContext {
  contract: Contract
  storage: MockStorage
  /** Gives a promise while the seed is being stored, or if that failed; then it rejects. */
  ready(): Promise<void> | undefined
  onDuplicate: 'reject' | 'replace' | 'keep'
  now(): Date
  /** Draws a random number from 0 to less than 1. */
  random(): number
  /** The last integer that was made as a key, by the resource. */
  lastKeys: Map<string, number | bigint>
  /** The changes of records, one after the other: a storage may take time between what one of them reads and writes. */
  queue: Queue
  /** Called after code has changed records. */
  onChange(): void
  /** What a storage has to remember of records that are removed. */
  state: ResourceStorage
  /** What a key has to match, by the resource. */
  keySchemas: Map<Resource, readonly Schema[]>
}

/** The name of {@link EffectContext.state} in the storage; no resource is called so. */
export const stateName = '/state'

/** A request with the effect of its operation. */
export interface EffectCall extends Call {
  effect: ResourceEffect
  /** The values of the path parameters that say whose record it is, by their name in storage. */
  scope: Readonly<Record<string, string>>
  records: ResourceStorage
}

/** What an effect did. */
export type Outcome =
  | { kind: 'record'; record: StoredRecord; isNew: boolean }
  | { kind: 'removed'; record: StoredRecord }
  | { kind: 'list'; page: Page }

/** A part of a list. */
export interface Page {
  items: readonly StoredRecord[]
  /** How many records match. */
  readonly total: number
  /** Where the part begins. */
  offset: number
  /** How many records it can have; undefined if it has all. */
  limit: number | undefined
}

/** Makes what tells a record apart from the others of its resource. */
export const toAddress = (
  resource: Resource,
  scope: Readonly<Record<string, string>>,
  key: string,
): string =>
  resource.scope.length === 0
    ? key
    : JSON.stringify([...resource.scope.map((name) => scope[name] ?? ''), key])
