import type { PlantStoreOptions } from '../../../src/index.ts'

/** What the door sends: a request that JSON can hold. */
export interface SentRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  /** The bytes of the body. */
  body: number[]
}

/** The options of a store that JSON can hold. */
export type SentOptions = Omit<PlantStoreOptions, 'storage'>

/** What the tests call in the page of the door. */
export interface InPage {
  /** Puts a new store behind the worker; the plants are JSON, as their ids may be larger than numbers are. */
  open(options: SentOptions, plants: string): Promise<void>
  send(request: SentRequest): Promise<{ status: number; headers: Record<string, string>; body: string }>
}
