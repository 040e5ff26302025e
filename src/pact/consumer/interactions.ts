import { examplePlant } from '../../contract/example-plant.ts'
import { errorExamples } from '../../contract/generated/members.ts'
import { createdStatus, newPlantMembers, pickPlant } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { validateNewPlant } from '../../contract/validators.ts'
import type { ExactInteger } from '../../json/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { isObject } from '../../options/is-object.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeProblems, describeValue } from '../../options/problems.ts'
import { integer, oneOf, type Schema } from '../../options/schema.ts'
import { stateNames } from '../states/provider-states.ts'
import { anyId, apiError, type Template, text } from './templates.ts'

/** A request to the operation and its answer, as a consumer and a service agree on them. */
export interface Interaction {
  description: string
  states: readonly { name: string; params?: Readonly<Record<string, string>> }[]
  /** The token of the request; undefined if the request has no credentials. */
  token?: string
  /** A text isn't JSON: pact files can contain it, but Pact's mock doesn't accept it. */
  body?: { json: Template } | { text: string }
  answer: {
    /** The status; if any client error is accepted, an example of one. */
    status: number
    isAnyClientError?: boolean
    body?: Template
  }
}

const exampleError = { ...errorExamples, error: 40003, message: 'the request is refused' }

/** The state in which a plant with this id can be created. */
const noPlantWithId = (id: ExactInteger) => ({ name: stateNames.noPlant, params: { id: id.toString() } })

/** Stands for a valid token; the verification replaces it with a real one. */
const validToken = 'valid-token'
const refusedToken = 'invalid-token'

const fail = (problem: string): never => {
  throw new OptionsError(problem)
}

const beginning = 'a request to create a plant'
const members: readonly string[] = newPlantMembers

/** What a consumer leaves open about the plant that it creates. */
export interface OpenPlant {
  /** Whether it has a tag, with any text. */
  hasTag?: boolean
  /** An example that shows which kind of ids the consumer sends, and the words for it. */
  id?: { example: ExactInteger; words: string }
}

/**
 * Creates a plant (docs/specification.md, section 4, rule 1). The request has the members of `named` exactly; the others
 * may have any value that their schema allows.
 *
 * @throws {OptionsError} if a NewPlant can't have such members
 */
export function plantCreated(named: Partial<NewPlant> = {}, open: OpenPlant = {}): Interaction {
  const id = named.id ?? open.id?.example ?? examplePlant.id
  const name = named.name ?? examplePlant.name
  const tag = named.tag ?? (open.hasTag ? examplePlant.tag : undefined)
  const { id: _id, name: _name, tag: _tag, ...others } = { ...examplePlant, ...named }
  const example: NewPlant = { id, name, ...(tag !== undefined && { tag }), ...others }
  const unknown = Object.keys(named).find((member) => !members.includes(member))
  if (unknown !== undefined) fail(`a NewPlant has no member ${describeValue(unknown)}`)
  if (!validateNewPlant(example)) fail(describeProblems(validateNewPlant.errors, { whole: 'the plant' }))
  const parts = [
    named.id === undefined ? open.id?.words : `the id ${named.id}`,
    named.name !== undefined && `the name ${describeValue(named.name)}`,
    tag !== undefined && (named.tag === undefined ? 'a tag' : `the tag ${describeValue(named.tag)}`),
  ].filter(Boolean)
  const texts = {
    name: named.name ?? text(name),
    ...(tag !== undefined && { tag: named.tag ?? text(tag) }),
  }
  return {
    description: parts.length === 0 ? beginning : `${beginning} with ${parts.join(', ')}`,
    states: [noPlantWithId(id)],
    token: validToken,
    body: { json: { id: named.id ?? anyId(id), ...texts, ...others } },
    // The specification promises that the texts of the request come back (section 4, rule 1).
    answer: { status: createdStatus, body: { ...pickPlant(example), ...texts } },
  }
}

const isId = (value: unknown): value is ExactInteger =>
  validateNewPlant({ ...examplePlant, id: value as ExactInteger })

/** Returns whether Pact's core keeps every integer of a value exact; the core converts larger integers to floating-point numbers. */
function isKept(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= -(2n ** 63n) && value < 2n ** 64n
  return typeof value !== 'object' || value === null || Object.values(value).every(isKept)
}

/**
 * The service refuses exactly this body, which isn't a NewPlant, with the documented error (docs/specification.md, section 4, rule 3).
 * If it has an id, the id is free, so that nothing else is wrong with the request.
 *
 * @param value the body, to be sent as JSON; undefined sends no body
 *
 * @throws {OptionsError} if it is a NewPlant, which the specification doesn't refuse, or if Pact can't hold it
 */
export function bodyRefused(value?: unknown): Interaction {
  if (value === undefined) return refusal('refused as the body is missing')
  // Converts the body as the service reads it: JSON has integers beyond the safe numbers of JavaScript.
  const body = parseExactJson(stringifyExactJson(value))
  if (validateNewPlant(body))
    return fail('the body is a NewPlant, and the specification does not say that one is refused')
  // In a file of Pact, some texts look like no body, or like the JSON in them.
  if (typeof body === 'string' && !/^[^"\\{}\p{Cc}\p{Cs}]+$/u.test(body))
    fail(`Pact can't hold the text ${describeValue(body)} as a body`)
  const problem = describeProblems(validateNewPlant.errors, { whole: 'the body' })
  if (!isKept(body))
    fail(`Pact can hold only integers from -2^63 to 2^64-1, and the body has another one: ${problem}`)
  const id = isObject(body) && isId(body['id']) ? body['id'] : undefined
  const states = id === undefined ? [] : [noPlantWithId(id)]
  return { ...refusal(`refused as ${problem}`), states, body: { json: body } }
}

/** The service refuses a body that isn't JSON with the documented error. */
export const textRefused = (): Interaction => ({
  ...refusal('refused as the body is not JSON'),
  body: { text: `{"id":${examplePlant.id},"name":` },
})

const refusal = (words: string): Interaction => ({
  description: `${beginning}, ${words}`,
  states: [],
  token: validToken,
  answer: { status: 400, body: apiError(exampleError) },
})

/** The statuses of a refusal. */
export const clientError: Schema = integer(400, 499)

const wrongCredentials = oneOf('missing', 'invalid')

/** What is wrong with credentials. */
export type WrongCredentials = 'missing' | 'invalid'

/** What a consumer relies on when the service refuses its credentials. */
export interface RefusedAnswer {
  /** The status, from 400 to 499; by default any of those, because the specification doesn't name one. */
  status?: number
  /** The body as JSON, which may have matchers of Pact; by default, the body isn't checked. */
  body?: Template
}

/**
 * The service refuses the credentials (docs/specification.md, section 5) of a request with a valid plant, so that nothing else
 * is wrong.
 *
 * @throws {OptionsError} if `credentials` has another value, or the status isn't one of a client error
 */
export function credentialsRefused(
  credentials: WrongCredentials,
  { status, body }: RefusedAnswer = {},
): Interaction {
  check(credentials, wrongCredentials, 'credentials')
  if (status !== undefined) check(status, clientError, 'status')
  const { token: _token, ...created } = plantCreated()
  const isMissing = credentials === 'missing'
  return {
    ...created,
    description: `${beginning} ${isMissing ? 'without credentials' : 'with a token that is not valid'}`,
    states: [...created.states, ...(isMissing ? [] : [{ name: stateNames.invalidToken }])],
    ...(!isMissing && { token: refusedToken }),
    answer: {
      status: status ?? 401,
      ...(status === undefined && { isAnyClientError: true }),
      ...(body !== undefined && { body }),
    },
  }
}
