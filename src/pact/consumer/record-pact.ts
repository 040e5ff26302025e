import { join } from 'node:path'
import { type CheckedRequest, checkRequest } from '../../contract/check-request.ts'
import type { Contract, MediaType, Schema } from '../../contract/contract.ts'
import { isSuccess } from '../../http/exchange.ts'
import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions, type OptionTable, required } from '../../options/option-table.ts'
import { array, fields, oneOf, string, that } from '../../options/schema.ts'
import { fileName } from '../../options/values.ts'
import { createInteraction, type InteractionOptions } from './interaction.ts'
import { type Interaction, writePact } from './write-pact.ts'

/** The parties of a pact, and its file. */
export interface PactOptions {
  /** The name of the consumer. */
  consumer: string
  /** The name of the service; `plant-store` by default. */
  provider?: string
  /** The folder of the file `<consumer>-<provider>.json`; `pacts` by default. */
  dir?: string
  /** The version of Pact's format, V4 by default. */
  spec?: 'V4' | 'V3'
  /** What the client reads of responses, by the id of an operation, or with a status, as in `createRoom 422`: paths of properties such as `name` or `items.id`. Of others, the pact has all. */
  reads?: Readonly<Record<string, readonly string[]>>
}

/** What the options of a pact may be. */
export const pactOptions: OptionTable<PactOptions> = {
  consumer: required(fileName),
  provider: fileName,
  dir: string,
  spec: oneOf('V4', 'V3'),
  reads: fields('an object of operations and lists of properties', true, () => array(string)),
}

/** A request with its response, as the journal of a mock keeps them; header names are in lower case. */
export interface RecordedExchange {
  request: { method: string; path: string; headers: Readonly<Record<string, string>>; body: string }
  /** Undefined while the request waits; `status` is 0 if the connection was dropped. */
  response: { status: number; headers: Readonly<Record<string, string>>; body: string } | undefined
  /** Why the mock rejected it. */
  failure?: string
  /** The fault that was injected. */
  fault?: string
}

/** The part of a mock that a recording reads. */
export interface RecordedMock {
  contract: Contract
  requests: { all(): readonly RecordedExchange[]; readonly dropped: number }
}

/** A mock may be anything that has the part, such as a mock of another copy of the kit. */
const recordedMock = that(
  'a mock',
  (mock) => isObject(mock) && isObject(mock['requests']) && isObject(mock['contract']),
  true,
)

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
  /** The requests that the description doesn't document, in their order. */
  notRecorded: NotRecorded[]
}

/** Replaces each right value with the example of its schema, so that a pact doesn't depend on the values of a test; wrong ones stay. */
function toExample(
  value: unknown,
  schema: Schema | undefined,
  example: unknown = schema?.example(),
): unknown {
  if (schema === undefined) return undefined
  if (isObject(value) && schema.facts().types.includes('object')) {
    const own = isObject(example) ? example : {}
    const names = Object.keys(value).sort()
    const kept = names.map((name) => [name, toExample(value[name], schema.at(name), own[name])] as const)
    return Object.fromEntries(kept.filter(([, one]) => one !== undefined))
  }
  if (Array.isArray(value)) return value.length === 0 ? [] : [toExample(value[0], schema.at(0))]
  return value === null || schema.check(value).length > 0 ? value : (example ?? schema.example())
}

/** Copies only the properties of a value that a client reads, of each item of a list. */
function keep(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, paths))
  if (!isObject(value)) return value
  const kept = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const inner = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1))
    if (paths.includes(name)) return [[name, one]]
    return inner.length > 0 ? [[name, keep(one, inner)]] : []
  })
  return Object.fromEntries(kept)
}

const readBody = (media: MediaType | undefined, text: string): unknown => {
  try {
    return media?.parse(text)
  } catch {
    return undefined
  }
}

/** Says why an exchange is not in a pact, if it isn't. */
function findReason(
  { failure, fault }: RecordedExchange,
  { operation, problems }: CheckedRequest,
  status: number,
  isOfCredentials: boolean,
): string | undefined {
  if (fault !== undefined) return `the fault ${fault} was injected`
  if (operation.responses.pick(status) === undefined && !isOfCredentials)
    return `the status ${status} is not documented`
  const [wrong] = problems
  if (isSuccess(status) && wrong !== undefined) return `the request is wrong: ${wrong.message}`
  const isUnsaid = failure === 'forced' || (failure === 'unsupported-media-type' && status !== 415)
  return isUnsaid ? `the description doesn't say when a request fails with ${failure}` : undefined
}

