import type { ExactInteger } from '../../contract/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import { validateNewPlant } from '../../contract/generated/validators.ts'
import { describeProblems, describeValue } from '../../contract/problems.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { PactOptionsError } from '../pact-options.ts'
import { invalidToken, noPlantWithId, type ProviderState } from '../states/provider-states.ts'
import { apiError, idOfState, plant as plantTemplate, type Template, text } from './templates.ts'

/** A request to the operation and its answer, as consumers and providers agree on them. */
export interface Interaction {
  description: string
  states: readonly ProviderState[]
  /** The token of the request; without one it has no credentials. */
  token?: string
  /** The body of the request. */
  body?: { json: Template }
  answer: {
    /** The status; an example of a client error where any of those will do. */
    status: number
    isAnyClientError?: boolean
    body?: Template
  }
}

/** An interaction that may have a body which is not JSON: files can, but the mock of Pact takes none. */
export type RecordedInteraction = Interaction | (Omit<Interaction, 'body'> & { body: { text: string } })

/** What is sent for an example where a consumer names nothing. */
export const examplePlant: Readonly<Required<NewPlant>> = { id: 1, name: 'Monstera', tag: 'foliage' }
const exampleError = { error: 40003, message: 'the request is refused' }

/** Stands for a token that the provider takes; whoever verifies puts a real one in its place. */
const validToken = 'valid-token'
/** A token that the provider has to refuse. */
const refusedToken = 'invalid-token'

const beginning = 'a request to create a plant'
const members: ReadonlySet<string> = new Set<keyof NewPlant>(['id', 'name', 'tag'])

/** How a plant is created that a consumer leaves open. */
export interface OpenPlant {
  /** Whether it has a tag, of whatever letters. */
  hasTag?: boolean
  /** An id for an example that says of what kind ids are, and the words for it. */
  id?: { example: ExactInteger; words: string }
}

/**
 * A plant is created (specification section 4, rule 1). Members that `named` has are sent exactly so; the others are
 * sent as their schema has them.
 *
 * @throws {PactOptionsError} if no NewPlant has such members
 */
export function plantCreated(named: Partial<NewPlant> = {}, open: OpenPlant = {}): Interaction {
  const id = named.id ?? open.id?.example ?? examplePlant.id
  const name = named.name ?? examplePlant.name
  const tag = named.tag ?? (open.hasTag ? examplePlant.tag : undefined)
  const example: NewPlant = { id, name, ...(tag !== undefined && { tag }) }
  const unknown = Object.keys(named).find((member) => !members.has(member))
  if (unknown !== undefined) throw new PactOptionsError(`a NewPlant has no member ${describeValue(unknown)}`)
  if (!validateNewPlant(example)) {
    throw new PactOptionsError(describeProblems(validateNewPlant.errors, example, { whole: 'the plant' }))
  }
  const parts = [
    named.id === undefined ? open.id?.words : `the id ${named.id}`,
    named.name === undefined ? undefined : `the name ${describeValue(named.name)}`,
    tag === undefined ? undefined : named.tag === undefined ? 'a tag' : `the tag ${describeValue(named.tag)}`,
  ].filter((part) => part !== undefined)
  return {
    description: parts.length === 0 ? beginning : `${beginning} with ${parts.join(', ')}`,
    states: [noPlantWithId(id)],
    token: validToken,
    body: {
      json: {
        id: idOfState(id, { exactly: named.id !== undefined }),
        name: named.name ?? text(name),
        ...(tag !== undefined && { tag: named.tag ?? text(tag) }),
      },
    },
    answer: { status: 200, body: plantTemplate(example) },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is ExactInteger =>
  validateNewPlant({ ...examplePlant, id: value as ExactInteger })

/** Says whether Pact's core keeps every integer of a value: it makes floating-point numbers of larger ones. */
function isKept(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= -(2n ** 63n) && value < 2n ** 64n
  return typeof value !== 'object' || value === null || Object.values(value).every(isKept)
}

/**
 * A body that is no NewPlant is refused with the documented error (specification section 4, rule 3): exactly this one.
 * Its id, where it has one, is free, so that nothing else is wrong with it.
 *
 * @param value what is sent as JSON; without it, no body is sent
 *
 * @throws {PactOptionsError} if it is a NewPlant, which no specification says is refused, or Pact cannot hold it
 */
export function bodyRefused(value?: unknown): Interaction {
  if (value === undefined) return refusal('refused as the body is missing')
  // As the provider reads it: a number that is not safe is an integer there.
  const body = parseExactJson(stringifyExactJson(value))
  if (validateNewPlant(body)) {
    throw new PactOptionsError(
      'the body is a NewPlant, and the specification does not say that one is refused',
    )
  }
  const problem = describeProblems(validateNewPlant.errors, body, { whole: 'the body' })
  if (!isKept(body)) {
    throw new PactOptionsError(
      `Pact holds integers from -2^63 to 2^64-1 alone, and the body has another: ${problem}`,
    )
  }
  const id = isObject(body) && isId(body['id']) ? body['id'] : undefined
  const refused = refusal(`refused as ${problem}`)
  if (id === undefined) return { ...refused, body: { json: body } }
  return {
    ...refused,
    states: [noPlantWithId(id)],
    body: { json: { ...(body as object), id: idOfState(id, { exactly: true }) } },
  }
}

/** A body that is not JSON is refused with the documented error. */
export const textRefused = (): RecordedInteraction => ({
  ...refusal('refused as the body is not JSON'),
  body: { text: `{"id":${examplePlant.id},"name":` },
})

const refusal = (words: string): Interaction => ({
  description: `${beginning}, ${words}`,
  states: [],
  token: validToken,
  answer: { status: 400, body: apiError(exampleError) },
})

/** What is wrong with credentials. */
export type WrongCredentials = 'missing' | 'invalid'

/** What a consumer rests on where its credentials are refused. */
export interface RefusedAnswer {
  /** The status, from 400 to 499; any of those by default, as the specification names none. */
  status?: number
  /** The body as JSON, matchers of Pact's included; none is looked at by default. */
  body?: Template
}

/**
 * Credentials are refused (specification section 5) that come with a plant which could be created, so that nothing else
 * is wrong.
 *
 * @throws {PactOptionsError} if there are no such credentials, or the status is no client error
 */
export function credentialsRefused(
  credentials: WrongCredentials,
  { status, body }: RefusedAnswer = {},
): Interaction {
  if (credentials !== 'missing' && credentials !== 'invalid') {
    throw new PactOptionsError(`credentials must be missing or invalid, got ${describeValue(credentials)}`)
  }
  if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 499)) {
    throw new PactOptionsError(`the status must be an integer from 400 to 499, got ${describeValue(status)}`)
  }
  const { token: _token, ...created } = plantCreated()
  const isMissing = credentials === 'missing'
  return {
    ...created,
    description: `${beginning} ${isMissing ? 'without credentials' : 'with a token that is not valid'}`,
    states: [...created.states, ...(isMissing ? [] : [invalidToken])],
    ...(!isMissing && { token: refusedToken }),
    answer: {
      status: status ?? 401,
      ...(status === undefined && { isAnyClientError: true }),
      ...(body !== undefined && { body }),
    },
  }
}
