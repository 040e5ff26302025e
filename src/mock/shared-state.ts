import type { Asynchronous } from './awaitable.ts'
import type { Changes } from './changes.ts'
import type { Fault, Scenario } from './faults/fault.ts'
import type { FaultTarget } from './faults/fault-state.ts'
import type { Faults } from './faults/faults.ts'
import type { Strike } from './faults/strike.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalRecord } from './journal/journal-entry.ts'
import type { RequestPattern } from './journal/request-pattern.ts'
import type { MockStorage, StoredRecord } from './storage/mock-storage.ts'

/** What replicas start with, and what a reset restores. */
export interface SharedStart {
  /** The records of the seed by the name of their resource; those of a resource without any are an empty list. */
  records: ReadonlyMap<string, readonly StoredRecord[]>
  scenario: Scenario | undefined
  randomSeed: number
  /** How many requests the journal keeps. */
  journal: number
  /** Throws an {@link OptionsError} if a fault or a pattern names an operation that doesn't exist. */
  checkNames(given: Fault | RequestPattern): void
}

/** What all replicas of a mock share besides their records. Everything rejects while the storage can't be reached. */
export interface SharedState {
  journal: Asynchronous<Journal>
  faults: Asynchronous<Faults>
  changes: Changes
  /**
   * Keeps a request in the journal, and sets its number. Resolves with the epoch.
   *
   * @param ifIdle whether to keep it only if no fault is active, and to resolve with undefined otherwise
   */
  record(record: JournalRecord, ifIdle: boolean): Promise<string | undefined>
  /** Keeps the response to a request that was kept without one. */
  settle(record: JournalRecord): Promise<void>
  /** Takes the fault of a request; exactly one replica gets it. */
  strike(target: FaultTarget): Promise<Strike>
  /** The current epoch; each reset begins another one. */
  readEpoch(): Promise<string>
  /** Restores the start for all replicas at once. */
  reset(): Promise<void>
}

/** A storage that keeps the journal and the faults, too, so that mocks in several processes are replicas of one. */
export interface SharedStorage extends MockStorage {
  /** Makes a mock a replica. The first one stores the start; of the others, only missing records are added. */
  share(start: SharedStart): SharedState
  /** The storage of a credential, which has its own records, journal, and faults. */
  forScope(scope: string): SharedStorage
  removeScope(scope: string): Promise<void>
}

export const isShared = (storage: unknown): storage is SharedStorage =>
  typeof (storage as Partial<SharedStorage> | null | undefined)?.share === 'function'
