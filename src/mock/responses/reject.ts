import type { Contract, MediaType, Operation, Response } from '../../contract/contract.ts'
import { isJsonMedia } from '../../contract/resources/shapes.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import type { MockRequest, MockResponse } from '../exchange.ts'
import { readHeader } from '../exchange.ts'
import { Failure, type OwnRejection, pickStatus, type ResponsesOption, toPreset } from '../failure.ts'
import { type FailureName, failures } from '../failures.ts'
import { negotiate } from '../negotiate.ts'
import { toLowerCase, writeOwnBody } from '../own-body.ts'
import { type ErrorFacts, toErrorValue, toProblemDetails } from './error-value.ts'
import { hashText } from './pick-example.ts'
import { writeResponse } from './write-response.ts'

export type Reject = (failure: Failure, request: MockRequest, operation?: Operation) => MockResponse

/** Picks the media type of an error: as the client wants it, if the description has it, else JSON. */
const pickMedia = (media: readonly MediaType[], accept: string | undefined): MediaType | undefined =>
  negotiate(media, accept) ?? media.find(isJsonMedia) ?? media[0]

const findErrors = (operation: Operation): Response[] =>
  operation.responses.errors.filter(({ media }) => media.some(isJsonMedia))

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

/** Writes the challenges of an operation (RFC 9110 section 11.6.1), with the realm that is the title of the API. */
function toChallenge(
  contract: Contract,
  operation: Operation | undefined,
  isInvalid: boolean,
): string | undefined {
  const { security = [] } = operation ?? {}
  const schemes = security.flatMap((set) => set.map(({ scheme }) => scheme))
  const realm =
    contract.title
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'api'
  const challenges = schemes.flatMap(({ challenge, kind }) => {
    if (challenge === undefined) return []
    const error =
      isInvalid && challenge.startsWith('Bearer') && kind !== 'apiKey' ? ', error="invalid_token"' : ''
    return `${challenge}${challenge.includes('=') ? '' : ` realm="${realm}"`}${error}`
  })
  return challenges.length === 0 ? undefined : [...new Set(challenges)].join(', ')
}

function toHeaders(
  { name, headers }: Failure,
  contract: Contract,
  { path, headers: sent }: MockRequest,
  operation: Operation | undefined,
  status: number,
): Readonly<Record<string, string>> {
  if (status === 401) {
    const challenge = toChallenge(contract, operation, name === 'invalid-credentials')
    return challenge === undefined ? headers : { ...headers, 'www-authenticate': challenge }
  }
  if (name === 'unsupported-encoding') return { ...headers, 'accept-encoding': 'gzip, deflate, br' }
  // No operation has this method.
  return name === 'method-not-allowed'
    ? { ...headers, allow: listAllowed(contract.match('?', path, sent)).join(', ') }
    : headers
}

const listAllowed = (match: ReturnType<Contract['match']>): readonly string[] =>
  match.kind === 'operation' ? [] : match.allowed

/** A shorter text is part of many words, and no secret. */
const shortestSecret = 6

/** Hides the credentials of a request in what is said of it, which may repeat what a client sent in another place. */
function hideCredentials(failure: Failure, contract: Contract, { path, headers }: MockRequest): Failure {
  const at = path.indexOf('?')
  const parts = { query: at < 0 ? '' : path.slice(at + 1), ...(headers && { headers }) }
  const secrets = contract.securitySchemes
    .flatMap((scheme) => scheme.read(parts)?.value ?? [])
    .filter(({ length }) => length >= shortestSecret)
  const hide = (text: string): string => secrets.reduce((hidden, one) => hidden.replaceAll(one, '***'), text)
  if (hide(failure.detail) === failure.detail) return failure
  const problems = failure.problems.map((one) => ({ ...one, detail: hide(one.detail) }))
  return new Failure(failure.name, hide(failure.detail), { ...failure.toOptions(), problems })
}

/** Makes what rejects requests: with the documented status that fits, and a body that matches the schema that is documented for it. */
export function createReject(contract: Contract, option: ResponsesOption, now: () => Date): Reject {
  const preset = toPreset(option)
  const rows: { readonly [Name in FailureName]?: OwnRejection } = typeof option === 'string' ? {} : option
  const findUsual = createFindUsual(contract)
  /** Finds an operation that says with which statuses this API rejects what is no operation. */
  function findStandIn(statuses: readonly number[]): Operation | undefined {
    if (preset === 'usual') return undefined
    const hasStatus = ({ responses }: Operation): boolean =>
      statuses.some((status) => responses.errors.some(({ name }) => name === `${status}`))
    return (
      contract.operations.find(hasStatus) ??
      contract.operations.find(({ responses }) => responses.errors.length > 0)
    )
  }
  return (given, request, operation) => {
    const failure = hideCredentials(given, contract, request)
    const { number, title, ...row } = failures[failure.name]
    const statuses: readonly number[] = row.statuses
    const own = rows[failure.name] ?? {}
    const picked = pickStatus(failure, operation ?? findStandIn(statuses), preset)
    const status = own.status ?? picked
    const documented = operation?.responses.pick(status)
    const isFitting = (one: number): boolean => statuses.includes(one) || statuses.length === 0
    const usual = isFitting(picked) ? picked : (row.otherwise ?? statuses[0] ?? picked)
    // A status that only stands for the right one requires none.
    const required = isFitting(status) ? toHeaders(failure, contract, request, operation, status) : {}
    const headers = { ...required, ...toLowerCase(own.headers) }
    const common = { failure: failure.name, reason: failure.detail }
    if (own.body !== undefined) return { status, ...writeOwnBody(own.body, headers), ...common }
    const facts: ErrorFacts = {
      status,
      name: failure.name,
      title,
      detail: failure.detail,
      number: usual * 100 + (failure.number ?? number),
      method: request.method,
      path: request.path.replace(/\?.*/s, ''),
      time: now().toISOString(),
      problems: failure.problems,
    }
    const accept = readHeader(request.headers, 'accept')
    const seed = hashText(failure.detail)
    const described =
      documented !== undefined && documented.media.length > 0
        ? documented
        : ((operation && findErrors(operation)[0]) ?? findUsual(status))
    const media = described && pickMedia(described.media, accept)
    const usualValue = media && toErrorValue(media.schema, facts)
    const value = isObject(usualValue) ? { ...own.properties, ...usualValue, ...own.properties } : usualValue
    const written = writeResponse({
      status,
      response: documented,
      media,
      value,
      headers,
      seed,
    })
    // A schema that can hold no word says nothing.
    if (media !== undefined && (documented === described || isObject(value))) return { ...written, ...common }
    return {
      status,
      headers: { 'content-type': 'application/problem+json', ...written.headers, ...headers },
      body: stringifyExactJson({ ...toProblemDetails(facts), ...own.properties }),
      ...common,
    }
  }
}
