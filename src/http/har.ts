type Header = readonly [name: string, value: string]

/** An exchange as an entry of an archive shows it, credentials masked. */
export interface HarExchange {
  /** In ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  request: { method: string; url: string; headers: readonly Header[]; body: string; bodyComment?: string }
  /** The answer, or why there is none. */
  answer: { status: number; headers: readonly Header[]; body: string } | string
  comment: string
}

const toHeaders = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }))

const readType = (headers: readonly Header[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

function toHarEntry({ startedAt, duration, request, answer, comment }: HarExchange): object {
  const { method, url, headers, body, bodyComment } = request
  const isAnswered = typeof answer === 'object'
  const { status, headers: came, body: text } = isAnswered ? answer : { status: 0, headers: [], body: '' }
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  return {
    startedDateTime: startedAt,
    time: duration,
    request: {
      ...common,
      method,
      url,
      headers: toHeaders(headers),
      queryString: [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])].map(([name, value]) => ({
        name,
        value,
      })),
      postData: {
        mimeType: readType(headers),
        text: body,
        ...(bodyComment !== undefined && { comment: bodyComment }),
      },
      bodySize: -1,
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: toHeaders(came),
      content: { size: new TextEncoder().encode(text).length, mimeType: readType(came), text },
      redirectURL: '',
      bodySize: -1,
      ...(!isAnswered && { comment: `No answer: ${answer}` }),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    comment,
  }
}

/** Makes an HTTP Archive 1.2, which browsers and HTTP clients open, as JSON. */
export const toArchive = (
  creator: { name: string; version: string },
  exchanges: readonly HarExchange[],
): object => ({ log: { version: '1.2', creator, entries: exchanges.map(toHarEntry) } })
