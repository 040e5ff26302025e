import type { AnyApi } from '../contract/contract.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeProblems } from '../options/problems.ts'
import { anything, findProblems, integer, object, type ValueSchema } from '../options/schema.ts'
import type { Awaitable } from './awaitable.ts'
import type { Call, MockResponse } from './exchange.ts'
import { headersSchema, toLowerCase, writeOwnBody } from './own-body.ts'
import type { GetRecords } from './records.ts'
import { type Steps, wait } from './steps.ts'
import type {
  BodyOf,
  ContentOf,
  Documented,
  Id,
  IfNamed,
  OperationsOf,
  ParametersOf,
  ResponsesOf,
  StatusOf,
  Unnamed,
} from './types.ts'

/** A response of your own; the body is text as it is, anything else as JSON. */
export interface OwnResponse {
  /** 200 by default. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/** What code of your own can use. */
export interface OwnCodeTools<Api = AnyApi> {
  records: GetRecords<Api>
}

/** Code of your own: undefined means that the mock responds as usual. */
export type OwnCode<Api = AnyApi, Request = Call, Response = OwnResponse> = (
  request: Request,
  tools: OwnCodeTools<Api>,
) => Awaitable<Response | undefined>

/** A request to a known operation. */
type CallOf<Operation> = Omit<Call, 'body' | 'parameters'> & {
  body: BodyOf<Operation>
  parameters: Omit<Call['parameters'], 'path' | 'query'> & ParametersOf<Operation>
}

type ResponseWith<Status, Body> = Pick<OwnResponse, 'headers'> & { status: Status; body?: Body }

/** A response whose body is that of its status. */
type ResponseOf<Responses> =
  | {
      [Status in Documented<Responses>]: ResponseWith<Status, ContentOf<Responses[Status]>>
    }[Documented<Responses>]
  | ResponseWith<Exclude<StatusOf<Responses>, Documented<Responses>>, unknown>
  | (200 extends Documented<Responses>
      ? Partial<ResponseWith<200, ContentOf<Responses[200 & keyof Responses]>>>
      : never)

type OwnCodeOf<Api, Operation, Response = ResponseOf<ResponsesOf<Operation>>> =
  | OwnCode<Api, CallOf<Operation>, Response>
  | Response

/** Code of your own, or a fixed response, by the id of an operation. */
export type RespondOption<Api = AnyApi> = IfNamed<
  Api,
  { readonly [Name in Id<Api>]?: OwnCodeOf<Api, OperationsOf<Api>[Name]> } & {
    readonly [Name in Unnamed]?: OwnCode<Api> | OwnResponse
  },
  Readonly<Record<string, OwnCode<Api> | OwnResponse>>
>

/** The values of {@link OwnResponse}. */
export const ownResponseSchema: ValueSchema = /* @__PURE__ */ object({
  status: /* @__PURE__ */ integer(200, 599),
  headers: headersSchema,
  body: anything,
} satisfies Record<keyof OwnResponse, unknown>)

/** Asks code of one's own for a response. @throws {OptionsError} if that isn't one */
export function* applyOwnCode(
  own: OwnCode | OwnResponse,
  call: Call,
  records: OwnCodeTools['records'],
): Steps<MockResponse | undefined> {
  const given = typeof own === 'function' ? yield* wait(own(call, { records })) : own
  if (given === undefined) return undefined
  const problems = findProblems(given, ownResponseSchema)
  if (problems.length > 0) {
    const whole = 'the response'
    throw new OptionsError(
      `the response of ${call.operation.id} is wrong: ${describeProblems(problems, { whole })}`,
    )
  }
  const { status = 200, headers = {}, body } = given
  return { status, ...writeOwnBody(body, toLowerCase(headers)) }
}
