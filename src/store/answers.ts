import { isJsonContentType } from '../contract/content-type.ts'
import { errorExamples } from '../contract/generated/members.ts'
import { createdStatus, operation, pickPlant, refusedStatuses } from '../contract/generated/operation.ts'
import type { ExactInteger } from '../json/exact-integer.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anyOf,
  anything,
  fields,
  integer,
  object,
  oneOf,
  type Schema,
  string,
  text,
  that,
} from '../options/schema.ts'
import type { PlantAnswer } from './exchange.ts'
import {
  type FailureName,
  failureNames,
  failures,
  isOther,
  type Mistake,
  type OtherFailure,
  rowNames,
  toFailure,
  toFailureRow,
  toParent,
} from './failures.ts'
import { type PlaceholderName, placeholders } from './placeholders.ts'
import type { StoredPlant } from './stored-plant.ts'

/** What the client sees of a refusal. */
export interface Refusal {
  /** The status code, 400 to 599. */
  status: number
  /** The `error` member, an int32. */
  error: number
  /** The `message` member. For `duplicate-key`, `{id}` stands for the id here, in `members`, and in `body`. `{uuid}`, `{now}`, `{date}`, `{number}`, `{digits}`, and `{random}` stand for values that vary, also in headers. */
  message: string
  /** More members of the Error. */
  members?: object
  /** The whole body instead of an Error, unless the status is 400: a text as it is, anything else as JSON. */
  body?: unknown
  /** The headers instead of those that the status requires; `content-type` has a default. */
  headers?: Readonly<Record<string, string>>
}

/** What is added to a 200, or to each refusal: a row with a body gets only the headers, and those only if it has none. */
export interface Created {
  /** More members of the 200. `tag` is for plants without one. `{id}` stands for the id, here and in headers; other placeholders are those of a refusal. */
  members?: object
  /** Headers of the 200. */
  headers?: Readonly<Record<string, string>>
}

/** `http` follows RFC 9110 and RFC 6750; `documented` uses only the statuses that the specification lists. */
export type AnswersPreset = 'http' | 'documented'

/** A preset, or a preset with some rows replaced. */
export type AnswersOption =
  | AnswersPreset
  | ({ preset?: AnswersPreset; created?: Created; refused?: Created } & {
      [Name in FailureName | Mistake]?: Partial<Refusal>
    })

/** Makes the answer to a refused request; `detail` replaces the message of the table, and `id` each `{id}`. */
export type Refuse = (
  name: FailureName | OtherFailure | Mistake,
  detail?: string,
  id?: ExactInteger | string,
) => PlantAnswer

/** The headers of every answer with a body. */
export const jsonHeaders: Readonly<Record<string, string>> = Object.freeze({
  'content-type': operation.contentType,
})

const challenge = 'Bearer realm="plant-store"'

/** Some statuses require headers: RFC 9110 sections 15.5.2, 15.5.6 and 15.5.16, RFC 6750 section 3. */
function requiredHeaders(status: number, failure: FailureName | OtherFailure): Record<string, string> {
  if (status === 405) return { allow: operation.method }
  if (status === 415 && failure === 'unsupported-encoding') return { 'accept-encoding': 'identity' }
  if (status !== 401) return {}
  return {
    'www-authenticate': failure === 'invalid-credentials' ? `${challenge}, error="invalid_token"` : challenge,
  }
}

/** Names and values that HTTP allows, except the headers that frame a body or a connection. */
const fieldName = /^(?!(?:content-length|transfer-encoding|connection)$)[\w!#$%&'*+.^`|~-]+$/i
const field = /* @__PURE__ */ text('a string that HTTP allows', /^[\t\x20-\x7e\x80-\xff]*$/)
const noField = /* @__PURE__ */ that('left out', () => false, true)
/** The values of headers that an option sets. */
export const headersSchema: Schema = /* @__PURE__ */ fields('an object of header fields', true, (name) =>
  fieldName.test(name) ? field : noField,
)
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

const addedSchema = /* @__PURE__ */ object({ members, headers: headersSchema })

/** The values of {@link AnswersOption}. */
export const answersSchema: Schema = /* @__PURE__ */ anyOf(
  presetSchema,
  /* @__PURE__ */ object({
    preset: presetSchema,
    created: addedSchema,
    refused: addedSchema,
    .../* @__PURE__ */ Object.fromEntries(rowNames.map((name) => [name, refusalSchema])),
  }),
)

const readOption = (option: AnswersOption): Exclude<AnswersOption, string> =>
  typeof option === 'string' ? { preset: option } : option

const mapEntries = <Value>(
  from: object,
  toEntry: (name: string, value: Value) => [name: string, value: Value],
): Record<string, Value> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => toEntry(name, value)))

/** The fields of an answer, in lower case. */
type Fields = Readonly<Record<string, string>>

