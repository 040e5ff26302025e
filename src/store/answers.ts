import { operation } from '../contract/generated/operation.ts'
import { anyOf, integer, object, oneOf, type Schema, string } from '../contract/schema.ts'
import { check } from './check.ts'
import type { PlantAnswer } from './exchange.ts'
import { type FailureName, failureNames } from './failure-names.ts'

/** What the client sees of a refusal. */
export interface Refusal {
  /** The status code, 400 to 599. */
  status: number
  /** The `error` member, an int32. */
  error: number
  /** The `message` member. */
  message: string
}

/**
 * The decisions about refusals that the specification leaves open (sections 5, 7 and 8), in the order of the checks.
 *
 * The status of the preset `http` is the first three digits of the error; the preset `documented` always uses 400. If a
 * check can say exactly what is wrong with a request, its message replaces the one in this table.
 */
const refusals: Readonly<Record<FailureName, readonly [error: number, message: string]>> = {
  'malformed-request': [40000, 'the request is not valid HTTP'],
  'headers-too-large': [43101, 'the headers are too large'],
  'request-timeout': [40801, 'the request did not arrive in time'],
  'unknown-path': [
    40401,
    `there is nothing at this path; the only operation is ${operation.method} ${operation.path}`,
  ],
  'method-not-allowed': [40501, `the method must be ${operation.method}`],
  'missing-credentials': [40101, 'the header Authorization must be "Bearer <token>"'],
  'invalid-token': [40102, 'the bearer token is not valid'],
  'unsupported-media-type': [41501, `the header Content-Type must be ${operation.contentType}`],
  'unsupported-encoding': [41502, 'the body must be sent without a content coding'],
  'body-too-large': [41301, 'the body is too large'],
  'missing-body': [40001, 'the body is missing; it must be a NewPlant as JSON'],
  'malformed-json': [40002, 'the body is not JSON'],
  'invalid-plant': [40003, 'the body is not a NewPlant'],
  'forced-error': [40004, 'the header Prefer: code=400 asks for this error'],
  'duplicate-id': [40901, 'a plant with this id is already stored'],
  'internal-error': [50001, 'the storage of the plant store failed'],
}

/** `http` follows RFC 9110 and RFC 6750; `documented` uses only the statuses that the specification lists. */
export type AnswersPreset = 'http' | 'documented'

/** A preset, or a preset with some rows replaced. */
export type AnswersOption =
  | AnswersPreset
  | ({ preset?: AnswersPreset } & { [Name in FailureName]?: Partial<Refusal> })

/** Makes the answer to a refused request; `detail` replaces the message of the table. */
export type Refuse = (failure: FailureName, detail?: string) => PlantAnswer

/** The headers of every answer with a body. */
export const jsonHeaders: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'application/json',
})

const challenge = 'Bearer realm="plant-store"'

/** Some statuses require headers: RFC 9110 sections 15.5.2, 15.5.6 and 15.5.16, RFC 6750 section 3. */
function headersFor(status: number, failure: FailureName): Readonly<Record<string, string>> {
  if (status === 405) return { ...jsonHeaders, allow: operation.method }
  if (status === 415 && failure === 'unsupported-encoding')
    return { ...jsonHeaders, 'accept-encoding': 'identity' }
  if (status !== 401) return jsonHeaders
  const hint = failure === 'invalid-token' ? ', error="invalid_token"' : ''
  return { ...jsonHeaders, 'www-authenticate': challenge + hint }
}

const presetSchema = oneOf('http', 'documented')
const refusalSchema = object({
  status: integer(400, 599),
  error: integer(-(2 ** 31), 2 ** 31 - 1),
  message: string,
})

/** The values of {@link AnswersOption}. */
export const answersSchema: Schema = anyOf(
  presetSchema,
  object({ preset: presetSchema, ...Object.fromEntries(failureNames.map((name) => [name, refusalSchema])) }),
)

/**
 * Makes the function that all doors use to refuse requests.
 *
 * @throws {OptionsError} if the preset or a failure is unknown, or a row has an invalid value
 */
export function createRefuse(option: AnswersOption = 'http'): Refuse {
  check(option, answersSchema, 'answers')
  const { preset, ...rows } = typeof option === 'string' ? { preset: option } : option
  return (failure, detail) => {
    const [number, text] = refusals[failure]
    const row: Partial<Refusal> = (rows as Partial<Record<FailureName, Partial<Refusal>>>)[failure] ?? {}
    const { status = preset === 'documented' ? 400 : Math.floor(number / 100), error = number } = row
    const body = JSON.stringify({ error, message: row.message ?? detail ?? text })
    return { status, headers: headersFor(status, failure), body, failure }
  }
}
