import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { boolean, that } from '../../options/schema.ts'
import type { Interaction } from '../consumer/interactions.ts'
import { addToPact } from '../file/pact-file.ts'
import { checkPactOptions } from '../option-table.ts'
import type { PactOptions } from '../options.ts'
import { type RecordedExchange, recognize } from './recognize.ts'
import { toWrittenInteraction } from './to-written-interaction.ts'

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
 * It adds the interactions to the file, so call it for each store, before its `reset()`.
 * Several test files, threads, and processes may do so at once. Pact needn't be installed.
 *
 * @example
 * const test = createPlantStoreTest()
 * test.afterEach(({ store }) => {
 *   recordPact(store, { consumer: 'shop' })
 * })
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 * @throws {Error} if the journal has dropped requests, so that the pact would be incomplete
 * @throws {PactConflictError} if the file has an interaction with the same description and states but other content
 */
export function recordPact(store: RecordedStore, options: RecordPactOptions): RecordedPact {
  check(store, recordedStore, 'the store')
  const { consumer, provider, spec, file } = checkPactOptions(options, { allowDropped: boolean })
  const { allowDropped = false } = options
  const { dropped } = store.requests
  if (dropped > 0 && !allowDropped)
    throw new Error(
      `Failed to record the pact: the journal has dropped ${dropped} requests. Give the store a larger journal, record more often, or pass allowDropped: true.`,
    )
  const recorded = new Map<string, Interaction>()
  const notRecorded = new Map<string, NotRecorded>()
  for (const exchange of store.requests.all()) {
    const found = recognize(exchange, store.path, spec)
    if (typeof found !== 'string') {
      recorded.set(found.description, found)
      continue
    }
    const { request, answer } = exchange
    const one = { request: `${request.method} ${request.path}`, status: answer?.status ?? 0, reason: found }
    const key = JSON.stringify(one)
    notRecorded.set(key, { ...one, count: (notRecorded.get(key)?.count ?? 0) + 1 })
  }
  const interactions = [...recorded.values()].map((interaction) => toWrittenInteraction(interaction, spec))
  const metadata = { pactSpecification: { version: spec === 'V4' ? '4.0' : '3.0.0' } }
  if (interactions.length > 0)
    addToPact(file, { consumer: { name: consumer }, provider: { name: provider }, interactions, metadata })
  return { file, recorded: [...recorded.keys()].sort(), notRecorded: [...notRecorded.values()], dropped }
}