const toLowerCase = (headers: Fields): Record<string, string> =>
  mapEntries(headers, (name, value: string) => [name.toLowerCase(), value])

/** Writes the body of an answer, a text as it is and anything else as JSON, and its headers, which may replace the type. */
export function writeBody(body: unknown, headers: Fields): Pick<PlantAnswer, 'headers' | 'body'> {
  const isText = typeof body === 'string'
  const type = isText ? { 'content-type': 'text/plain; charset=utf-8' } : jsonHeaders
  return {
    headers: { ...(body !== '' && type), ...toLowerCase(headers) },
    body: isText ? body : stringifyExactJson(body),
  }
}

const placeholder = /\{(id|uuid|now|date|number|digits|random)\}/g

/** Puts an id wherever a value has the text `{id}`, and new values for the other placeholders. */
function fillIn<Value>(value: Value, id: ExactInteger | string): Value
function fillIn(value: unknown, id: ExactInteger | string): unknown {
  if (typeof value === 'string') {
    const make = (name: string) => (name === 'id' ? id : placeholders[name as PlaceholderName]())
    const [, whole] = /^\{(id|number)\}$/.exec(value) ?? []
    return whole === undefined
      ? value.replace(placeholder, (_all, name: string) => `${make(name)}`)
      : make(whole)
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, id))
  return isObject(value) ? mapEntries(value, (name, member) => [name, fillIn(member, id)]) : value
}

const fillFields = (fields: Fields, id: ExactInteger | string): Record<string, string> =>
  mapEntries(fields, (name, value: string) => [name, `${fillIn(value, `${id}`)}`])

/** Makes the function that finds the row of an option that decides an answer: its own, or that of its parent; undefined without one. */
export function createFindRow(
  option: AnswersOption = 'http',
): (name: FailureName | Mistake) => Partial<Refusal> | undefined {
  const rows: Partial<Record<string, Partial<Refusal>>> = readOption(option) as object
  const findRow = (name: FailureName | Mistake): Partial<Refusal> | undefined =>
    rows[name] ?? (name in failures ? undefined : findRow(toParent(name as Mistake)))
  return findRow
}

/**
 * Makes the function that all doors use to refuse requests.
 *
 * @throws {OptionsError} if a 400 would not be an Error (docs/specification.md, section 4, Responses)
 */
export function createRefuse(option: AnswersOption = 'http'): Refuse {
  const { preset, created: _, refused = {}, ...others } = readOption(option)
  const rows: Partial<Record<string, Partial<Refusal>>> = others
  const findRow = createFindRow(option)
  const refuse: Refuse = (name, detail, id = '{id}') => {
    const failure = isOther(name) ? name : toFailure(name)
    const [code, detailNumber, text] = toFailureRow(name)
    const reason = detail ?? text
    const row = (isOther(name) ? undefined : findRow(name)) ?? {}
    const {
      status = preset !== 'documented' || refusedStatuses.includes(code)
        ? code
        : (refusedStatuses[0] as number),
      error = code * 100 + detailNumber,
      message,
      members,
      body: given,
      headers,
    } = row
    // The reason may repeat what a client sent, which has no placeholders.
    const asError = {
      ...errorExamples,
      ...fillIn({ ...refused.members, ...members }, id),
      error,
      message: fillIn(message, `${id}`) ?? reason,
    }
    const body = given === undefined ? asError : fillIn(given, id)
    const shared = given === undefined || headers === undefined ? refused.headers : {}
    const fields = fillFields({ ...shared, ...(headers ?? requiredHeaders(status, failure)) }, id)
    return { status, ...writeBody(body, fields), failure, reason }
  }
  for (const name of [...failureNames, ...Object.keys(rows)]) {
    const { status, headers } = refuse(name as FailureName)
    const wrong = rows[name]?.body !== undefined ? 'body' : 'headers'
    if (status === 400 && (wrong === 'body' || !isJsonContentType(headers['content-type'])))
      throw new OptionsError("can't be set for a 400, which is always an Error as application/json", [
        'answers',
        name in rows ? name : 'refused',
        wrong,
      ])
  }
  return refuse
}

/** Makes the function that answers with a created plant: the documented status with a Plant (docs/specification.md, section 4). */
export function createAccept(option: AnswersOption = 'http'): (plant: StoredPlant) => PlantAnswer {
  const { members, headers: added = {} } = readOption(option).created ?? {}
  const headers = { ...jsonHeaders, ...toLowerCase(added) }
  // Most don't contain {id}, and filling it in copies them.
  const fills = stringifyExactJson(added).search(placeholder) >= 0
  return (plant) => ({
    status: createdStatus,
    headers: fills ? fillFields(headers, plant.id) : headers,
    body: stringifyExactJson(
      members === undefined ? pickPlant(plant) : { ...fillIn(members, plant.id), ...pickPlant(plant) },
    ),
  })
}
