import { stringifyExactJson } from '../json/exact-json.ts'
import { custom, fields, text, type ValueSchema } from '../options/schema.ts'
import type { MockResponse } from './exchange.ts'

type Headers = Readonly<Record<string, string>>

/** Names and values that HTTP allows, except the headers that frame a body or a connection. */
const fieldName = /^(?!(?:content-length|transfer-encoding|connection)$)[\w!#$%&'*+.^`|~-]+$/i
const field = /* @__PURE__ */ text('a string that HTTP allows', /^[\t\x20-\x7e\x80-\xff]*$/)
const noField = /* @__PURE__ */ custom('left out', () => false, true)

export const headersSchema: ValueSchema = /* @__PURE__ */ fields(
  'an object of header fields',
  true,
  (name) => (fieldName.test(name) ? field : noField),
)

/** Writes the names of headers as a response has them. */
export const toLowerCase = (headers: Headers = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Writes a body of one's own: text and bytes as they are, anything else as JSON; undefined for none. `headers` may replace its type. */
export function writeOwnBody(body: unknown, headers: Headers): Pick<MockResponse, 'headers' | 'body'> {
  if (body === undefined || body === '') return { headers, body: '' }
  if (body instanceof Uint8Array) return { headers, body }
  if (typeof body === 'string')
    return { headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
  return { headers: { 'content-type': 'application/json', ...headers }, body: stringifyExactJson(body) }
}
