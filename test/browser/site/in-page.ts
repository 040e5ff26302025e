import type { openNetwork } from '../../../src/adapters/msw/browser-network.ts'
import type { createHandlers, Mock, MockOptions } from '../../../src/adapters/msw/create-handlers.ts'
import type { createLastHandler, MswServer } from '../../../src/adapters/msw/network.ts'
import type { Contract } from '../../../src/contract/contract.ts'

/** A request that JSON can hold, and the mock that responds to it. */
export interface SentRequest {
  options: Omit<MockOptions, 'contract' | 'now' | 'respond' | 'storage'>
  /** The stored plants as JSON, since their ids may be larger than numbers are. */
  plants: string
  method: string
  path: string
  headers: [name: string, value: string][]
  /** The bytes of the body in base64; an array of numbers would take seconds for a large one. */
  body: string
}

/** What a page receives; null for a network failure. */
export type Received = { status: number; headers: Record<string, string>; body: string } | null

/** What tests use in a page. */
export interface Kit {
  /** A description of our own, compiled ahead of time. */
  bookings: Contract
  createHandlers: typeof createHandlers
  createLastHandler: typeof createLastHandler
  openNetwork: typeof openNetwork
  /** Starts a worker of MSW without handlers. */
  startWorker(): Promise<MswServer>
  /** Starts a worker with the handlers of a mock that has a Monstera with the id 1, and keeps plants in this item. */
  start(key?: string): Promise<Mock>
  /** Sends a plant; returns the status and the body, or the name of the error. */
  send(body: string): Promise<string>
  /** Sends a plant by XMLHttpRequest. */
  sendByXhr(body: string): Promise<string>
  /** Sends each request to a new mock behind a worker. */
  sendAll(requests: readonly SentRequest[]): Promise<Received[]>
  /** What the Content-Security-Policy has blocked, and the messages of errors that nothing handles. */
  complaints: string[]
}
