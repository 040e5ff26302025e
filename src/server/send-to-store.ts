import { operation } from '../contract/generated/operation.ts'
import { cutQuery } from '../http/mask.ts'
import type { JournalEntry } from '../mock/journal/journal-entry.ts'
import { check } from '../options/check.ts'
import { fields, object, string, text } from '../options/schema.ts'
import type { PlantRequest } from '../store/exchange.ts'
import type { AnyServedStore } from '../store/store-interface.ts'

const schema = object({
  method: text('a method', /^[\w!#$%&'*+.^`|~-]+$/),
  path: text('a path that begins with /', /^\//),
  headers: fields('an object of names and values', true, () => string),
  body: string,
})

/**
 * Sends a request to the store that its token selects, as a client does; returns its entry in the journal, without a
 * number if the journal doesn't have it.
 *
 * @throws {OptionsError} if the request is invalid
 */
export async function sendToStore(
  storeFor: (request: PlantRequest) => AnyServedStore,
  given: unknown,
): Promise<Partial<JournalEntry>> {
  check(given, schema, 'the request')
  const { headers, ...members } = given as Partial<PlantRequest> & { headers?: Record<string, string> }
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const sent = { ...operation, ...members, headers: Object.fromEntries(named) }
  const store = storeFor(sent)
  const request = { ...sent, path: members.path ?? store.path }
  const answering = store.handle(request)
  // Read before anything else arrives.
  const { number } = store.requests.newest?.() ?? {}
  const { status, headers: answered, body, failure, reason, fault } = await answering
  const { method, path } = request
  const entry =
    number === undefined
      ? await store.requests.last({ method, path: cutQuery(path) })
      : await store.requests.get(number)
  return (
    entry ?? {
      answer: { status, headers: answered, body },
      ...(failure && { failure }),
      ...(reason && { reason }),
      ...(fault && { fault }),
    }
  )
}
