import { join } from 'node:path'
import { checkRequest, type RequestProblem } from '../../contract/check-request.ts'
import type { Contract, MediaType, Schema } from '../../contract/contract.ts'
import { isSuccess } from '../../http/exchange.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions, type OptionTable, required } from '../../options/option-table.ts'
import { array, custom, fields, oneOf, string } from '../../options/schema.ts'
import { fileName } from '../../options/values.ts'
import { byState } from '../states.ts'
import { createInteraction } from './create-interaction.ts'
import type { SentParameter } from './name-records.ts'
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
  /** What the client reads, by the id of an operation, or with a status, as in `createRoom 422`: paths such as `name` or `items.id`. Of others, the pact has all. */
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

/** The part of a mock that a recording reads. */
export interface RecordedMock {
  contract: Contract
  requests: { all(): readonly JournalEntry[]; readonly dropped: number }
}

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
  if (!isObject(value) || paths.includes('')) return value
  const toInner = (name: string): string[] =>
    paths.flatMap((path) => (`${path}.`.startsWith(`${name}.`) ? path.slice(name.length + 1) : []))
  const kept = Object.entries(value).filter(([name]) => toInner(name).length > 0)
  return Object.fromEntries(kept.map(([name, one]) => [name, keep(one, toInner(name))]))
}

const readBody = (media: MediaType | undefined, text: string): unknown => {
  try {
    return media?.parse(text)
  } catch {
    return undefined
  }
}

/** Names what was sent, and what was wrong with it. */
function describe(
  parameters: readonly SentParameter[],
  body: unknown,
  wrong: readonly RequestProblem[],
): string {
  const ofQuery = parameters.filter(({ parameter }) => parameter.in === 'query')
  const ofBody = isObject(body) ? Object.keys(body) : []
  const names = [...ofQuery.map(({ parameter }) => parameter.name), ...ofBody].join(', ')
  const problems = wrong.map(({ place, keyword }) => `${place.slice(1)} (${keyword})`).join(', ')
  return `${names && ` for ${names}`}${problems && ` as wrong: ${problems}`}`
}

/** Makes the interaction of an exchange, or says why there is none. */
function toInteraction(
  contract: Contract,
  { request, response, failure }: JournalEntry,
  reads: PactOptions['reads'] = {},
): Interaction | string {
  const { method, path, body } = request
  const status = response?.status ?? 0
  // The journal has no tokens.
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value.replace('***', 'token')]),
  )
  const checked = checkRequest(contract, { method, path, headers, body })
  const match = contract.match(method, path)
  if (checked.kind !== 'operation' || match.kind !== 'operation')
    return 'the description has no such operation'
  const { operation } = checked
  const isOfCredentials = failure === 'missing-credentials' || failure === 'invalid-credentials'
  const ofFailure = failure === 'missing-credentials' ? 'missing' : 'invalid'
  const credentials = isOfCredentials ? ofFailure : 'valid'
  const documented = operation.responses.pick(status)
  if (documented === undefined && !isOfCredentials) return `the status ${status} is not documented`
  const wrong = checked.problems.filter(({ reason }) => reason !== 'credentials')
  if (isSuccess(status) && wrong[0] !== undefined) return `the request is wrong: ${wrong[0].message}`
  const isExplained = isSuccess(status) || wrong.length > 0 || isOfCredentials || byState.has(status)
  if (!isExplained) return "the description doesn't forbid the request"

  const [, query = ''] = path.split(/\?(.*)/s)
  const source = { pathParameters: match.pathParameters, query, headers }
  const parameters = operation.parameters.flatMap((parameter): SentParameter[] => {
    const { in: place, name, schema, examples, isRequired } = parameter
    const read = place === 'query' || isRequired ? parameter.read(source) : undefined
    const isExact = wrong.some((one) => one.place.startsWith(`/${place}/${name}`))
    return read === undefined || place === 'cookie'
      ? []
      : [{ parameter, value: toExample(read.value, schema, [...examples.values()][0]), isExact }]
  })
  const media = operation.body?.pick(headers['content-type']) ?? operation.body?.media[0]
  const schema = media?.schema.as('request')
  const sent = body === '' ? undefined : readBody(media, body)
  if (body !== '' && sent === undefined) return "Pact's mock can't expect a body that is not JSON"
  const value = toExample(sent, schema)
  const exact = wrong.length > 0 ? value : undefined
  const ofBody = { type: media?.contentType, value, schema, exact }

  const received = isOfCredentials ? undefined : documented?.pick(response?.headers['content-type'])
  const all = toExample(readBody(received, response?.body ?? ''), received?.schema)
  const paths = reads[`${operation.id} ${status}`] ?? (isSuccess(status) ? reads[operation.id] : undefined)
  const needed = paths === undefined ? all : keep(all, paths)
  const ofResponse = { type: received?.name, schema: received?.schema }

  const got = isOfCredentials ? `a 4xx with ${credentials} credentials` : status
  return createInteraction(operation, {
    description: `${operation.id} gets ${got}${describe(parameters, value, wrong)}`,
    credentials,
    parameters,
    body: sent === undefined ? (operation.body?.isRequired ? null : undefined) : ofBody,
    status: isOfCredentials ? 401 : status,
    isAny4xx: isOfCredentials,
    response: { body: needed === undefined ? undefined : { ...ofResponse, value: needed } },
  })
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
  check(mock, custom('a mock', isObject), 'the mock')
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
    const { method, path } = exchange.request
    const status = exchange.response?.status ?? 0
    if (typeof found === 'string') notRecorded.push({ request: `${method} ${path}`, status, reason: found })
    else recorded.set(found.description, found)
  }
  if (recorded.size > 0) writePact({ consumer, provider, dir, spec }, recorded.values())
  const file = join(dir, `${consumer}-${provider}.json`)
  return { file, recorded: [...recorded.keys()].sort(), notRecorded }
}
