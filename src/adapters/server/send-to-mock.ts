import { cutQuery } from '../../http/mask.ts'
import type { AnyServedMock } from '../../mock/create-mock.ts'
import type { MockRequest } from '../../mock/exchange.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import { check } from '../../options/check.ts'
import { fields, object, string, text } from '../../options/schema.ts'

const schema = object(
  {
    method: text('a method', /^[\w!#$%&'*+.^`|~-]+$/),
    path: text('a path that begins with /', /^\//),
    headers: fields('an object of names and values', true, () => string),
    body: string,
  },
  ['method', 'path'],
)

interface SentRequest {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/**
 * Sends a request to the mock that its credential selects, as a client does; returns its entry in the journal, without a
 * number if the journal doesn't have it.
 *
 * @throws {OptionsError} if the request is invalid
 */
export async function sendToMock(
  mockFor: (request: MockRequest) => AnyServedMock,
  given: unknown,
): Promise<Partial<JournalEntry>> {
  check(given, schema, 'the request')
  const { headers = {}, ...rest } = given as SentRequest
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const request: MockRequest = { ...rest, headers: Object.fromEntries(named) }
  const mock = mockFor(request)
  const responding = mock.handle(request)
  // Read before anything else arrives.
  const { number } = mock.requests.newest?.() ?? {}
  const { status, headers: received, body, failure, reason, fault } = await responding
  const { method, path } = request
  const entry =
    number === undefined
      ? await mock.requests.last({ method, path: cutQuery(path) })
      : await mock.requests.get(number)
  return (
    entry ?? {
      response: { status, headers: received, body: String(body) },
      ...(failure && { failure }),
      ...(reason && { reason }),
      ...(fault && { fault }),
    }
  )
}
