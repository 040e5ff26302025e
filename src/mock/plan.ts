import type { Callback, MediaType, Operation, ParameterValues, ResourceEffect } from '../contract/contract.ts'
import { listOutgoing } from './callbacks/list-outgoing.ts'
import { checkSize, checkType, readBody } from './checks/check-body.ts'
import { type Accepted, checkCredentials } from './checks/check-credentials.ts'
import { findUnknownParameters } from './checks/find-unknown.ts'
import { joinProblems, toParameterProblems } from './checks/to-problems.ts'
import type { EffectContext } from './effects/context.ts'
import type { Call } from './exchange.ts'
import { Failure } from './failure.ts'
import { findIdempotencyHeader } from './idempotency.ts'
import { type CheckedPart, checkedParts, type MockOptions } from './options.ts'
import type { OwnCode, OwnResponse } from './own-code.ts'
import { listSuccessMedia } from './responses/respond.ts'
import type { ResourceStorage } from './storage/mock-storage.ts'

/** A call whose parts are being checked, one after the other. */
export interface ReadCall extends Call {
  parameters: ParameterValues
}

type Check = (call: ReadCall) => Failure | undefined

/** The records that an operation is about, and what it does to them. */
export interface ResourceAccess {
  effect: ResourceEffect
  records: ResourceStorage
}

/** What is known of an operation before its first request, so that a request costs only what its operation needs. */
export interface Plan {
  operation: Operation
  /** The checks of its requests, in their order. */
  checks: readonly Check[]
  issuesTokens: boolean
  /** The header of its idempotency key, in lower case. */
  idempotencyHeader: string | undefined
  /** Code of one's own, or a fixed response. */
  own: OwnCode | OwnResponse | undefined
  /** What it does to records, also as an action. */
  access: ResourceAccess | undefined
  /** Whether its requests can have conditions such as `If-Match`. */
  hasConditions: boolean
  /** What a client can get, for the header Accept. */
  successMedia: readonly MediaType[]
  /** What is sent after a success. */
  callbacks: readonly Callback[] | undefined
}

/** Whether the description knows of conditions on the record that is stored. */
const knowsConditions = ({ parameters, responses }: Operation): boolean =>
  parameters.some(({ name }) => /^if-(?:none-)?match$/i.test(name)) ||
  responses.successes.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name))) ||
  responses.all.some(({ name }) => name === '412' || name === '304')

export interface PlanContext {
  context: EffectContext
  accepted: Accepted
  /** What a login accepts, for which nobody needs a token. */
  forLogin: Accepted
}

/** Makes what gives the plan of an operation, which is worked out at its first request. */
export function createPlans(
  options: MockOptions,
  { context, accepted, forLogin }: PlanContext,
): (operation: Operation) => Plan {
  const { order = [], respond = {}, maxBody = 1024 * 1024 } = options
  const rejectsUnknown = options.unknownProperties === 'reject'
  const rejectsParameters = options.unknownParameters === 'reject'
  const { contract, storage } = context
  const parts = [...new Set([...order, ...checkedParts])]
  const outgoing = listOutgoing(contract, options)
  const ownCode = new Map(Object.entries(respond).map(([name, own]) => [contract.operation(name), own]))

  const checkParameters: Check = ({ parameters, operation, query }) => {
    const unknown = rejectsParameters && query !== '' ? findUnknownParameters(operation, query) : []
    if (parameters.problems.length + unknown.length === 0) return undefined
    const problems = [...toParameterProblems(parameters.problems), ...unknown]
    return new Failure('invalid-parameter', joinProblems(problems), { problems })
  }
  const checkBody: Check = (call) => {
    // The rest of a body over the limit may be missing.
    if (checkSize(call.request, maxBody) !== undefined) return undefined
    const found = readBody(call.operation, call.request, rejectsUnknown)
    if (found instanceof Failure) return found
    call.body = found.body
    call.media = found.media
    return undefined
  }

  /** Makes the check of a part; undefined if an operation has nothing to check there. */
  function toCheck(part: CheckedPart, operation: Operation): Check | undefined {
    const { security, parameters, body } = operation
    switch (part) {
      case 'credentials': {
        const valid = operation.tokens().length > 0 ? forLogin : accepted
        if (security.length === 0) return undefined
        return ({ request, query }) => checkCredentials(operation, request, query, valid)
      }
      case 'parameters':
        return parameters.length === 0 && !rejectsParameters ? undefined : checkParameters
      case 'type':
        return body && (({ request }) => checkType(operation, request))
      case 'size':
        return ({ request }) => checkSize(request, maxBody)
      case 'body':
        return body && checkBody
    }
  }

  function toPlan(operation: Operation): Plan {
    const { effect } = operation
    const own = effect.kind === 'none' ? effect.action : effect
    return {
      operation,
      checks: parts.map((part) => toCheck(part, operation)).filter((check) => check !== undefined),
      issuesTokens: operation.tokens().length > 0,
      idempotencyHeader: findIdempotencyHeader(operation),
      own: ownCode.get(operation),
      access: own && { effect: own, records: storage.resource(own.resource.name) },
      hasConditions:
        own !== undefined && own.kind !== 'create' && own.kind !== 'list' && knowsConditions(operation),
      successMedia: listSuccessMedia(operation),
      callbacks: outgoing.get(operation),
    }
  }
  const plans = new Map<Operation, Plan>()
  return (operation) => {
    let plan = plans.get(operation)
    if (plan === undefined) {
      plan = toPlan(operation)
      plans.set(operation, plan)
    }
    return plan
  }
}
