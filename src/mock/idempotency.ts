import type { Operation } from '../contract/contract.ts'
import { type MockRequest, type MockResponse, readHeader } from './exchange.ts'
import { Failure } from './failure.ts'

/** Responses to requests with a key, so that the same request does nothing twice. */
export interface Idempotency {
  /** Finds the response to an earlier request with the same key; a failure if it was another request. */
  find(operation: Operation, request: MockRequest): MockResponse | Failure | undefined
  keep(operation: Operation, request: MockRequest, response: MockResponse): void
  clear(): void
}

/** The name of the header of an operation that has an idempotency key, if it has one. */
const findHeader = ({ parameters }: Operation): string | undefined =>
  parameters
    .find(
      ({ name, in: place }) =>
        place === 'header' && /^(?:x-)?idempotency-?key$|^x-request-idempotency/i.test(name),
    )
    ?.name.toLowerCase()

/** How many keys are kept; the oldest are forgotten. */
const maxKeys = 1000

const toText = ({ path, body = '' }: MockRequest): string =>
  `${path}\n${typeof body === 'string' ? body : new TextDecoder().decode(body)}`

/** Keeps the responses to requests with an idempotency key. */
export function createIdempotency(): Idempotency {
  const kept = new Map<string, { text: string; response: MockResponse }>()
  const headers = new Map<Operation, string | undefined>()
  function toKey(operation: Operation, { headers: sent }: MockRequest): string | undefined {
    if (operation.method === 'GET') return undefined
    if (!headers.has(operation)) headers.set(operation, findHeader(operation))
    const name = headers.get(operation)
    const value = name && readHeader(sent, name)
    return value ? `${operation.id} ${readHeader(sent, 'authorization') ?? ''} ${value}` : undefined
  }
  return {
    find(operation, request) {
      const key = toKey(operation, request)
      const earlier = key === undefined ? undefined : kept.get(key)
      if (earlier === undefined) return undefined
      if (earlier.text === toText(request)) return earlier.response
      return new Failure('reused-idempotency-key', 'the idempotency key was used for another request')
    },
    keep(operation, request, response) {
      const key = toKey(operation, request)
      if (key === undefined) return
      // The same request again sends nothing again.
      kept.set(key, { text: toText(request), response: { ...response, callbacks: undefined } })
      if (kept.size > maxKeys) kept.delete([...kept.keys()][0] ?? '')
    },
    clear: () => kept.clear(),
  }
}
