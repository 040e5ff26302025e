import { join } from 'node:path'
import { checkRequest } from '../../contract/check-request.ts'
import type { Contract, MediaType, Schema } from '../../contract/contract.ts'
import { isSuccess } from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions, type OptionTable, required } from '../../options/option-table.ts'
import { oneOf, string, that } from '../../options/schema.ts'
import { fileName } from '../../options/values.ts'
import { loadCore } from '../load-core.ts'
import { createInteraction, type Interaction, type InteractionOptions } from './interaction.ts'

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
}

/** What the options of a pact may be. */
export const pactOptions: OptionTable<PactOptions> = {
  consumer: required(fileName),
  provider: fileName,
  dir: string,
  spec: oneOf('V4', 'V3'),
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

const readBody = (media: MediaType | undefined, text: string): unknown => {
  try {
    return media?.parse(text)
  } catch {
    return undefined
  }
}

/** Says why an exchange is not in a pact, if it isn't. */
function findReason(
  { response, failure, fault }: RecordedExchange,
  checked: ReturnType<typeof checkRequest>,
  isOfCredentials: boolean,
): string | undefined {
  if (response === undefined) return 'the request still waits for its response'
  if (fault !== undefined) return `the fault ${fault} was injected`
  if (checked.kind !== 'operation') return 'the description has no such operation'
  const { status } = response
  if (checked.operation.responses.pick(status) === undefined && !isOfCredentials)
    return `the status ${status} is not documented`
  const [wrong] = checked.problems
  if (isSuccess(status) && wrong !== undefined) return `the request is wrong: ${wrong.message}`
  const isUnsaid = failure === 'forced' || (failure === 'unsupported-media-type' && status !== 415)
  return isUnsaid ? `the description doesn't say when a request fails with ${failure}` : undefined
}

/** Makes the interaction of an exchange, or says why there is none. */
function toInteraction(contract: Contract, exchange: RecordedExchange): Interaction | string {
  const { request, response, failure = '' } = exchange
  const { method, path, body } = request
  // The journal has no tokens.
  const tokens = Object.entries(request.headers).map(([name, value]) => [name, value.replace('***', 'token')])
  const headers: Record<string, string> = Object.fromEntries(tokens)
  const checked = checkRequest(contract, { method, path, headers, body })
  const status = response?.status ?? 0
  const isOfCredentials = status >= 400 && status < 500 && failure.endsWith('-credentials')
  const reason = findReason(exchange, checked, isOfCredentials)
  if (reason !== undefined || checked.kind !== 'operation' || response === undefined) return reason ?? ''
  const { operation, problems } = checked
  const media = operation.body?.pick(headers['content-type']) ?? operation.body?.media[0]
  const sent = body === '' ? undefined : readBody(media, body)
  if (body !== '' && sent === undefined) return "Pact's mock can't expect a body that is not JSON"
  const match = contract.match(method, path)
  const { pathParameters = {} } = match.kind === 'operation' ? match : {}
  const [, query = ''] = path.split(/\?(.*)/s)
  const read = operation.readParameters({ pathParameters, query, headers })
  const named = operation.parameters.filter(
    (one) => one.in === 'query' && one.name in read.query && query.includes(one.name),
  )
  const received =
    response.status === 204
      ? undefined
      : operation.responses.pick(status)?.pick(response.headers['content-type'])
  const credentials = !isOfCredentials ? 'valid' : failure === 'missing-credentials' ? 'missing' : 'invalid'
  const names = [...named.map(({ name }) => name), ...(isObject(sent) ? Object.keys(sent).sort() : [])]
  const wrong = problems.map(({ place, keyword }) => `${place.slice(1)} (${keyword})`)
  const description = [
    `${operation.id} gets ${isOfCredentials ? 'a 4xx' : status}`,
    credentials !== 'valid' && ` with ${credentials} credentials`,
    names.length > 0 && ` for ${names.join(', ')}`,
    wrong.length > 0 && ` as wrong: ${wrong.join(', ')}`,
  ]
  const isBodyless = operation.body === undefined || (sent === undefined && !operation.body.isRequired)
  const shown =
    received === undefined || isOfCredentials
      ? null
      : toExample(readBody(received, response.body), received.schema)
  const options: InteractionOptions = {
    description: description.filter(Boolean).join(''),
    request: {
      ...(problems.some(({ place }) => place.startsWith('/path/')) && { path: read.path }),
      query: Object.fromEntries(named.map((one) => [one.name, toExample(read.query[one.name], one.schema)])),
      ...(!isBodyless && { body: toExample(sent, media?.schema.as('request')) ?? null }),
      credentials,
    },
    response: { status: isOfCredentials ? '4XX' : status, body: shown },
  }
  return createInteraction(contract, operation.id, options, true)
}

/** Accepts the status of any client error. */
const anyClientError = { status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } } }

/** The versions of the format by their numbers in Pact's core. */
const versions = { V3: 4, V4: 5 } as const

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

/** Lets Pact's core write interactions into the file of a pact, which keeps its other interactions. */
function writePact(
  { consumer, provider, dir, spec }: Required<PactOptions>,
  interactions: Iterable<Interaction>,
): void {
  const pact = loadCore('record the pact').makeConsumerPact(consumer, provider, versions[spec], 'error')
  for (const { description, states, request, response } of interactions) {
    const written = pact.newInteraction(description)
    for (const { name, params } of states)
      if (params === undefined) written.given(name)
      else written.givenWithParams(name, stringifyExactJson(params))
    written.withRequest(request.method, toText(request.path))
    for (const [name, values] of Object.entries(request.query))
      values.forEach((value, at) => void written.withQuery(name, at, toText(value)))
    for (const [name, value] of Object.entries(request.headers))
      written.withRequestHeader(name, 0, toText(value))
    if (request.body !== undefined)
      written.withRequestBody(request.body, toText(request.headers['Content-Type'] ?? 'application/json'))
    written.withStatus(response.status)
    if (response.isAny4xx) written.withResponseMatchingRules(JSON.stringify(anyClientError))
    for (const [name, value] of Object.entries(response.headers))
      written.withResponseHeader(name, 0, toText(value))
    if (response.body !== undefined)
      written.withResponseBody(response.body, toText(response.headers['Content-Type'] ?? 'application/json'))
  }
  pact.writePactFile(dir)
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
    const found = toInteraction(mock.contract, exchange)
    if (typeof found !== 'string') {
      recorded.set(found.description, found)
      continue
    }
    const { request, response } = exchange
    notRecorded.push({
      request: `${request.method} ${request.path}`,
      status: response?.status ?? 0,
      reason: found,
    })
  }
  if (recorded.size > 0) writePact({ consumer, provider, dir, spec }, recorded.values())
  return {
    file: join(dir, `${consumer}-${provider}.json`),
    recorded: [...recorded.keys()].sort(),
    notRecorded,
  }
}