/** Makes the interaction of an exchange, or says why there is none. */
function toInteraction(
  contract: Contract,
  exchange: RecordedExchange,
  reads: PactOptions['reads'] = {},
): Interaction | string {
  const { request, response, failure = '' } = exchange
  const { method, path, body } = request
  if (response === undefined) return 'the request still waits for its response'
  // The journal has no tokens.
  const tokens = Object.entries(request.headers).map(([name, value]) => [name, value.replace('***', 'token')])
  const headers: Record<string, string> = Object.fromEntries(tokens)
  const checked = checkRequest(contract, { method, path, headers, body })
  const match = contract.match(method, path)
  if (checked.kind !== 'operation' || match.kind !== 'operation')
    return 'the description has no such operation'
  const { operation, problems } = checked
  const { status } = response
  const isOfCredentials = status >= 400 && status < 500 && failure.endsWith('-credentials')
  const reason = findReason(exchange, checked, status, isOfCredentials)
  if (reason !== undefined) return reason
  const media = operation.body?.pick(headers['content-type']) ?? operation.body?.media[0]
  const sent = body === '' ? undefined : readBody(media, body)
  if (body !== '' && sent === undefined) return "Pact's mock can't expect a body that is not JSON"

  const [, query = ''] = path.split(/\?(.*)/s)
  const read = operation.readParameters({ pathParameters: match.pathParameters, query, headers })
  const inQuery = [...new URLSearchParams(query).keys()]
  const named = operation.parameters.filter(
    (one) =>
      one.in === 'query' && inQuery.some((name) => name === one.name || name.startsWith(`${one.name}[`)),
  )
  const ofFailure = failure === 'missing-credentials' ? 'missing' : 'invalid'
  const credentials = isOfCredentials ? ofFailure : 'valid'
  const received = operation.responses.pick(status)?.pick(response.headers['content-type'])
  const isRead = received !== undefined && response.body !== '' && !isOfCredentials
  const all = isRead ? toExample(readBody(received, response.body), received.schema) : null
  const paths = reads[`${operation.id} ${status}`] ?? (isSuccess(status) ? reads[operation.id] : undefined)
  const hasBody = operation.body !== undefined && (sent !== undefined || operation.body.isRequired)
  const options: InteractionOptions = {
    request: {
      ...(problems.some(({ place }) => place.startsWith('/path/')) && { path: read.path }),
      query: Object.fromEntries(named.map((one) => [one.name, toExample(read.query[one.name], one.schema)])),
      ...(hasBody && { body: toExample(sent, media?.schema.as('request')) ?? null }),
      credentials,
    },
    response: {
      status: isOfCredentials ? '4XX' : status,
      body: paths === undefined ? all : keep(all, paths),
    },
  }
  return createInteraction(contract, operation.id, options, true)
}

/**
 * Makes a pact from the requests that reached a mock: one interaction for each kind of request and response that the
 * description documents. The pact doesn't include the tokens and right values of the requests, so its bytes are the same in
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
  checkOptions(options, pactOptions)
  const { consumer, provider = 'plant-store', dir = 'pacts', spec = 'V4' } = options
  const { dropped } = mock.requests
  if (dropped > 0)
    throw new Error(
      `Failed to record the pact: the journal has dropped ${dropped} requests. Give the mock a larger journal, or record more often.`,
    )
  const recorded = new Map<string, Interaction>()
  const notRecorded: NotRecorded[] = []
  for (const exchange of mock.requests.all()) {
    const found = toInteraction(mock.contract, exchange, options.reads)
    const { request, response } = exchange
    if (typeof found !== 'string') recorded.set(found.description, found)
    else
      notRecorded.push({
        request: `${request.method} ${request.path}`,
        status: response?.status ?? 0,
        reason: found,
      })
  }
  if (recorded.size > 0) writePact({ consumer, provider, dir, spec }, recorded.values())
  const file = join(dir, `${consumer}-${provider}.json`)
  return { file, recorded: [...recorded.keys()].sort(), notRecorded }
}
