import type { Operation, ParameterPlace, Responses } from '../contract/contract.ts'
import type { Path } from '../options/problems.ts'
import { type FailureName, type FailureRow, failures } from './failures.ts'

/** One thing that is wrong with a request. */
export interface FailureProblem {
  /** Where it is: in the body, or the place of a parameter. */
  in: 'body' | ParameterPlace
  /** The JSON pointer in the body (RFC 6901), or the name of a parameter, with a pointer in its value. */
  at: string
  /** The names and indexes that lead there; the first one is the name of a parameter. */
  path: Path
  keyword: string
  detail: string
}

/** What a failure says besides its name and detail. */
interface FailureOptions {
  problems?: readonly FailureProblem[]
  /** Headers that the response has to have. */
  headers?: Readonly<Record<string, string>>
  /** The status, of a forced one. */
  status?: number
  /** Tells it apart from others with the same status, if not as its name usually does. */
  number?: number
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
  readonly number: number | undefined

  constructor(name: FailureName, detail: string, options: FailureOptions = {}) {
    this.name = name
    this.detail = detail
    this.problems = options.problems ?? []
    this.headers = options.headers ?? {}
    this.status = options.status
    this.number = options.number
  }

  /** What it was made with besides its name and detail. */
  toOptions(): FailureOptions {
    const { problems, headers, status, number } = this
    return {
      problems,
      headers,
      ...(status !== undefined && { status }),
      ...(number !== undefined && { number }),
    }
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

/** What a failure says that nobody knows more about. */
export const toDetail = (name: FailureName): string =>
  `the request was rejected: ${failures[name].title.toLowerCase()}`
