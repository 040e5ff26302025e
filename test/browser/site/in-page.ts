import type { PlantStoreOptions } from '../../../src/index.ts'

/** What the door sends: a request that JSON can hold. */
export interface SentRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  /** The bytes of the body in base64; an array of numbers would take seconds for a large one. */
  body: string
}

/** A store that JSON can describe. */
export interface SentStore {
  options: Omit<PlantStoreOptions, 'storage'>
  /** The stored plants as JSON, as their ids may be larger than numbers are. */
  plants: string
}

/** What the tests call in the page of the door. */
export interface InPage {
  /** Puts a new store behind the worker, if one is given, and sends a request to it. */
  send(
    request: SentRequest,
    store?: SentStore,
  ): Promise<{ status: number; headers: Record<string, string>; body: string }>
}
