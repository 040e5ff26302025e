import type { Contract, Operation } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeResponseProblems, type ReceivedResponse } from './describe-response.ts'
import {
  createReceiverError,
  type MatcherContext,
  type MatcherResult,
  showText,
  toResult,
} from './matcher.ts'

const name = 'toSatisfyContract'
const wanted =
  'The received value must be a response of fetch, axios, superagent, supertest, got, or Playwright: with status or statusCode, headers, and data, text, or body.'

interface HeadersLike {
  get?: (name: string) => unknown
  [name: string]: unknown
}

/** A Response of fetch, of any realm or library; some test environments have no global one. */
const isResponse = (value: object): value is Response =>
  typeof (value as Partial<Response>).clone === 'function' &&
  typeof (value as Partial<Response>).text === 'function'

interface ClientResponse {
  status: unknown
  statusCode: unknown
  headers: HeadersLike | null
  data: unknown
  text: unknown
  body: unknown
}

interface PlaywrightResponse {
  status(): number
  headers(): HeadersLike
  text(): Promise<string>
}

const isPlaywrightResponse = (value: object): value is PlaywrightResponse =>
  ['status', 'headers', 'text'].every((method) => typeof Reflect.get(value, method) === 'function')

/** Reads a header of WHATWG's Headers, of axios' own or of a plain object. */
function readContentType(headers: HeadersLike): string | undefined {
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === 'content-type') ?? ''
  const value = typeof headers.get === 'function' ? headers.get('content-type') : headers[key]
  return typeof value === 'string' ? value : undefined
}

async function readText(response: Pick<Response, 'text'>): Promise<ReceivedResponse['body']> {
  try {
    return { text: await response.text() }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}

const isStream = (value: unknown): boolean => typeof (value as { pipe?: unknown } | null)?.pipe === 'function'

/** Reads the body as clients have it; `text` is what superagent parsed to `body`. */
function readBody(response: Partial<ClientResponse>): ReceivedResponse['body'] | undefined {
  const given = typeof response.text === 'string' ? response.text : (response.data ?? response.body)
  const hasBody = given !== undefined || 'data' in response || 'body' in response
  if (!hasBody || isStream(given)) return undefined
  if (given instanceof Uint8Array) return { text: new TextDecoder().decode(given) }
  return typeof given === 'string' ? { text: given } : { value: given }
}

function showBody(context: MatcherContext, body: ReceivedResponse['body']): string {
  if ('failure' in body) return 'and a body that breaks off'
  if ('value' in body) return context.utils.printReceived(body.value)
  return showText(body.text)
}

async function readResponse(context: MatcherContext, received: unknown): Promise<ReceivedResponse> {
  const fail = (reason: string): never => {
    throw createReceiverError(context, name, reason, received)
  }
  if (typeof received !== 'object' || received === null) return fail(wanted)
  if (typeof (received as { then?: unknown }).then === 'function')
    return fail('The received value is a promise: await it first.')
  if (isPlaywrightResponse(received)) {
    const contentType = readContentType(received.headers())
    return { status: received.status(), contentType, body: await readText(received) }
  }
  const { statusCode, status = statusCode, headers } = received as Partial<ClientResponse>
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null) return fail(wanted)
  const contentType = readContentType(headers)
  if (isResponse(received)) {
    if (received.bodyUsed)
      return fail('The body was already read: pass the response first, or a clone of it.')
    return { status, contentType, body: await readText(received.clone()) }
  }
  const body = readBody(received)
  return body === undefined ? fail(wanted) : { status, contentType, body }
}

/** Finds an operation by its name; without one, the only operation. */
function findOperation({ operations, operation }: Contract, id: string | undefined): Operation {
  const found = id === undefined && operations.length === 1 ? operations[0] : operation(id ?? '')
  if (found !== undefined) return found
  const problem =
    id === undefined ? 'is missing, and the description has several' : 'is no operation of the description'
  throw new OptionsError(problem, ['operation'])
}

/**
 * Checks that a response is one that the operation can give: status, content type, and body. It returns a promise, because
 * it reads the body of a Response. It reads a clone, so you can still read the body yourself.
 *
 * @param contract the plant store by default
 * @param operation the id of the operation; without one, the only operation
 *
 * @throws {OptionsError} if the description has no such operation
 */
export async function toSatisfyContract(
  this: MatcherContext,
  received: unknown,
  contract: Contract = plantStore(),
  operation?: string,
): Promise<MatcherResult> {
  const asked = findOperation(contract, operation)
  const response = await readResponse(this, received)
  const problems = describeResponseProblems(asked, response)
  return toResult(this, name, {
    pass: problems.length === 0,
    expected: () => `a response of ${asked.method} ${asked.path}`,
    received: (context) => `${response.status} ${showBody(context, response.body)}`,
    problems: () => problems,
  })
}
