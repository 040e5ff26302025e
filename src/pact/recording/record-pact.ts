import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { boolean, that } from '../../options/schema.ts'
import type { Interaction } from '../consumer/interactions.ts'
import { checkPactOptions, type PactOptions } from '../options.ts'
import { type RecordedExchange, recognize } from './recognize.ts'
import { writePact } from './write-pact.ts'

/** The part of a plant store that a recording reads. */
export interface RecordedStore {
  /** The path of the operation in the store. */
  readonly path: string
  requests: { all(): readonly RecordedExchange[]; readonly dropped: number }
}

/** A store may be anything that has the part, such as a store of another copy of the kit. */
const recordedStore = that('a plant store', (store) => isObject(store) && isObject(store['requests']), true)

/** Options of a recording. */
export interface RecordPactOptions extends PactOptions {
  /** Whether to record even if the journal has dropped requests, instead of throwing an error; false by default. */
  allowDropped?: boolean
}

/** A group of similar requests that are not in the pact. */
export interface NotRecorded {
  request: string
  /** The status of the answer, or 0 without an answer. */
  status: number
  reason: string
  count: number
}

/** What a recording wrote to the pact, and what it left out. */
export interface RecordedPact {
  /** The file of the pact, which doesn't change if nothing is recorded. */
  file: string
  /** The descriptions of the interactions, in the order of the file. */
  recorded: string[]
  /** The requests that the specification doesn't document, in their order. */
  notRecorded: NotRecorded[]
  /** How many requests are missing because the journal was full. */
  dropped: number
}

/**
 * Makes a pact from the requests that reached a plant store: one interaction for each kind of request and answer that the
 * specification documents. The pact doesn't include the tokens, ids, and names of the requests, so its bytes are the same in
 * every run.
 *
 * Pact's core adds the interactions to the file, so call it for each store, before its `reset()`. One with the description
 * and states of an earlier one replaces it. Processes that write one file at once lose interactions: run the tests in one
 * worker, or give each worker its own `dir`.
 *
 * @example
 * const test = createPlantStoreTest()
 * test.afterEach(({ store }) => {
 *   recordPact(store, { consumer: 'shop' })
 * })
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 * @throws {Error} if the journal has dropped requests, so that the pact would be incomplete
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export function recordPact(store: RecordedStore, options: RecordPactOptions): RecordedPact {
  check(store, recordedStore, 'the store')
  const checked = checkPactOptions(options, { allowDropped: boolean })
  const { allowDropped = false } = options
  const { dropped } = store.requests
  if (dropped > 0 && !allowDropped)
    throw new Error(
      `Failed to record the pact: the journal has dropped ${dropped} requests. Give the store a larger journal, record more often, or pass allowDropped: true.`,
    )
  const recorded = new Map<string, Interaction>()
  const notRecorded = new Map<string, NotRecorded>()
  for (const exchange of store.requests.all()) {
    const found = recognize(exchange, store.path, checked.spec)
    if (typeof found !== 'string') {
      recorded.set(found.description, found)
      continue
    }
    const { request, answer } = exchange
    const one = { request: `${request.method} ${request.path}`, status: answer?.status ?? 0, reason: found }
    const key = JSON.stringify(one)
    notRecorded.set(key, { ...one, count: (notRecorded.get(key)?.count ?? 0) + 1 })
  }
  if (recorded.size > 0) writePact(checked, recorded.values())
  return {
    file: checked.file,
    recorded: [...recorded.keys()].sort(),
    notRecorded: [...notRecorded.values()],
    dropped,
  }
}
