import type { Contract, Match } from '../contract/contract.ts'
import { createRandom } from '../json/random.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { checkSize, checkType, readBody } from './checks/check-body.ts'
import { type CredentialsOption, checkCredentials } from './checks/check-credentials.ts'
import { joinProblems, toParameterProblems } from './checks/to-problems.ts'
import { applyEffect } from './effects/apply-effect.ts'
import type { EffectCall, EffectContext, Outcome } from './effects/context.ts'
import { findByKey, findScope, readKey } from './effects/find-record.ts'
import { type Call, type MockRequest, type MockResponse, readHeader } from './exchange.ts'
import { Failure, type ResponsesPreset } from './failure.ts'
import { createMockFetch, type Fetch } from './fetch.ts'
import { createIdempotency } from './idempotency.ts'
import { negotiate } from './negotiate.ts'
import { applyOwnCode, type RespondOption } from './own-code.ts'
import { readPrefer } from './prefer.ts'
import { createRecords, type Records } from './records.ts'
import { checkPreconditions, toEtag } from './responses/etag.ts'
import { hasExample, toSeed } from './responses/pick-example.ts'
import { createReject } from './responses/reject.ts'
import { listSuccessMedia, respondToEffect, respondWithExample } from './responses/respond.ts'
import { run, type Steps, wait } from './steps.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import type { MockStorage } from './storage/mock-storage.ts'

export type { Records } from './records.ts'
export type { CredentialsOption, MockRequest, MockResponse, RespondOption }

/** The parts of a request, in the order in which a mock checks them. */
export const checkedParts = ['credentials', 'parameters', 'type', 'size', 'body'] as const

/** A part of a request that may be wrong. */
export type CheckedPart = (typeof checkedParts)[number]

/** What a mock is made with. */
export interface MockOptions {
  /** What it serves. */
  contract: Contract
  /** The valid credentials by the name of a security scheme. A scheme without any accepts every well-formed credential but `invalid-token`. */
  credentials?: CredentialsOption
  /** Code of your own, or a fixed response, by the id of an operation. */
  respond?: RespondOption
  /** Which statuses rejections have, `usual` by default. */
  responses?: ResponsesPreset
  /** The parts to check first; the others follow in their usual order. */
  order?: readonly CheckedPart[]
  /** The records to start with, by the name of their resource. */
  seed?: Readonly<Record<string, readonly unknown[]>>
  /** The largest body in bytes, 1048576 (1 MiB) by default. */
  maxBody?: number
  /** Seed of the random numbers of made keys, 1 by default. */
  randomSeed?: number
  /** The storage of the records, memory by default. */
  storage?: MockStorage
  /** The current time, for what a service makes; the clock by default. */
  now?: () => Date
}

/** A mock: it responds to requests by a contract, and keeps records. You can pass its functions around on their own. */
export interface Mock {
  readonly contract: Contract
  readonly maxBody: number
  /** Responds to a request of plain data: directly, or with a promise if the storage or code of your own takes time. */
  handle(request: MockRequest): MockResponse | Promise<MockResponse>
  /** Responds like the global `fetch`. */
  fetch: Fetch
  /** The records of a resource. Throws an {@link OptionsError} if there is no such resource. */
  records(name: string): Records
  /** Makes the response to a request that a server rejects. */
  reject(request: MockRequest, failure: Failure): MockResponse
  /** Restores the initial state. */
  reset(): void | Promise<void>
}

/**
 * Makes a mock of a contract.
 *
 * @throws {OptionsError} if an option is invalid
 *
 * @example
 * const mock = createMock({ contract: toContract(document) })
 * await mock.fetch('http://localhost/rooms')
 */
