import type { Contract, Match, ParameterValues, ResourceEffect } from '../contract/contract.ts'
import { describeValue } from '../options/problems.ts'
import { listOutgoing } from './callbacks/list-outgoing.ts'
import { isCallback, prepareCallbacks } from './callbacks/prepare-callbacks.ts'
import { checkSize, checkType, readBody } from './checks/check-body.ts'
import { type Accepted, checkCredentials } from './checks/check-credentials.ts'
import { findUnknownParameters } from './checks/find-unknown.ts'
import { joinProblems, toParameterProblems } from './checks/to-problems.ts'
import { applyEffect } from './effects/apply-effect.ts'
import type { EffectCall, EffectContext, Outcome } from './effects/context.ts'
import { findByKey, findOwner, findScope, readKey } from './effects/find-record.ts'
import { type Call, type MockRequest, type MockResponse, readHeader } from './exchange.ts'
import { Failure, toPreset } from './failure.ts'
import type { Idempotency } from './idempotency.ts'
import { type IssuedTokens, issueTokens } from './issue-tokens.ts'
import { negotiate } from './negotiate.ts'
import { type CheckedPart, checkedParts, type MockOptions } from './options.ts'
import { applyOwnCode } from './own-code.ts'
import { readPrefer } from './prefer.ts'
import type { Records } from './records.ts'
import { checkPreconditions, toEtag } from './responses/etag.ts'
import { hasExample, toSeed } from './responses/pick-example.ts'
import type { Reject } from './responses/reject.ts'
import { listSuccessMedia, respondToEffect, respondWithExample } from './responses/respond.ts'
import { type Steps, wait } from './steps.ts'

/** Responds to a request, whose operation was looked up. */
export type RespondTo = (request: MockRequest, match: ReturnType<Contract['match']>) => Steps<MockResponse>

/** The characters that a message shows of an error. */
const maxReason = 1000

/** A call whose parts are being checked, one after the other. */
interface ReadCall extends Call {
  parameters: ParameterValues
}

/** What responds to requests needs besides the options. */
export interface Responding {
  context: EffectContext
  accepted: Accepted
  /** What a login accepts, for which nobody needs a token. */
  forLogin: Accepted
  issued: IssuedTokens
  reject: Reject
  idempotency: Idempotency
  getRecords(name: string): Records
}

