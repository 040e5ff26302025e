import type { Contract, MediaType, Operation, Response } from '../../contract/contract.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import type { MockRequest, MockResponse } from '../exchange.ts'
import { readHeader } from '../exchange.ts'
import { type Failure, failures, pickStatus, type ResponsesPreset } from '../failure.ts'
import { negotiate } from '../negotiate.ts'
import { type ErrorFacts, toErrorValue, toProblemDetails } from './error-value.ts'
import { toSeed } from './pick-example.ts'
import { writeResponse } from './write-response.ts'

/** Makes the response to a rejected request. */
export type Reject = (failure: Failure, request: MockRequest, operation?: Operation) => MockResponse

const isJson = ({ kind }: MediaType): boolean => kind === 'json'

/** Picks the media type of an error: as the client wants it, if the description has it, else JSON. */
const pickMedia = (media: readonly MediaType[], accept: string | undefined): MediaType | undefined =>
  negotiate(media, accept) ?? media.find(isJson) ?? media[0]

const findErrors = (operation: Operation): Response[] =>
  operation.responses.errors.filter(({ media }) => media.some(isJson))

/** Finds the response that most operations describe errors with, for those that aren't described. */
function createFindUsual(contract: Contract): (status: number) => Response | undefined {
  const found = new Map<number, Response | undefined>()
  let all: Response[] | undefined
  return (status) => {
    if (found.has(status)) return found.get(status)
    all ??= contract.operations.flatMap(findErrors)
    const response =
      all.find((one) => one.name === `${status}`) ??
      all.find(({ name }) => name === 'default') ??
      all.find((one) => Math.floor(one.status / 100) === Math.floor(status / 100)) ??
      all[0]
    found.set(status, response)
    return response
  }
}

/** Makes what rejects requests: with the documented status that fits, and a body that matches the schema that is documented for it. */
export function createReject(contract: Contract, preset: ResponsesPreset, now: () => Date): Reject {
  const findUsual = createFindUsual(contract)
  return (failure, request, operation) => {
    const status = pickStatus(failure, operation, preset)
    const documented = operation?.responses.pick(status)
    const { number, title } = failures[failure.name]
    const facts: ErrorFacts = {
      status,
      name: failure.name,
      title,
      detail: failure.detail,
      number: status * 100 + number,
      method: request.method,
      path: request.path.replace(/\?.*/s, ''),
      time: now().toISOString(),
      problems: failure.problems,
    }
    const accept = readHeader(request.headers, 'accept')
    const seed = toSeed(failure.detail)
    const described =
      documented !== undefined && documented.media.length > 0
        ? documented
        : ((operation && findErrors(operation)[0]) ?? findUsual(status))
    const media = described && pickMedia(described.media, accept)
    const value = media && toErrorValue(media.schema, facts)
    const written = writeResponse({
      status,
      response: documented,
      media,
      value,
      headers: failure.headers,
      seed,
    })
    const common = { failure: failure.name, reason: failure.detail }
    // A schema that can hold no word says nothing.
    if (media !== undefined && (documented === described || isObject(value))) return { ...written, ...common }
    return {
      status,
      headers: { 'content-type': 'application/problem+json', ...written.headers, ...failure.headers },
      body: stringifyExactJson(toProblemDetails(facts)),
      ...common,
    }
  }
}
