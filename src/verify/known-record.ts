import type { Contract, Resource } from '../contract/contract.ts'
import { listParameterNames } from '../contract/resources/group-paths.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Draft } from '../probes/draft.ts'
import type { Random } from '../probes/random.ts'

export interface KnownRecord {
  resource: Resource
  key: unknown
  parent?: KnownRecord | undefined
  /** The values of the path parameters of its item, in their order. */
  pathValues: readonly unknown[]
  /** The record as it was sent, and as the response to its creation has it. */
  sent: unknown
  shown: unknown
  /** Whether the run has created it, so that it may be changed and removed. */
  isOwn: boolean
  /** The exchanges that made it, and what it belongs to. */
  before: readonly Exchange[]
}

export interface CreateOptions {
  /** What it belongs to; one that is used again by default. */
  parent?: KnownRecord | undefined
  change?: (draft: Draft) => Draft | undefined
}

export interface RunRecords {
  /** Returns a record of a resource that the run may use again, or why there is none. */
  get(resource: Resource, parent?: KnownRecord): Promise<KnownRecord | string>
  create(resource: Resource, options?: CreateOptions): Promise<KnownRecord | string>
  createAtOnce(resource: Resource, count: number, parent: KnownRecord | undefined): Promise<KnownRecord[]>
  /** Notes what a request has created, so that it is removed in the end. */
  note(draft: Draft, exchange: Exchange): void
  /** Uses another record from now on, since an operation may have used this one up. */
  renew(record: KnownRecord): void
  /** Notes that a record is gone, with all that belongs to it. */
  forget(record: KnownRecord): void
  /** All that were created and not removed, the latest first. */
  readonly left: readonly KnownRecord[]
}

/** What makes plain requests, with the records that they need. */
export interface RequestMaker {
  contract: Contract
  options: {
    params: Readonly<Record<string, string>>
    isSafe: boolean
    /** Whether keys that are integers have no more than 32 bits. */
    hasSmallKeys?: boolean
  }
  random: Random
  records: RunRecords
  send(draft: Draft): Promise<Exchange>
}

/** Picks the values of the path of a record; what is created below another one may be read at an address without that. */
export function toPathValues({ itemPath = '' }: Resource, values: readonly unknown[]): readonly unknown[] {
  const { length } = listParameterNames(itemPath)
  return length === 0 ? values : values.slice(-length)
}
