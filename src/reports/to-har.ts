import { readFileSync } from 'node:fs'
import { tameJson } from '../contract/tame.ts'
import type { Judgment } from './judgment.ts'
import type { ShownExchange } from './show.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const toHeaders = (headers: readonly (readonly [string, string])[]) =>
  headers.map(([name, value]) => ({ name, value }))

const readType = (headers: readonly (readonly [string, string])[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

function toEntry(
  { request, answer, failure, duration }: ShownExchange,
  startedDateTime: string,
  comment: string,
) {
  const { method, url, headers, body, bodyBase64 } = request
  const { status = 0, headers: came = [], body: text = '' } = answer ?? {}
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  return {
    startedDateTime,
    time: duration,
    request: {
      ...common,
      method,
      url,
      headers: toHeaders(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      postData: {
        mimeType: readType(headers),
        text: bodyBase64 ?? body,
        ...(bodyBase64 !== undefined && { comment: 'The text is base64.' }),
      },
      bodySize: -1,
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: toHeaders(came),
      content: { size: Buffer.byteLength(text), mimeType: readType(came), text },
      redirectURL: '',
      bodySize: -1,
      ...(answer === undefined && { comment: `No answer: ${failure}` }),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    comment,
  }
}

/** Writes the exchanges of all findings as an HTTP Archive 1.2, which browsers and HTTP clients open. Credentials are masked. */
export function toHar({ command, startedAt, cases, unjudged }: Judgment): string {
  const shown = cases.flatMap(({ title, findings }) =>
    findings.flatMap(({ problem, exchanges }) =>
      exchanges.map((exchange) => [exchange, `${title}: ${problem}`] as const),
    ),
  )
  const reason = unjudged?.exchange === undefined ? [] : [[unjudged.exchange, unjudged.message] as const]
  const entries = [...reason, ...shown].map(([exchange, comment]) =>
    toEntry(exchange, exchange.startedAt ?? startedAt, comment),
  )
  const creator = { name: `plant-store ${command}`, version }
  return `${tameJson(JSON.stringify({ log: { version: '1.2', creator, entries } }, null, 2))}\n`
}