export function createMock(options: MockOptions): Mock {
  const {
    contract,
    credentials,
    order = [],
    seed = {},
    respond = {},
    responses = 'usual',
    maxBody = 1024 * 1024,
    randomSeed = 1,
    storage = createMemoryStorage(),
    now = () => new Date(),
  } = options
  const reject = createReject(contract, responses, now)
  const idempotency = createIdempotency()
  const context: EffectContext = {
    contract,
    storage,
    now,
    random: createRandom(randomSeed),
    lastKeys: new Map(),
    started: new Set(),
    keySchemas: new Map(),
  }
  const records = new Map(contract.resources.map((one) => [one.name, createRecords(one, context)]))
  const getRecords = (name: string): Records => {
    const found = records.get(name)
    if (found !== undefined) return found
    throw new OptionsError(
      `there is no resource ${describeValue(name)}; the resources are ${[...records.keys()].join(', ') || 'none'}`,
    )
  }
  for (const name of Object.keys(credentials ?? {}))
    if (!contract.securitySchemes.some((scheme) => scheme.name === name))
      throw new OptionsError(
        `there is no security scheme ${describeValue(name)}; the schemes are ${contract.securitySchemes.map((scheme) => scheme.name).join(', ') || 'none'}`,
        ['credentials', name],
      )
  for (const name of Object.keys(respond))
    if (contract.operation(name) === undefined)
      throw new OptionsError(`there is no operation ${describeValue(name)}`, ['respond', name])
  const parts = [...new Set([...order, ...checkedParts])]
  const ownCode = new Map(Object.entries(respond).map(([name, own]) => [contract.operation(name), own]))

  function* start(): Steps<void> {
    for (const [name, values] of Object.entries(seed)) yield* wait(getRecords(name).replaceAll(values))
  }

  function readCall({ operation, basePath, pathParameters }: Match, request: MockRequest): Call | Failure {
    const at = request.path.indexOf('?')
    const query = at < 0 ? '' : request.path.slice(at + 1)
    const values = operation.readParameters({
      pathParameters,
      query,
      ...(request.headers && { headers: request.headers }),
    })
    let read: Pick<Call, 'body' | 'mediaName'> = { body: undefined, mediaName: undefined }
    const checks: Record<CheckedPart, () => Failure | undefined> = {
      credentials: () => checkCredentials(operation, request, query, credentials),
      parameters() {
        if (values.problems.length === 0) return undefined
        const problems = toParameterProblems(values.problems)
        return new Failure('invalid-parameter', joinProblems(problems), { problems })
      },
      type: () => checkType(operation, request),
      size: () => checkSize(request, maxBody),
      body() {
        const found = readBody(operation, request)
        if (found instanceof Failure) return found
        read = found
        return undefined
      },
    }
    for (const part of parts) {
      const failure = checks[part]()
      if (failure !== undefined) return failure
    }
    return { request, operation, basePath, query, parameters: values, ...read }
  }

  /** Rejects a request that wants no documented media type; a description without a 406 may ask to ignore it. */
  function checkAccept({ operation, request }: Call): Failure | undefined {
    const accept = readHeader(request.headers, 'accept')
    const media = listSuccessMedia(operation)
    if (media.length === 0 || negotiate(media, accept) !== undefined) return undefined
    if (responses === 'documented' && operation.responses.pick(406) === undefined) return undefined
    const known = media.map(({ name }) => name).join(' or ')
    return new Failure(
      'not-acceptable',
      `the response is ${known}, and the header Accept is ${describeValue(accept)}`,
    )
  }

  /** Checks the conditions of a request on the record that is stored, if the description knows of them. */
  function* checkConditions(call: EffectCall): Steps<Failure | MockResponse | undefined> {
    const { operation, effect, request } = call
    if (effect.kind === 'create' || effect.kind === 'list') return undefined
    if (
      readHeader(request.headers, 'if-match') === undefined &&
      readHeader(request.headers, 'if-none-match') === undefined
    )
      return undefined
    const isDescribed =
      operation.parameters.some(({ name }) => /^if-(?:none-)?match$/i.test(name)) ||
      operation.responses.successes.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name))) ||
      operation.responses.all.some(({ name }) => name === '412' || name === '304')
    if (!isDescribed) return undefined
    const record = yield* findByKey(call, readKey(call), context)
    const etag = record && toEtag(record)
    const found = checkPreconditions(request, etag)
    if (found !== 'not-modified') return record === undefined && effect.kind !== 'replace' ? undefined : found
    return { status: 304, headers: etag === undefined ? {} : { etag }, body: '' }
  }

  function* applyResource(call: Call): Steps<MockResponse | Failure> {
    const { operation } = call
    const { effect } = operation
    if (effect.kind === 'none') throw new TypeError('an operation without an effect')
    const scope = yield* findScope(call, effect, context)
    if (scope instanceof Failure) return scope
    const own: EffectCall = { ...call, effect, scope, records: storage.resource(effect.resource.name) }
    const condition = yield* checkConditions(own)
    if (condition !== undefined) return condition
    const outcome: Outcome | Failure = yield* applyEffect(own, context)
    return outcome instanceof Failure ? outcome : respondToEffect(own, outcome)
  }

  function* carryOut(call: Call): Steps<MockResponse | Failure> {
    const { operation, request } = call
    const { code, example, isDynamic } = readPrefer(readHeader(request.headers, 'prefer'))
    const { responses: documented, effect } = operation
    const seed = isDynamic ? Math.floor(Math.random() * 2 ** 32) : toSeed(`${operation.id} ${request.path}`)
    const wanted = code === undefined ? undefined : documented.pick(code)
    if (code !== undefined && wanted !== undefined) {
      if (code >= 400 && example === undefined)
        return new Failure('forced', `the header Prefer: code=${code} asks for this error`, { status: code })
      return respondWithExample(call, wanted, { example, seed, isDynamic }, code)
    }
    const named = example === undefined ? undefined : documented.all.find((one) => hasExample(one, example))
    if (named !== undefined) return respondWithExample(call, named, { example, seed })
    const unacceptable = checkAccept(call)
    if (unacceptable !== undefined) return unacceptable
    const own = ownCode.get(operation)
    if (own !== undefined) {
      const response = yield* applyOwnCode(own, call, getRecords)
      if (response !== undefined) return response
    }
    if (effect.kind === 'none' || isDynamic)
      return respondWithExample(call, documented.success, { seed, isDynamic })
    return yield* applyResource(call)
  }

  function* respondTo(request: MockRequest): Steps<MockResponse> {
    const match = contract.match(request.method, request.path, request.headers)
    if (match.kind !== 'operation') {
      const { kind, allowed } = match
      const detail =
        kind === 'unknown-path'
          ? `no operation has the path ${describeValue(request.path.replace(/\?.*/s, ''))}`
          : `the method must be ${allowed.join(' or ')}, got ${describeValue(request.method)}`
      return reject(
        new Failure(kind, detail, { headers: kind === 'unknown-path' ? {} : { allow: allowed.join(', ') } }),
        request,
      )
    }
    const { operation } = match
    try {
      const call = readCall(match, request)
      if (call instanceof Failure) return reject(call, request, operation)
      const earlier = idempotency.find(operation, request)
      if (earlier !== undefined)
        return earlier instanceof Failure ? reject(earlier, request, operation) : earlier
      const response = yield* carryOut(call)
      if (response instanceof Failure) return reject(response, request, operation)
      idempotency.keep(operation, request, response)
      return response
    } catch (error) {
      if (error instanceof OptionsError) throw error
      const failure = new Failure('internal-error', `the mock failed: ${describeValue(String(error))}`)
      return reject(failure, request, operation)
    }
  }

  function handle(request: MockRequest): MockResponse | Promise<MockResponse> {
    const response = run(respondTo(request))
    if (request.method !== 'HEAD') return response
    // RFC 9110 section 9.3.2: a response to HEAD has no body.
    const cut = (full: MockResponse): MockResponse => ({ ...full, body: '' })
    return response instanceof Promise ? response.then(cut) : cut(response)
  }

  void run(start())
  return {
    contract,
    maxBody,
    handle,
    fetch: createMockFetch(handle),
    records: getRecords,
    reject: (request, failure) => {
      const match = contract.match(request.method, request.path, request.headers)
      return reject(failure, request, match.kind === 'operation' ? match.operation : undefined)
    },
    reset() {
      idempotency.clear()
      context.random = createRandom(randomSeed)
      context.lastKeys.clear()
      context.started.clear()
      function* restore(): Steps<void> {
        for (const { name } of contract.resources) yield* wait(storage.resource(name).replaceAll([]))
        yield* start()
      }
      return run(restore())
    },
  }
}
