import { checkRequest, type RequestProblem } from '../../contract/check-request.ts'
import type { Contract, Operation, Response } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { isSuccess } from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { checkOptions } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import {
  anything,
  integer,
  type Schema as OptionSchema,
  object,
  oneOf,
  string,
  that,
} from '../../options/schema.ts'
import { getAt } from '../get-at.ts'
import { type RecordState, wrongCredentials } from '../states.ts'
import { fillRequest, type RequestOptions, toRequest } from './fill-request.ts'
import { nameRecords } from './name-records.ts'
import { pick, toTemplate } from './to-template.ts'
import { addToPact, type Interaction } from './write-pact.ts'

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

const anyObject: OptionSchema = object({}, [], true)
const credentials = oneOf('valid', 'missing', 'invalid')
const status = that(
  'a status from 200 to 599, or 4XX',
  (value) => value === '4XX' || integer(200, 599).find(value)?.length === 0,
)
const optionTable = {
  request: object({ path: anyObject, query: anyObject, headers: anyObject, body: anything, credentials }),
  response: object({ status, headers: anyObject, body: anything }),
  states: anything,
  description: string,
}

const fail = (problem: string, path: string[] = []): never => {
  throw new OptionsError(problem, path)
}

/** Chooses what a consumer needs of a response's body: what is given, otherwise what is required and what was sent, which has to come back as it is. */
function toResponseBody(
  { effect, responses }: Operation,
  response: Response | undefined,
  given: unknown,
  sent: unknown,
  exact: unknown,
) {
  const media = response?.media.find(({ kind }) => kind === 'json')
  if (given === null || (media ?? given) === undefined) return undefined
  const schema = media?.schema
  const isChange = effect.kind === 'create' || effect.kind === 'replace' || effect.kind === 'merge'
  const isSent =
    isChange && effect.responsePath?.length === 0 && responses.successes.some((one) => one === response)
  const back = isSent ? getAt(sent, effect.requestPath) : undefined
  const body = given ?? pick(schema?.example(), schema, back && schema?.project(back))
  return {
    type: media?.name,
    body,
    template: toTemplate(body, schema, isSent ? getAt(exact, effect.requestPath) : undefined),
  }
}

const write = (value: unknown): string => stringifyExactJson(value)

/** The longest description of an interaction. */
const maxDescription = 200

/** Names the operation, the status, and the values of the request; of a loose request only their names, and what is wrong. */
function describe(
  { id }: Operation,
  { request = {}, response }: InteractionOptions,
  status: number,
  wrong: readonly RequestProblem[],
  isLoose: boolean,
): string {
  const { path, query, body, credentials: which = 'valid' } = request
  const whole = body === undefined || body === null || isLoose ? {} : { body }
  const values = { ...(!isLoose && path), ...query, ...(isObject(body) ? body : whole) }
  const names = Object.keys(values)
  const ofBody = body === null && !isLoose ? ' without a body' : ''
  const ofProblems = wrong.map(({ place, keyword }) => `${place.slice(1)} (${keyword})`)
  const words = [
    `${id} gets ${response?.status === '4XX' ? 'a 4xx' : status}`,
    which !== 'valid' && ` with ${which} credentials`,
    names.length === 0 ? ofBody : ` for ${isLoose ? names.join(', ') : write(values)}`,
    isLoose && wrong.length > 0 && ` as wrong: ${ofProblems.join(', ')}`,
  ]
  const text = words.filter(Boolean).join('')
  return isLoose ? text : text.slice(0, maxDescription)
}

/** Statuses with which a service rejects a right request. */
const byState = new Set([401, 403, 404, 409])

/** Makes an interaction as {@link interaction} does; with `isLoose`, the values of the request are only examples. */
export function createInteraction(
  contract: Contract,
  name: string,
  options: InteractionOptions = {},
  isLoose = false,
): Interaction {
  checkOptions(options, optionTable)
  const operation = contract.operation(name) ?? fail(`the description has no operation ${name}`)
  const { method, responses } = operation
  const { request = {}, response: needed = {} } = options
  const { credentials: which = 'valid' } = request
  const isAny4xx = needed.status === '4XX'
  const ofAny4xx = which === 'valid' ? 400 : 401
  const own = isAny4xx ? ofAny4xx : (needed.status ?? responses.success?.status)
  if (own === undefined) fail(`has to be named, since ${name} documents no success`, ['response', 'status'])
  const status = Number(own)

  const isValid = isSuccess(status) || byState.has(status)
  const filled = fillRequest(operation, request, isValid)
  const { path, parameters, type, isSent, body } = filled
  const checked = checkRequest(contract, {
    method,
    path: parameters.path + (parameters.query && `?${parameters.query}`),
    headers: { ...parameters.headers, ...type },
    ...(isSent && { body: write(body) }),
  })
  const problems = checked.kind === 'operation' ? checked.problems : []
  const wrong = problems.filter(({ reason }) => reason !== 'credentials')
  if (isSuccess(status) && wrong[0] !== undefined) fail(`can't succeed: ${wrong[0].message}`, ['request'])

  const exact = isLoose && isValid ? undefined : request.body
  const shown = isAny4xx ? undefined : responses.pick(status)
  const expected = toResponseBody(operation, shown, needed.body, body, exact)
  const states = [
    ...nameRecords(operation, path, body, expected?.body, status),
    ...(which === 'invalid' ? [{ name: wrongCredentials }] : []),
  ]
  const whole: Interaction = {
    description: options.description ?? describe(operation, options, status, wrong, isLoose),
    states: options.states ?? states,
    request: toRequest(operation, request, filled, isLoose, exact),
    response: {
      status,
      isAny4xx,
      headers: { ...(expected?.type && { 'Content-Type': expected.type }), ...needed.headers },
      ...(expected && { body: write(expected.template) }),
    },
    addTo: (pact) => addToPact(pact, whole),
  }
  return whole
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
 * @throws {OptionsError} if there is no such operation, or the request is wrong although it expects a success
 */
export function interaction(contract: Contract, name: string, options?: InteractionOptions): Interaction
export function interaction(name: string, options?: InteractionOptions): Interaction
export function interaction(...given: unknown[]): Interaction {
  const all = typeof given[0] === 'string' ? [plantStore(), ...given] : given
  return createInteraction(...(all as [Contract, string, InteractionOptions?]))
}
