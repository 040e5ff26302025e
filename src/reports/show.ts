import type { Exchange, HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { ShownExchange, ShownRequest } from '../verify/report.ts'
import { toCurl } from './curl.ts'

/** A shorter text is part of others by chance. */
const minSecret = 4

/** Bytes of a body that a report shows. */
const maxBody = 4000

/** What is not shown, and how to show the rest. */
export interface ShowOptions {
  base: URL
  /** Tokens, each with what stands in its place. */
  secrets: readonly (readonly [secret: string, shown: string])[]
  showToken: boolean
}

const cutShort = (text: string): string =>
  text.length > maxBody ? `${text.slice(0, maxBody)}… (${text.length} characters)` : text

/** Makes what masks tokens in a text; `requests` tell of more that was sent as one. */
export function createMask(
  { secrets, showToken }: ShowOptions,
  requests: readonly HttpRequest[] = [],
): (text: string) => string {
  if (showToken) return (text) => text
  // A part of the token, or the token in another form, is as secret as the token.
  const derived = requests
    .flatMap(({ headers }) => headers)
    .flatMap(({ value, shell }) =>
      shell === undefined
        ? []
        : [value.replace(/^\S+ +/, ''), value].map((secret) => [secret, '***'] as const),
    )
  const written = [...secrets, ...derived].flatMap(([secret, shown]) =>
    [
      secret,
      encodeURIComponent(secret),
      secret.replaceAll('/', '\\/'),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(`plant:${secret}`).toString('base64'),
    ].map((form) => [form, shown] as const),
  )
  const all = written
    .filter(([secret]) => secret.length >= minSecret)
    .toSorted(([one], [other]) => other.length - one.length)
  return (text) => all.reduce((masked, [secret, shown]) => masked.replaceAll(secret, shown), text)
}

function showRequest(
  request: HttpRequest,
  options: ShowOptions,
  mask: (text: string) => string,
): ShownRequest {
  const url = new URL(request.path, options.base).href
  const bytes = Buffer.concat(request.pieces as Buffer[])
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes)
  return {
    method: request.method,
    url,
    headers: request.headers.map(({ name, value, shell }) => [
      name,
      shell !== undefined && !options.showToken ? shell : mask(value),
    ]),
    body: cutShort(mask(text)),
    ...(!isText && { bodyBase64: bytes.subarray(0, maxBody).toString('base64') }),
    curl: mask(toCurl(request, url, options.showToken)),
  }
}

const showAnswer = ({ status, headers, body }: HttpAnswer, mask: (text: string) => string) => ({
  status,
  headers: headers.map(([name, value]): [string, string] => [name, mask(value)]),
  body: cutShort(mask(body.toString())),
})

/** Shows a request and its answer without what is secret. */
export function showExchange({ request, outcome, duration }: Exchange, options: ShowOptions): ShownExchange {
  const mask = createMask(options, [request])
  return {
    request: showRequest(request, options, mask),
    ...(outcome.kind === 'answer'
      ? { answer: showAnswer(outcome.answer, mask) }
      : { failure: mask(outcome.message) }),
    duration: Math.round(duration * 10) / 10,
  }
}
