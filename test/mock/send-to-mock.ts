import { parseExactJson } from '../../src/json/exact-json.ts'
import type { Mock, MockResponse } from '../../src/mock/create-mock.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
type Loose = any

/** A request, short: `GET /rooms`, with a body that is sent as JSON unless it is a string. */
export interface ShortRequest {
  to: string
  body?: unknown
  headers?: Record<string, string>
}

/** A response with its body as JSON, if it is. */
export interface ShortResponse extends Pick<MockResponse, 'status' | 'headers' | 'failure' | 'reason'> {
  body: Loose
}

/** Sends a request to a mock, with credentials that any scheme accepts. */
export async function sendToMock(
  mock: Pick<Mock, 'handle'>,
  { to, body, headers = {} }: ShortRequest,
): Promise<ShortResponse> {
  const [method = '', path = ''] = to.split(' ')
  const response = await mock.handle({
    method,
    path,
    headers: {
      authorization: 'Bearer token',
      'x-api-key': 'key',
      api_key: 'key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = String(response.body)
  const isJson = response.headers['content-type']?.includes('json') === true
  return { ...response, body: isJson && text !== '' ? parseExactJson(text) : text }
}