/** Makes what responds to a request: each step gives a value or a failure. */
export function createRespondTo(
  options: MockOptions,
  { context, accepted, forLogin, issued, reject, idempotency, getRecords }: Responding,
): RespondTo {
  const { order = [], respond = {}, responses = 'usual', maxBody = 1024 * 1024 } = options
  const isDocumentedOnly = toPreset(responses) === 'documented'
  const rejectsUnknown = options.unknownProperties === 'reject'
  const rejectsParameters = options.unknownParameters === 'reject'
  const { contract, storage } = context
  const parts = [...new Set([...order, ...checkedParts])]
  const outgoing = listOutgoing(contract, options)
  const ownCode = new Map(Object.entries(respond).map(([name, own]) => [contract.operation(name), own]))

  const checks: Readonly<Record<CheckedPart, (call: ReadCall) => Failure | undefined>> = {
    credentials: ({ operation, request, query }) =>
      checkCredentials(operation, request, query, operation.tokens().length > 0 ? forLogin : accepted),
    parameters({ parameters, operation, query }) {
      const wrong = toParameterProblems(parameters.problems)
      const unknown = rejectsParameters && query !== '' ? findUnknownParameters(operation, query) : []
      const problems = [...wrong, ...unknown]
      if (problems.length === 0) return undefined
      return new Failure('invalid-parameter', joinProblems(problems), { problems })
    },
    type: ({ operation, request }) => checkType(operation, request),
    size: ({ request }) => checkSize(request, maxBody),
    body(call) {
      // The rest of a body over the limit may be missing.
      if (checkSize(call.request, maxBody) !== undefined) return undefined
      const found = readBody(call.operation, call.request, rejectsUnknown)
      if (found instanceof Failure) return found
      call.body = found.body
      call.mediaName = found.mediaName
      return undefined
    },
  }

  function readCall({ operation, basePath, pathParameters }: Match, request: MockRequest): Call | Failure {
    const at = request.path.indexOf('?')
    const query = at < 0 ? '' : request.path.slice(at + 1)
    const { headers = {} } = request
    const parameters = operation.readParameters({ pathParameters, query, headers })
    const call: ReadCall = {
      request,
      operation,
      basePath,
      query,
      parameters,
      body: undefined,
      tokens: {},
      mediaName: undefined,
    }
    for (const part of parts) {
      const failure = checks[part](call)
      if (failure !== undefined) return failure
    }
    call.tokens = issueTokens(operation, issued)
    return call
  }

  /** Rejects a request that wants no documented media type; a description without a 406 may ask to ignore it. */
  function checkAccept({ operation, request }: Call): Failure | undefined {
    const accept = readHeader(request.headers, 'accept')
    const media = listSuccessMedia(operation)
    if (media.length === 0 || negotiate(media, accept) !== undefined) return undefined
    if (isDocumentedOnly && operation.responses.pick(406) === undefined) return undefined
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

  /** Adds the callbacks that are sent after a success. */
  function addCallbacks(call: Call, response: MockResponse, outcome?: Outcome): MockResponse {
    const callbacks = outgoing.get(call.operation)
    if (callbacks === undefined || response.status < 200 || response.status > 299) return response
    if (isCallback(call)) return response
    const { effect } = call.operation
    const own = effect.kind === 'none' ? effect.action : effect
    const record =
      own === undefined || outcome === undefined || outcome.kind === 'list'
        ? undefined
        : { resource: own.resource, value: outcome.record.value }
    const allowed = options.allowCallbacks || []
    return { ...response, callbacks: prepareCallbacks(callbacks, { call, response, record, allowed }) }
  }

  /** Reads or changes records; of those that change them, one after the other. */
  function* applyResource(call: Call, effect: ResourceEffect): Steps<MockResponse | Failure> {
    if (effect.kind === 'read' || effect.kind === 'list') return yield* applyAlone(call, effect)
    const leave = yield* wait(context.queue.enter())
    try {
      // The same request may have been carried out meanwhile.
      return idempotency.find(call.operation, call.request) ?? (yield* applyAlone(call, effect))
    } finally {
      leave()
    }
  }

  function* applyAlone(call: Call, effect: ResourceEffect): Steps<MockResponse | Failure> {
    const scope = yield* findScope(call, effect, context)
    if (scope instanceof Failure) return scope
    const own: EffectCall = { ...call, effect, scope, records: storage.resource(effect.resource.name) }
    const condition = yield* checkConditions(own)
    if (condition !== undefined) return condition
    const outcome: Outcome | Failure | undefined = yield* applyEffect(own, context)
    // The conditions may not hold any more.
    if (outcome === undefined) return yield* applyAlone(call, effect)
    return outcome instanceof Failure ? outcome : addCallbacks(call, respondToEffect(own, outcome), outcome)
  }

  function* carryOut(call: Call): Steps<MockResponse | Failure> {
    const { operation, request } = call
    const { code, example, isDynamic } = readPrefer(readHeader(request.headers, 'prefer'))
    const { responses: documented, effect } = operation
    const drawSeed = (): number =>
      isDynamic ? Math.floor(Math.random() * 2 ** 32) : toSeed(`${operation.id} ${request.path}`)
    const wanted = code === undefined ? undefined : documented.pick(code)
    // The usual success needs no example.
    const isUsual =
      wanted !== undefined && wanted === documented.success && example === undefined && !isDynamic
    if (code !== undefined && wanted !== undefined && !isUsual) {
      if (code >= 400 && example === undefined)
        return new Failure('forced', `the header Prefer: code=${code} asks for this error`, { status: code })
      const options = { example, seed: drawSeed(), isDynamic }
      return addCallbacks(call, respondWithExample(call, wanted, options, code))
    }
    const named = example === undefined ? undefined : documented.all.find((one) => hasExample(one, example))
    if (named !== undefined)
      return addCallbacks(call, respondWithExample(call, named, { example, seed: drawSeed() }))
    const unacceptable = checkAccept(call)
    if (unacceptable !== undefined) return unacceptable
    const custom = ownCode.get(operation)
    if (custom !== undefined) {
      const response = yield* applyOwnCode(custom, call, getRecords)
      if (response !== undefined) return addCallbacks(call, response)
    }
    const own = effect.kind === 'none' ? effect.action : effect
    if (own !== undefined && !isDynamic) return yield* applyResource(call, own)
    const unknown = effect.kind === 'none' ? yield* findOwner(call, context) : undefined
    if (unknown !== undefined) return unknown
    const options = { seed: drawSeed(), isDynamic }
    return addCallbacks(call, respondWithExample(call, documented.success, options))
  }

  const [first, ...others] = contract.operations
  const [basePath = ''] = contract.basePaths
  const only =
    first === undefined || others.length > 0
      ? ''
      : `; the only operation is ${first.method} ${basePath}${first.path}`

  const respondTo: RespondTo = function* (request, match) {
    if (match.kind !== 'operation') {
      const { kind, allowed } = match
      const detail =
        kind === 'unknown-path'
          ? `no operation has the path ${describeValue(request.path.replace(/\?.*/s, ''))}${only}`
          : `the method must be ${allowed.join(' or ')}, got ${describeValue(request.method)}`
      return reject(new Failure(kind, detail), request)
    }
    const { operation } = match
    try {
      yield* wait(context.ready())
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
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReason)
      const failure = new Failure('internal-error', `the mock failed: ${reason}`)
      return reject(failure, request, operation)
    }
  }
  return respondTo
}
