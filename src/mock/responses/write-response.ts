import type { MediaType, Response } from '../../contract/contract.ts'
import type { MockResponse } from '../exchange.ts'

/** Headers that only a server can send, or that change how the body is read. */
const unsent = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What only some values of a header can be: no line break, and only the letters of Latin 1. */
const isSendable = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Adds the documented headers of a response; those that are given take precedence. */
function addHeaders(
  headers: Record<string, string>,
  response: Response | undefined,
  given: Readonly<Record<string, unknown>>,
  seed: number,
): void {
  for (const header of response?.headers ?? []) {
    const name = header.name.toLowerCase()
    if (unsent.has(name) || name in given) continue
    const [example] = header.examples.values()
    const text = header.write(example ?? header.schema.example(seed))
    if (isSendable(text)) headers[name] = text
  }
  for (const name in given) {
    const value = given[name]
    if (value === undefined) continue
    const described = response?.headers.find((header) => header.name.toLowerCase() === name)
    const text = described === undefined ? String(value) : described.write(value)
    if (isSendable(text)) headers[name] = text
  }
}

export interface ResponseParts {
  status: number
  response: Response | undefined
  /** The media type of the body; undefined if it has none. */
  media?: MediaType | undefined
  value?: unknown
  headers?: Readonly<Record<string, unknown>>
  seed: number
}

/** Writes a response: its documented headers, and its body in its media type. */
export function writeResponse({
  status,
  response,
  media,
  value,
  headers = {},
  seed,
}: ResponseParts): MockResponse {
  const written: Record<string, string> = {}
  let content: string | Uint8Array = ''
  if (media !== undefined && value !== undefined && status !== 204 && status !== 304 && status >= 200) {
    const { contentType, body } = media.write(value)
    written['content-type'] = contentType
    if (media.kind === 'events') written['cache-control'] = 'no-cache'
    content = body
  }
  addHeaders(written, response, headers, seed)
  return { status, headers: written, body: content }
}
