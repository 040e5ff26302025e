import { isJsonContentType } from '../contract/content-type.ts'
import { stringifyExactJson } from '../contract/exact-json.ts'
import { operation, pickPlant } from '../contract/generated/operation.ts'
import { isObject } from '../contract/is-object.ts'
import { OptionsError } from '../contract/options-error.ts'
import { anyOf, anything, integer, object, oneOf, type Schema, string } from '../contract/schema.ts'
import { check } from './check.ts'
import type { PlantAnswer } from './exchange.ts'
import { type FailureName, failureNames, failures } from './failures.ts'
import type { StoredPlant } from './storage/plant-storage.ts'

/** What the client sees of a refusal. */
export interface Refusal {
  /** The status code, 400 to 599. */
  status: number
  /** The `error` member, an int32. */
  error: number
  /** The `message` member. */
  message: string
  /** More members of the Error. */
  members?: object
  /** The whole body instead of an Error, unless the status is 400: a text as it is, anything else as JSON. */
  body?: unknown
  /** The headers instead of those that the status requires; `content-type` has a default. */
  headers?: Readonly<Record<string, string>>
}

/** What the client sees of a created plant besides the Plant. */
export interface Created {
  /** More members of the 200. `tag` is for plants without one, and the text `{id}` stands for the id. */
  members?: object
  /** Headers of the 200. */
  headers?: Readonly<Record<string, string>>
}

/** `http` follows RFC 9110 and RFC 6750; `documented` uses only the statuses that the specification lists. */
export type AnswersPreset = 'http' | 'documented'

/** A preset, or a preset with some rows replaced. */
export type AnswersOption =
  | AnswersPreset
  | ({ preset?: AnswersPreset; created?: Created } & { [Name in FailureName]?: Partial<Refusal> })

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

/** Names and values that HTTP allows; the length of a body is no decision. */
const headersSchema: Schema = {
  expected: 'an object of header fields',
  fits: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, field]) =>
        /^(?!content-length$|transfer-encoding$|connection$)[\w!#$%&'*+.^`|~-]+$/i.test(name) &&
        typeof field === 'string' &&
        /^[\t\x20-\x7e\x80-\xff]*$/.test(field),
    ),
}
const members = /* @__PURE__ */ object({}, [], true)
const presetSchema = /* @__PURE__ */ oneOf('http', 'documented')
const refusalSchema = /* @__PURE__ */ object({
  status: /* @__PURE__ */ integer(400, 599),
  error: /* @__PURE__ */ integer(-(2 ** 31), 2 ** 31 - 1),
  message: string,
  members,
  body: anything,
  headers: headersSchema,
})

/** The values of {@link AnswersOption}. */
export const answersSchema: Schema = /* @__PURE__ */ anyOf(
  presetSchema,
  /* @__PURE__ */ object({
    preset: presetSchema,
    created: /* @__PURE__ */ object({ members, headers: headersSchema }),
    .../* @__PURE__ */ Object.fromEntries(failureNames.map((name) => [name, refusalSchema])),
  }),
)

const readOption = (option: AnswersOption): Exclude<AnswersOption, string> =>
  typeof option === 'string' ? { preset: option } : option

const toLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The parts of an answer that a row of the table sets itself. */
function toOwn({ body, headers }: Partial<Refusal>, usual: Readonly<Record<string, string>>) {
  const text = body === undefined || typeof body === 'string' ? body : stringifyExactJson(body)
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : jsonHeaders['content-type']
  const { 'content-type': _, ...others } = usual
  const kept = headers === undefined ? others : toLowerCase(headers)
  return { text, headers: { ...(text !== '' && { 'content-type': type }), ...kept } }
}

/** Refuses a row with which a 400 would be no Error (specification section 4, Responses). */
function checkRow(name: string, { status, body, headers = {} }: Partial<Refusal>): void {
  const type = toLowerCase(headers)['content-type']
  const wrong = body === undefined ? type !== undefined && !isJsonContentType(type) && 'headers' : 'body'
  if (status !== 400 || !wrong) return
  throw new OptionsError(
    `answers.${name}.${wrong} can't be set for a 400, which is always an Error as application/json`,
  )
}

/**
 * Makes the function that all doors use to refuse requests.
 *
 * @throws {OptionsError} if the preset or a failure is unknown, or a row has an invalid value
 */
export function createRefuse(option: AnswersOption = 'http'): Refuse {
  check(option, answersSchema, 'answers')
  const { preset, created: _, ...rows } = readOption(option)
  const toStatus = (failure: FailureName, row: Partial<Refusal>): number =>
    row.status ?? (preset === 'documented' ? 400 : Math.floor(failures[failure][0] / 100))
  for (const [name, row] of Object.entries(rows))
    checkRow(name, { ...row, status: toStatus(name as FailureName, row) })
  return (failure, detail) => {
    const [number, text] = failures[failure]
    const row: Partial<Refusal> = (rows as Partial<Record<FailureName, Partial<Refusal>>>)[failure] ?? {}
    const status = toStatus(failure, row)
    const usual = headersFor(status, failure)
    const own = row.body === undefined && row.headers === undefined ? undefined : toOwn(row, usual)
    const { error = number, message = detail ?? text } = row
    const body = own?.text ?? stringifyExactJson({ ...row.members, error, message })
    return { status, headers: own?.headers ?? usual, body, failure }
  }
}

/** Makes the function that answers with a created plant: 200 with a Plant (specification section 4, rules 1 and 2). */
export function createAccept(option: AnswersOption = 'http'): (plant: StoredPlant) => PlantAnswer {
  const { members: more, headers = {} } = readOption(option).created ?? {}
  const all = { ...jsonHeaders, ...toLowerCase(headers) }
  const extra = Object.entries(more ?? {})
  const toBody = (plant: StoredPlant): object =>
    more === undefined
      ? pickPlant(plant)
      : {
          ...Object.fromEntries(extra.map(([name, value]) => [name, value === '{id}' ? plant.id : value])),
          ...pickPlant(plant),
        }
  return (plant) => ({ status: 200, headers: all, body: stringifyExactJson(toBody(plant)) })
}
