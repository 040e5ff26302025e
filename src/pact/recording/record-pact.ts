import { join } from 'node:path'
import { operation } from '../../contract/generated/operation.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { that } from '../../options/schema.ts'
import { bearer, type Interaction } from '../consumer/interactions.ts'
import { loadCore } from '../load-core.ts'
import { checkPactOptions, type PactOptions } from '../options.ts'
import { type RecordedExchange, recognize } from './recognize.ts'

/** The part of a mock that a recording reads. */
export interface RecordedMock {
  requests: { all(): readonly RecordedExchange[]; readonly dropped: number }
}

/** A mock may be anything that has the part, such as a mock of another copy of the kit. */
const recordedMock = that('a mock', (mock) => isObject(mock) && isObject(mock['requests']), true)

/** A request that is not in the pact. */
export interface NotRecorded {
  request: string
  /** The status of the response, or 0 without one. */
  status: number
  reason: string
}

/** What a recording wrote to the pact, and what it left out. */
export interface RecordedPact {
  /** The file of the pact, which doesn't change if nothing is recorded. */
  file: string
  /** The descriptions of the interactions, in the order of the file. */
  recorded: string[]
  /** The requests that the specification doesn't document, in their order. */
  notRecorded: NotRecorded[]
}

/** The versions of the format by their numbers in Pact's core. */
const versions = { V3: 4, V4: 5 } as const

/** Accepts the status of any client error. */
const anyClientError = { status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } } }

/** Lets Pact's core write interactions into the file of a pact, which keeps its other interactions. */
function writePact(
  { consumer, provider, dir, spec }: Required<PactOptions>,
  interactions: Iterable<Interaction>,
): void {
  const pact = loadCore('record the pact').makeConsumerPact(consumer, provider, versions[spec], 'error')
  const { method, path, contentType } = operation
  for (const { description, states, token, body, answer } of interactions) {
    const written = pact.newInteraction(description)
    for (const { name, params } of states)
      if (params === undefined) written.given(name)
      else written.givenWithParams(name, JSON.stringify(params))
    written.withRequest(method, path)
    if (token !== undefined) written.withRequestHeader('Authorization', 0, JSON.stringify(bearer(token)))
    written.withRequestHeader('Content-Type', 0, contentType)
    // With an empty text, Pact accepts no body. Without a body, it would accept any.
    written.withRequestBody(body === undefined ? '' : stringifyExactJson(body.json), contentType)
    written.withStatus(answer.status)
    if (answer.isAnyClientError) written.withResponseMatchingRules(JSON.stringify(anyClientError))
    if (answer.body !== undefined) written.withResponseBody(stringifyExactJson(answer.body), contentType)
  }
  pact.writePactFile(dir)
}

/**
 * Makes a pact from the requests that reached a mock of the plant store: one interaction for each kind of request and response that the
 * specification documents. The pact doesn't include the tokens, ids, and names of the requests, so its bytes are the same in
 * every run.
 *
 * Pact's core adds the interactions to the file, so call it for each mock, before its `reset()`. One with the description
 * and states of an earlier one replaces it. Processes that write one file at once lose interactions: run the tests in one
 * worker, or give each worker its own `dir`.
 *
 * @example
 * const test = createMockTest()
 * test.afterEach(({ mock }) => {
 *   recordPact(mock, { consumer: 'shop' })
 * })
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 * @throws {Error} if the journal has dropped requests, so that the pact would be incomplete
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export function recordPact(mock: RecordedMock, options: PactOptions): RecordedPact {
  check(mock, recordedMock, 'the mock')
  const checked = checkPactOptions(options)
  const { dropped } = mock.requests
  if (dropped > 0)
    throw new Error(
      `Failed to record the pact: the journal has dropped ${dropped} requests. Give the mock a larger journal, or record more often.`,
    )
  const recorded = new Map<string, Interaction>()
  const notRecorded: NotRecorded[] = []
  for (const exchange of mock.requests.all()) {
    const found = recognize(exchange)
    if (typeof found !== 'string') {
      recorded.set(found.description, found)
      continue
    }
    const { request, response } = exchange
    const status = response?.status ?? 0
    notRecorded.push({ request: `${request.method} ${request.path}`, status, reason: found })
  }
  if (recorded.size > 0) writePact(checked, recorded.values())
  const file = join(checked.dir, `${checked.consumer}-${checked.provider}.json`)
  return { file, recorded: [...recorded.keys()].sort(), notRecorded }
}
