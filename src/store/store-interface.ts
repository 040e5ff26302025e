import type { Asynchronous, Awaitable } from '../mock/awaitable.ts'
import type { Changes } from '../mock/changes.ts'
import type { Faults } from '../mock/faults/faults.ts'
import type { Strike } from '../mock/faults/strike.ts'
import type { Fetch } from '../mock/fetch.ts'
import type { Journal } from '../mock/journal/journal.ts'
import type { JournalRecord } from '../mock/journal/journal-entry.ts'
import type { Refuse } from './answers.ts'
import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { FailureName } from './failures.ts'
import type { ChangeableOptions, PlantStoreSettings } from './options.ts'
import type { Plants } from './plants.ts'

/** A plant store: it answers requests. You can pass its functions around on their own. */
export interface PlantStore<Requests = Journal, Active = Faults> {
  /** The path of the operation, including the base path. */
  readonly path: string
  /** The largest body in bytes. */
  readonly maxBody: number
  /** Answers a request of plain data: directly, or with a promise if a delay or the storage takes time. */
  handle(request: PlantRequest): PlantAnswer | Promise<PlantAnswer>
  /** Answers like the global `fetch`; rejects with a TypeError if a fault drops the connection. */
  fetch: Fetch
  plants: Plants
  requests: Requests
  faults: Active
  /** The current options of the store. */
  readonly settings: PlantStoreSettings
  /** Restores the initial state: seed and scenario, no faults, an empty journal. Delayed requests are dropped. */
  reset(): Promise<void>
  /**
   * Changes options while the store runs; those that are missing stay as they are. Plants, journal, and queued faults stay: new plants of the seed are added, its changed plants replace the old ones unless somebody else
   * changed them, and another scenario starts. Throws an {@link OptionsError} if an option is invalid, before anything changes.
   */
  configure(options: ChangeableOptions): Promise<void>
  /** Replaces all options that can change while the store runs, like `configure`; those that are missing get their defaults. */
  replaceOptions(options: ChangeableOptions): Promise<void>
}

/** What only a server needs of a store. */
interface ForServers {
  requests: {
    /** The request that came last; a shared store doesn't know it. */
    newest?(): JournalRecord | undefined
  }
  /** Refuses a request for a reason that a server found, and keeps it in the journal. */
  refuseRequest(
    request: PlantRequest,
    failure: FailureName,
    detail?: string,
  ): PlantAnswer | Promise<PlantAnswer>
  /** Takes the fault of a request that a server forwards to another service, and keeps the exchange in the journal, without its bodies. */
  passOn(request: PlantRequest): Awaitable<PassedRequest>
  /** Says whether a request is for an operation; an upstream gets the others. */
  covers(request: PlantRequest): boolean
  /** Names whose request it is, by its valid credential; undefined without one. */
  identify(request: PlantRequest): string | undefined
  /** Makes the answer to a failure that a server detects, such as invalid HTTP. */
  refuse: Refuse
  /** Counts changes, and calls those who watch. */
  readonly changes: Changes
}

/** A plant store with what only a server needs. */
export type ServedStore = PlantStore & ForServers

/** A plant store whose plants, journal, and faults are in a storage that other processes share. */
export type SharedPlantStore = Omit<
  PlantStore<Asynchronous<Journal>, Asynchronous<Faults>>,
  'configure' | 'replaceOptions'
>

/** A store of either kind: `await` each answer of its journal and faults. */
export type AnyPlantStore = PlantStore | SharedPlantStore

/** A shared store with what only a server needs. */
export type SharedServedStore = SharedPlantStore & ForServers

/** A store of either kind with what only a server needs. */
export type AnyServedStore = ServedStore | SharedServedStore

/** A request that a server forwards to another service. */
interface PassedRequest {
  strike: Strike
  /** Keeps the exchange in the journal, without the body of the answer. */
  finish(answer: PlantAnswer): void
}
