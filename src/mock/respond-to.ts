import type { Contract, Match } from '../contract/contract.ts'
import { describeValue } from '../options/problems.ts'
import { isCallback, prepareCallbacks } from './callbacks/prepare-callbacks.ts'
import { applyEffect } from './effects/apply-effect.ts'
import type { EffectCall, Outcome } from './effects/context.ts'
import { findByKey, findOwner, findScope, noScope, readKey } from './effects/find-record.ts'
import { type Call, type MockRequest, type MockResponse, readHeader } from './exchange.ts'
import { Failure, toPreset } from './failure.ts'
import { type Idempotency, readIdempotencyKey } from './idempotency.ts'
import { type IssuedTokens, issueTokens } from './issue-tokens.ts'
import { negotiate } from './negotiate.ts'
import type { MockOptions } from './options.ts'
import { applyOwnCode } from './own-code.ts'
import { createPlans, type Plan, type PlanContext, type ReadCall, type ResourceAccess } from './plan.ts'
import { type Preferences, readPrefer } from './prefer.ts'
import type { Records } from './records.ts'
import { checkPreconditions, toEtag } from './responses/etag.ts'
import { hasExample, hashText } from './responses/pick-example.ts'
import type { Reject } from './responses/reject.ts'
import { type ExampleOptions, respondToEffect, respondWithExample } from './responses/respond.ts'
import { type Steps, wait } from './steps.ts'

/** Responds to a request, whose operation was looked up. */
export type RespondTo = (request: MockRequest, match: ReturnType<Contract['match']>) => Steps<MockResponse>

/** The characters that a message shows of an error. */
const maxReason = 1000

export interface RespondToParts extends PlanContext {
  issued: IssuedTokens
  reject: Reject
  idempotency: Idempotency
  getRecords(name: string): Records
}

const noPreferences: Preferences = {}
const noTokens: Call['tokens'] = {}

/** Draws what decides the values of an example: the same for the same request, unless another one is asked for each time. */
const drawSeed = ({ operation, request }: Call, isDynamic: boolean | undefined): number =>
  isDynamic ? Math.floor(Math.random() * 2 ** 32) : hashText(`${operation.id} ${request.path}`)

