import type { Operation, ParameterPlace, Responses } from '../contract/contract.ts'

/** Why the mock rejects a request. */
export type FailureName =
  | 'malformed-request'
  | 'headers-too-large'
  | 'request-timeout'
  | 'unknown-path'
  | 'method-not-allowed'
  | 'missing-credentials'
  | 'invalid-credentials'
  | 'invalid-parameter'
  | 'unsupported-media-type'
  | 'unsupported-encoding'
  | 'not-acceptable'
  | 'body-too-large'
  | 'missing-body'
  | 'malformed-body'
  | 'invalid-body'
  | 'unknown-record'
  | 'duplicate-key'
  | 'precondition-failed'
  | 'reused-idempotency-key'
  | 'forced'
  | 'internal-error'

/** One thing that is wrong with a request. */
export interface FailureProblem {
  /** Where it is: in the body, or the place of a parameter. */
  in: 'body' | ParameterPlace
  /** The JSON pointer in the body (RFC 6901), or the name of a parameter, with a pointer in its value. */
  at: string
  /** The names and indexes that lead there; the first one is the name of a parameter. */
  path: readonly (string | number)[]
  keyword: string
  detail: string
}

/** How the mock responds to a kind of failure. */
interface FailureRow {
  /** The statuses that fit, the best first; of them, a documented one wins. */
  statuses: readonly number[]
  /** The status if none of them is documented, if it isn't the first one. */
  otherwise?: number
  /** Tells it apart from others with the same status, in an error number such as 40003. */
  number: number
  title: string
}

/** The kinds of failures, in the order of the checks. */
export const failures: Readonly<Record<FailureName, FailureRow>> = {
  'malformed-request': { statuses: [400], number: 0, title: 'Malformed request' },
  'headers-too-large': { statuses: [431], number: 1, title: 'Headers too large' },
  'request-timeout': { statuses: [408], number: 1, title: 'Request timeout' },
  'unknown-path': { statuses: [404], number: 1, title: 'Unknown path' },
  'method-not-allowed': { statuses: [405], number: 1, title: 'Method not allowed' },
  'missing-credentials': { statuses: [401, 403], number: 1, title: 'Missing credentials' },
  'invalid-credentials': { statuses: [401, 403], number: 2, title: 'Invalid credentials' },
  'invalid-parameter': { statuses: [400, 422], number: 5, title: 'Invalid parameter' },
  'unsupported-media-type': { statuses: [415], number: 1, title: 'Unsupported media type' },
  'unsupported-encoding': { statuses: [415], number: 2, title: 'Unsupported content coding' },
  'not-acceptable': { statuses: [406], number: 1, title: 'Not acceptable' },
  'body-too-large': { statuses: [413], number: 1, title: 'Body too large' },
  'missing-body': { statuses: [400, 422], number: 1, title: 'Missing body' },
  'malformed-body': { statuses: [400, 422], number: 2, title: 'Malformed body' },
  'invalid-body': { statuses: [422, 400], otherwise: 400, number: 3, title: 'Invalid body' },
  'unknown-record': { statuses: [404, 410], number: 2, title: 'Not found' },
  'duplicate-key': { statuses: [409], number: 1, title: 'Already exists' },
  'precondition-failed': { statuses: [412], number: 1, title: 'Precondition failed' },
  'reused-idempotency-key': {
    statuses: [422, 409, 400],
    number: 6,
    title: 'Idempotency key used for another request',
  },
  forced: { statuses: [], number: 4, title: 'Requested error' },
  'internal-error': { statuses: [500], number: 1, title: 'Internal error' },
}

/** What a failure says besides its name and detail. */
interface FailureOptions {
  problems?: readonly FailureProblem[]
  /** Headers that the response has to have. */
  headers?: Readonly<Record<string, string>>
  /** The status, of a forced one. */
  status?: number
}

/** Why a request is rejected: a step of the mock returns it instead of a value. */
export class Failure {
  readonly name: FailureName
  /** What is wrong, with the place, what was expected, and what came; one sentence without a period. */
  readonly detail: string
  /** All problems, of parameters and bodies. */
  readonly problems: readonly FailureProblem[]
  readonly headers: Readonly<Record<string, string>>
  readonly status: number | undefined

  constructor(name: FailureName, detail: string, options: FailureOptions = {}) {
    this.name = name
    this.detail = detail
    this.problems = options.problems ?? []
    this.headers = options.headers ?? {}
    this.status = options.status
  }

  /** Where the first problem is: a JSON pointer in the body, or the name of a parameter. */
  get at(): string | undefined {
    return this.problems[0]?.at
  }

  /** The keyword of JSON Schema that the first problem is about. */
  get keyword(): string | undefined {
    return this.problems[0]?.keyword
  }
}

/** `usual` uses the statuses that the field agrees on; `documented` uses only those that the operation documents. */
export type ResponsesPreset = 'usual' | 'documented'

/** What the mock responds to a kind of failure instead. */
export interface OwnRejection {
  /** The status, 400 to 599. */
  status?: number
  /** More headers; those of the status are replaced by name. */
  headers?: Readonly<Record<string, string>>
  /** The whole body: a string as it is, anything else as JSON. */
  body?: unknown
  /** More properties of the documented body, or other values of them. */
  properties?: Readonly<Record<string, unknown>>
}

/** A preset, or a preset and other responses to some failures. */
export type ResponsesOption =
  | ResponsesPreset
  | ({ readonly preset?: ResponsesPreset } & { readonly [Name in FailureName]?: OwnRejection })

/** Names the preset of an option. */
export const toPreset = (option: ResponsesOption): ResponsesPreset =>
  typeof option === 'string' ? option : (option.preset ?? 'usual')

const documents = (responses: Responses, status: number): boolean => {
  const name = responses.pick(status)?.name
  return name !== undefined && name !== 'default'
}

/** Picks the status of a failure: a documented one that fits, else the one that the field agrees on. */
export function pickStatus(
  failure: Failure,
  operation: Operation | undefined,
  preset: ResponsesPreset,
): number {
  if (failure.status !== undefined) return failure.status
  const row: FailureRow = failures[failure.name]
  const fitting =
    failure.problems.length > 0 && failure.problems.every((problem) => problem.in === 'path')
      ? [...row.statuses, 404]
      : row.statuses
  const usual = row.otherwise ?? row.statuses[0] ?? 400
  if (operation === undefined) return usual
  const { responses } = operation
  const found = fitting.find((status) => documents(responses, status))
  if (found !== undefined || preset === 'usual') return found ?? usual
  const errors = responses.errors.filter(({ status }) => status < 500)
  if (errors.some(({ status }) => status === 400)) return 400
  if (responses.pick(usual) !== undefined) return usual
  return errors[0]?.status ?? usual
}
