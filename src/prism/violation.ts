import { checkRequest, type RequestProblem } from '../contract/check-request.ts'
import type { Contract, Direction, Operation } from '../contract/contract.ts'
import { type Exchange, type HttpRequest, readSentBody } from '../http/exchange.ts'
import type { Expectation } from '../judge/expectation.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import type { RuleId, RuleLevel } from '../judge/rules.ts'

/** A part of a request or a response that contradicts the description. */
export interface Violation {
  side: Direction
  /** A warning, if the service doesn't have to keep the rule. */
  severity: 'error' | 'warning'
  rule: RuleId
  /** Its JSON pointer: in the request, such as `/request/body/id`, or of what the response breaks, in the description. */
  place: string
  message: string
}

/** What Prism says about a request or a response, if it differs from the violations. */
export interface Opinion {
  side: Direction
  message: string
}

export interface JudgedExchange {
  /** The operation that the request asked for; undefined if it asked for none. */
  operation?: Operation
  /** The base path that its path began with. */
  basePath: string
  violations: readonly Violation[]
}

/** What a client may ask for in vain, and what a service may reject for a reason that no description has. */
const lenient = {
  request: 'response-content-type',
  response: 'accepts-valid-request',
} satisfies Record<Direction, RuleId>

const toSeverity = (side: Direction, rule: RuleId, level: RuleLevel): Violation['severity'] =>
  level === 'must' && lenient[side] !== rule ? 'error' : 'warning'

const toViolation = ({ rule, place, message }: RequestProblem): Violation => ({
  side: 'request',
  severity: toSeverity('request', rule, 'must'),
  rule,
  place: `/request${place}`,
  message,
})

export function toHeaders({ headers }: HttpRequest): Record<string, string> {
  const all: Record<string, string> = {}
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    all[key] = key in all ? `${all[key]}, ${value}` : value
  }
  return all
}

/** What a response has to be. A valid request may be rejected with what the operation documents, since only the service knows its records. */
function toExpectation(
  operation: Operation,
  [wrong]: readonly RequestProblem[],
  status: number,
): Expectation {
  const { pointer, id, responses } = operation
  if (wrong !== undefined)
    return {
      operation,
      kind: 'reject',
      rule: wrong.rule,
      place: wrong.pointer,
      tried: wrong.message,
      reason: wrong.reason,
    }
  const kind = status >= 400 && responses.pick(status) === undefined ? 'accept' : 'open'
  return { operation, kind, rule: 'accepts-valid-request', place: pointer, tried: `a valid request of ${id}` }
}

/** Judges what passed by a description: the request, and the response if there is one. Says each violation once. */
export function judgeTraffic(contract: Contract, exchange: Exchange): JudgedExchange {
  const { request, outcome } = exchange
  const { method, path } = request
  const sent = { method, path, headers: toHeaders(request), body: readSentBody(request) }
  const checked = checkRequest(contract, sent)
  const isFound = checked.kind === 'operation'
  const rule = checked.kind === 'unknown-path' ? 'unknown-path' : 'undocumented-method'
  const message = `the description has no operation ${method} ${path.replace(/\?.*/s, '')}`
  const other: Violation = { side: 'request', severity: 'warning', rule, place: '/request/path', message }
  // Preflights of pages are for the server, not for an operation.
  const ofRequest = isFound ? checked.problems.map(toViolation) : method === 'OPTIONS' ? [] : [other]
  const status = outcome.kind === 'answer' ? outcome.answer.status : 0
  const strict = isFound ? checked.problems.filter((_one, at) => ofRequest[at]?.severity === 'error') : []
  const expectation: Expectation = isFound
    ? toExpectation(checked.operation, strict, status)
    : { kind: 'open', rule, place: '/paths', tried: `${method} ${path}` }
  const ofResponse = judgeExchange(expectation, exchange)
    .filter(({ level }) => status > 0 && level !== 'open')
    .map(
      (one): Violation => ({
        side: 'response',
        severity: toSeverity('response', one.rule, one.level),
        rule: one.rule,
        place: one.place,
        message: one.message,
      }),
    )
  const found = new Map(
    [...ofRequest, ...ofResponse].map((one) => [`${one.side} ${one.rule} ${one.message}`, one]),
  )
  return {
    ...(isFound && { operation: checked.operation }),
    basePath: isFound ? checked.basePath : '',
    violations: [...found.values()],
  }
}