/** Makes what responds to a request: each step gives a value or a failure. */
export function createRespondTo(
  options: MockOptions,
  { issued, reject, idempotency, getRecords, ...planning }: RespondToParts,
): RespondTo {
  const isDocumentedOnly = toPreset(options.responses ?? 'usual') === 'documented'
  const { context } = planning
  const { contract } = context
  const planFor = createPlans(options, planning)

  function readCall(
    { operation, basePath, pathParameters }: Match,
    request: MockRequest,
    { checks, issuesTokens }: Plan,
  ): Call | Failure {
    const at = request.path.indexOf('?')
    const query = at < 0 ? '' : request.path.slice(at + 1)
    const { headers = {} } = request
    const call: ReadCall = {
      request,
      operation,
      basePath,
      query,
      parameters: operation.readParameters({ pathParameters, query, headers }),
      body: undefined,
      tokens: noTokens,
      media: undefined,
    }
    for (const check of checks) {
      const failure = check(call)
      if (failure !== undefined) return failure
    }
    if (issuesTokens) call.tokens = issueTokens(operation, issued)
    return call
  }

  /** Rejects a request that wants no documented media type; a description without a 406 may ask to ignore it. */
  function checkAccept({ request }: Call, { operation, successMedia }: Plan): Failure | undefined {
    const accept = readHeader(request.headers, 'accept')
    if (successMedia.length === 0 || negotiate(successMedia, accept) !== undefined) return undefined
    if (isDocumentedOnly && operation.responses.pick(406) === undefined) return undefined
    const known = successMedia.map(({ name }) => name).join(' or ')
    return new Failure(
      'not-acceptable',
      `the response is ${known}, and the header Accept is ${describeValue(accept)}`,
    )
  }

  function* checkConditions(call: EffectCall): Steps<Failure | MockResponse | undefined> {
    const { effect, request } = call
    if (
      readHeader(request.headers, 'if-match') === undefined &&
      readHeader(request.headers, 'if-none-match') === undefined
    )
      return undefined
    const record = yield* findByKey(call, readKey(call), context)
    const etag = record && toEtag(record)
    const found = checkPreconditions(request, etag)
    if (found !== 'not-modified') return record === undefined && effect.kind !== 'replace' ? undefined : found
    return { status: 304, headers: etag === undefined ? {} : { etag }, body: '' }
  }

  function addCallbacks(
    call: Call,
    { callbacks, access }: Plan,
    response: MockResponse,
    outcome?: Outcome,
  ): MockResponse {
    if (callbacks === undefined || response.status < 200 || response.status > 299) return response
    if (isCallback(call)) return response
    const record =
      access === undefined || outcome === undefined || outcome.kind === 'list'
        ? undefined
        : { resource: access.effect.resource, value: outcome.record.value }
    const allowed = options.allowCallbacks || []
    return { ...response, callbacks: prepareCallbacks(callbacks, { call, response, record, allowed }) }
  }

  /** Reads or changes records; of those that change them, one after the other. */
  function* applyResource(
    call: Call,
    plan: Plan,
    { effect, records }: ResourceAccess,
    key: string | undefined,
  ): Steps<MockResponse | Failure> {
    const isChange = effect.kind !== 'read' && effect.kind !== 'list'
    const turn = isChange ? context.queue.enter() : undefined
    const leave = typeof turn === 'object' ? yield* wait(turn) : turn
    try {
      // The same request may have been carried out meanwhile.
      const earlier = key === undefined ? undefined : idempotency.find(key, call.request)
      if (earlier !== undefined) return earlier
      const scope = effect.scope.length === 0 ? noScope : yield* findScope(call, effect, context)
      if (scope instanceof Failure) return scope
      const own: EffectCall = { ...call, effect, scope, records }
      let outcome: Outcome | Failure | undefined
      // Somebody else may change the record meanwhile; then the conditions may not hold any more.
      while (outcome === undefined) {
        const condition = plan.hasConditions ? yield* checkConditions(own) : undefined
        if (condition !== undefined) return condition
        outcome = yield* applyEffect(own, context)
      }
      return outcome instanceof Failure
        ? outcome
        : addCallbacks(call, plan, respondToEffect(own, outcome), outcome)
    } finally {
      leave?.()
    }
  }

  /** Responds with what a client asks for with the header Prefer; undefined if that is the usual response. */
  function respondAsPreferred(
    call: Call,
    plan: Plan,
    { code, example, isDynamic }: Preferences,
  ): MockResponse | Failure | undefined {
    if (code === undefined && example === undefined) return undefined
    const { responses: documented } = call.operation
    const seed = drawSeed(call, isDynamic)
    const wanted = code === undefined ? undefined : documented.pick(code)
    // The usual success needs no example.
    const isUsual =
      wanted !== undefined && wanted === documented.success && example === undefined && !isDynamic
    if (code !== undefined && wanted !== undefined && !isUsual) {
      if (code >= 400 && example === undefined)
        return new Failure('forced', `the header Prefer: code=${code} asks for this error`, { status: code })
      return addCallbacks(call, plan, respondWithExample(call, wanted, { example, seed, isDynamic }, code))
    }
    const named = example === undefined ? undefined : documented.all.find((one) => hasExample(one, example))
    return named && addCallbacks(call, plan, respondWithExample(call, named, { example, seed }))
  }

  function* respondWithoutRecords(
    call: Call,
    plan: Plan,
    options: ExampleOptions,
  ): Steps<MockResponse | Failure> {
    const { effect, responses: documented } = call.operation
    const unknown = effect.kind === 'none' ? yield* findOwner(call, context) : undefined
    return unknown ?? addCallbacks(call, plan, respondWithExample(call, documented.success, options))
  }

  /** Does what an operation usually does. */
  function carryOut(
    call: Call,
    plan: Plan,
    key: string | undefined,
    { isDynamic }: Preferences,
  ): Steps<MockResponse | Failure> {
    const { access } = plan
    return access !== undefined && !isDynamic
      ? applyResource(call, plan, access, key)
      : respondWithoutRecords(call, plan, { seed: drawSeed(call, isDynamic), isDynamic })
  }

  /** The same, unless code of one's own responds. */
  function* carryOutOwn(
    call: Call,
    plan: Plan,
    key: string | undefined,
    preferences: Preferences,
  ): Steps<MockResponse | Failure> {
    const response = plan.own && (yield* applyOwnCode(plan.own, call, getRecords))
    return response === undefined
      ? yield* carryOut(call, plan, key, preferences)
      : addCallbacks(call, plan, response)
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
      const pending = context.ready()
      if (pending !== undefined) yield* wait(pending)
      const plan = planFor(operation)
      const call = readCall(match, request, plan)
      if (call instanceof Failure) return reject(call, request, operation)
      const key = readIdempotencyKey(operation, plan.idempotencyHeader, request)
      const earlier = key === undefined ? undefined : idempotency.find(key, request)
      const prefer = readHeader(request.headers, 'prefer')
      const preferences = prefer === undefined ? noPreferences : readPrefer(prefer)
      const early = earlier ?? respondAsPreferred(call, plan, preferences) ?? checkAccept(call, plan)
      const carryOutPlan = plan.own === undefined ? carryOut : carryOutOwn
      const response = early ?? (yield* carryOutPlan(call, plan, key, preferences))
      if (response instanceof Failure) return reject(response, request, operation)
      if (key !== undefined) idempotency.keep(key, request, response)
      return response
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReason)
      const failure = new Failure('internal-error', `the mock failed: ${reason}`)
      return reject(failure, request, operation)
    }
  }
  return respondTo
}
