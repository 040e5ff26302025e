import type { Operation } from '../contract/contract.ts'
import { type MockRequest, type MockResponse, readHeader } from './exchange.ts'
import { Failure } from './failure.ts'

/** Responses to requests with a key, so that the same request does nothing twice. */
export interface Idempotency {
  /** Finds the response to an earlier request with the same key; a failure if it was another request. */
  find(key: string, request: MockRequest): MockResponse | Failure | undefined
  keep(key: string, request: MockRequest, response: MockResponse): void
  clear(): void
}

/** The name of the header of an operation that has an idempotency key, in lower case; undefined if it has none. */
export const findIdempotencyHeader = ({ method, parameters }: Operation): string | undefined =>
  method === 'GET'
    ? undefined
    : parameters
        .find(
          ({ name, in: place }) =>
            place === 'header' && /^(?:x-)?idempotency-?key$|^x-request-idempotency/i.test(name),
        )
        ?.name.toLowerCase()

/** Reads the idempotency key of a request, together with whose it is. */
export function readIdempotencyKey(
  { id }: Operation,
  header: string | undefined,
  { headers }: MockRequest,
): string | undefined {
  const value = header && readHeader(headers, header)
  return value ? `${id} ${readHeader(headers, 'authorization') ?? ''} ${value}` : undefined
}

/** How many keys are kept; the oldest are forgotten. */
const maxKeys = 1000

const toText = ({ path, body = '' }: MockRequest): string =>
  `${path}\n${typeof body === 'string' ? body : new TextDecoder().decode(body)}`

export function createIdempotency(): Idempotency {
  const kept = new Map<string, { text: string; response: MockResponse }>()
  return {
    find(key, request) {
      const earlier = kept.get(key)
      if (earlier === undefined) return undefined
      if (earlier.text === toText(request)) return earlier.response
      return new Failure('reused-idempotency-key', 'the idempotency key was used for another request')
    },
    keep(key, request, response) {
      // The same request again sends nothing again.
      kept.set(key, { text: toText(request), response: { ...response, callbacks: undefined } })
      if (kept.size > maxKeys) kept.delete([...kept.keys()][0] ?? '')
    },
    clear: () => kept.clear(),
  }
}
