import { operation } from '../contract/generated/operation.ts'
import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'
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

const refuse = (status: number, error: number, message: string): Readonly<Refusal> => ({
  status,
  error,
  message,
})

/**
 * The decisions about refusals that the specification leaves open (sections 5, 7 and 8), in the order of the checks.
 *
 * The status is the one of the preset `http`; the preset `documented` always uses 400. If a check can say exactly
 * what is wrong with a request, its message replaces the one in this table.
 */
const refusals: Readonly<Record<FailureName, Refusal>> = {
  'malformed-request': refuse(400, 40000, 'the request is not valid HTTP'),
  'headers-too-large': refuse(431, 43101, 'the headers are too large'),
  'request-timeout': refuse(408, 40801, 'the request did not arrive in time'),
  'unknown-path': refuse(
    404,
    40401,
    `there is nothing at this path; the only operation is ${operation.method} ${operation.path}`,
  ),
  'method-not-allowed': refuse(405, 40501, `the method must be ${operation.method}`),
  'missing-credentials': refuse(401, 40101, 'the header Authorization must be "Bearer <token>"'),
  'invalid-token': refuse(401, 40102, 'the bearer token is not valid'),
  'unsupported-media-type': refuse(415, 41501, `the header Content-Type must be ${operation.contentType}`),
  'unsupported-encoding': refuse(415, 41502, 'the body must be sent without a content coding'),
  'body-too-large': refuse(413, 41301, 'the body is too large'),
  'missing-body': refuse(400, 40001, 'the body is missing; it must be a NewPlant as JSON'),
  'malformed-json': refuse(400, 40002, 'the body is not JSON'),
  'invalid-plant': refuse(400, 40003, 'the body is not a NewPlant'),
  'forced-error': refuse(400, 40004, 'the header Prefer: code=400 asks for this error'),
  'duplicate-id': refuse(409, 40901, 'a plant with this id is already stored'),
  'internal-error': refuse(500, 50001, 'the storage of the plant store failed'),
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

const limits = {
  status: (value: unknown) => Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599,
  error: (value: unknown) => Number.isInteger(value) && value === ((value as number) | 0),
  message: (value: unknown) => typeof value === 'string',
}
const wanted = { status: 'an integer from 400 to 599', error: 'an int32', message: 'a string' }

function checkRow(name: string, row: unknown): void {
  if (typeof row !== 'object' || row === null) {
    throw new OptionsError(`answers.${name} must be an object, got ${describeValue(row)}`)
  }
  for (const [member, value] of Object.entries(row)) {
    if (!Object.hasOwn(limits, member)) throw new OptionsError(`answers.${name} has no member ${member}`)
    const key = member as keyof Refusal
    if (!limits[key](value)) {
      throw new OptionsError(`answers.${name}.${key} must be ${wanted[key]}, got ${describeValue(value)}`)
    }
  }
}

/**
 * Makes the function that all doors use to refuse requests.
 *
 * @throws {OptionsError} if the preset or a failure is unknown, or a row has an invalid value
 */
export function createRefuse(option: AnswersOption = 'http'): Refuse {
  if (
    typeof option !== 'string' &&
    (typeof option !== 'object' || option === null || Array.isArray(option))
  ) {
    throw new OptionsError(`answers must be a preset or an object, got ${describeValue(option)}`)
  }
  const { preset = 'http', ...rows } = typeof option === 'string' ? { preset: option } : option
  if (preset !== 'http' && preset !== 'documented') {
    throw new OptionsError(`answers must be http or documented, got ${describeValue(preset)}`)
  }
  for (const [name, row] of Object.entries(rows)) {
    if (!Object.hasOwn(refusals, name)) {
      throw new OptionsError(`answers has no failure ${name}; the failures are ${failureNames.join(', ')}`)
    }
    checkRow(name, row)
  }
  const table = failureNames.map((failure) => {
    const documented = preset === 'documented' ? { status: 400 } : {}
    const own: Partial<Refusal> = (rows as Partial<Record<FailureName, Partial<Refusal>>>)[failure] ?? {}
    const { status, error, message } = { ...refusals[failure], ...documented, ...own }
    const answer = (text: string): PlantAnswer => ({
      status,
      headers: headersFor(status, failure),
      body: JSON.stringify({ error, message: text }),
      failure,
    })
    return [failure, (detail?: string) => answer(own.message ?? detail ?? message)] as const
  })
  const answers = new Map(table)
  return (failure, detail) => {
    const answer = answers.get(failure)
    if (answer === undefined) throw new OptionsError(`there is no failure ${failure}`)
    return answer(detail)
  }
}
