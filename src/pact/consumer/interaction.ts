import type { Contract, Operation } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { isSuccess } from '../../http/exchange.ts'
import { getAt } from '../../json/at-path.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { anything, custom, integer, object, oneOf, string } from '../../options/schema.ts'
import { byState, type RecordState } from '../states.ts'
import { type CredentialChoice, createInteraction, type TypedBody } from './create-interaction.ts'
import type { SentParameter } from './name-records.ts'
import { pickProperties } from './to-template.ts'
import type { Interaction } from './write-pact.ts'

/** What a consumer sends; each part has exactly the values that are named. */
interface RequestOptions {
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** The body; `null` sends none. */
  body?: unknown
  /** Which credentials it has; `valid` by default. */
  credentials?: CredentialChoice
}

/** What a consumer needs of a response. */
export interface ResponseOptions {
  /** The documented success by default; `4XX` accepts every client error. */
  status?: number | '4XX'
  headers?: Readonly<Record<string, string>>
  /** Some properties; by default those that the schema requires. `null` doesn't look at the body. */
  body?: unknown
}

/** The request and the response of an interaction. What isn't said comes from the description. */
export interface InteractionOptions {
  /** What the consumer sends: exactly these values. Required ones that aren't named may have any value of their schema. */
  request?: RequestOptions
  /** What the consumer needs: values like these, by the types and formats of the schema. */
  response?: ResponseOptions
  /** The provider states, in place of those that name records. */
  states?: readonly RecordState[]
  /** Distinguishes the interaction from others in the pact; by default, it names the operation, the status, and the values of the request. */
  description?: string
}

const anyObject = object({}, [], true)
const status = custom(
  'a status from 200 to 599, or 4XX',
  (value) => value === '4XX' || integer(200, 599).find(value)?.length === 0,
)
const credentials = oneOf('valid', 'missing', 'invalid')
const optionTable = {
  request: object({ path: anyObject, query: anyObject, headers: anyObject, body: anything, credentials }),
  response: object({ status, headers: anyObject, body: anything }),
  states: anything,
  description: string,
}

/** The longest description of an interaction. */
const maxDescription = 200

/** Names the operation, the status, and the values of the request. */
function describe({ id }: Operation, { request = {}, response }: InteractionOptions, status: number): string {
  const { path, query, body, credentials: which = 'valid' } = request
  const ofBody = isObject(body) ? body : body == null ? {} : { body }
  const values = { ...path, ...query, ...ofBody }
  const words = [
    `${id} gets ${response?.status === '4XX' ? 'a 4xx' : status}`,
    which === 'valid' ? '' : ` with ${which} credentials`,
    body === null ? ' without a body' : '',
    Object.keys(values).length === 0 ? '' : ` for ${stringifyExactJson(values)}`,
  ]
  return words.join('').slice(0, maxDescription)
}

/** Lists the parameters that are named, and examples of other required ones; a request that has to be wrong has only what is named. */
function fillParameters(operation: Operation, request: RequestOptions, isValid: boolean): SentParameter[] {
  const places = { path: request.path, query: request.query, header: request.headers, cookie: undefined }
  return operation.parameters.flatMap((parameter): SentParameter[] => {
    const { name, in: place, isRequired, examples, schema } = parameter
    const given = places[place]
    const key = Object.keys(given ?? {}).find((one) => one.toLowerCase() === name.toLowerCase())
    if (key !== undefined) return [{ parameter, value: given?.[key], isExact: true }]
    const isFilled = isRequired && (isValid || given === undefined || place === 'path')
    const value = [...examples.values()][0] ?? schema.example()
    return isFilled && place !== 'cookie' ? [{ parameter, value, isExact: false }] : []
  })
}

/** Makes the body of a request: what is named, exactly, and examples of other required properties. */
function fillBody(
  { body: described }: Operation,
  { body, headers }: RequestOptions,
  isValid: boolean,
): TypedBody | undefined | null {
  if (body === null || (body === undefined && described?.isRequired !== true)) return body as null | undefined
  const media = described?.pick(headers?.['content-type']) ?? described?.media[0]
  const schema = media?.schema.as('request')
  const value = isValid || body === undefined ? pickProperties(schema?.example(), schema, body) : body
  return { type: media?.contentType, value, schema, exact: body }
}

/**
 * Makes an interaction of an operation for a pact of pact-js: what the consumer sends, and what it needs of the response,
 * with matchers from the schemas, and provider states that name the records. Without a contract, it is about the plant store.
 *
 * @example
 * const pact = new PactV4({ consumer: 'desk', provider: 'rooms' })
 * await interaction(contract, 'createRoom', { request: { body: { name: 'Blue', kind: 'single' } } })
 *   .addTo(pact)
 *   .executeTest(async ({ url }) => { … })
 *
 * @throws {OptionsError} if there is no such operation, or an option has a wrong value
 */
export function interaction(contract: Contract, name: string, options?: InteractionOptions): Interaction
export function interaction(name: string, options?: InteractionOptions): Interaction
export function interaction(...given: unknown[]): Interaction {
  const all = typeof given[0] === 'string' ? [plantStore(), ...given] : given
  const [contract, name, options = {}] = all as [Contract, string, InteractionOptions?]
  checkOptions(options, optionTable)
  const operation = contract.operation(name)
  if (operation === undefined) throw new OptionsError(`the description has no operation ${name}`)
  const { request = {}, response = {} } = options
  const { credentials: which = 'valid' } = request
  const isAny4xx = response.status === '4XX'
  const ofAny4xx = which === 'valid' ? 400 : 401
  const own = isAny4xx ? ofAny4xx : (response.status ?? operation.responses.success?.status)
  if (own === undefined)
    throw new OptionsError(`has to be named, since ${name} documents no success`, ['response', 'status'])
  const status = Number(own)
  const isValid = isSuccess(status) || byState.has(status)
  const body = fillBody(operation, request, isValid)
  return createInteraction(operation, {
    description: options.description ?? describe(operation, options, status),
    states: options.states,
    credentials: which,
    parameters: fillParameters(operation, request, isValid),
    headers: request.headers,
    body,
    status,
    isAny4xx,
    response: {
      headers: response.headers,
      body: isAny4xx ? undefined : fillResponse(operation, status, response.body, body?.value, request.body),
    },
  })
}

/** Makes the body of a response: what is named, otherwise what is required and what was sent; what was sent exactly has to come back so. */
function fillResponse(
  { effect, responses }: Operation,
  status: number,
  given: unknown,
  sent: unknown,
  exact: unknown,
): TypedBody | undefined {
  const media = responses.pick(status)?.media.find(({ kind }) => kind === 'json')
  if (given === null || (media ?? given) === undefined) return undefined
  const isWritten = effect.kind === 'create' || effect.kind === 'replace' || effect.kind === 'merge'
  const isRecord = isWritten && isSuccess(status) && effect.responsePath?.length === 0
  const path = isRecord ? effect.requestPath : undefined
  const schema = media?.schema
  const back = path && getAt(sent, path)
  const value = given ?? pickProperties(schema?.example(), schema, back && schema?.project(back))
  return { type: media?.name, value, schema, exact: path && getAt(exact, path) }
}
