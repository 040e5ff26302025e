import { type DecodedBody, decodeBody } from './decode-body.ts'

/** A header of a request. If its value is secret, `shell` is what a shell evaluates to it between double quotes. */
export interface RequestHeader {
  name: string
  value: string
  shell?: string
}

/** A request, byte for byte. */
export interface HttpRequest {
  method: string
  path: string
  headers: readonly RequestHeader[]
  /** The body, in the pieces that are sent one by one. */
  pieces: readonly Buffer[]
  /** Milliseconds between two pieces. */
  pause?: number
  /** Set if it was sent as bytes of its own, as no client sends them. */
  isRaw?: true
  /** What curl needs for the connection, such as a certificate. */
  curl?: string
}

/** An answer, byte for byte; header names are in lower case. */
export interface HttpAnswer extends DecodedBody {
  /** The version of HTTP, such as `1.1`. */
  version: string
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  /** The headers in their own spelling, and the body as it came. */
  raw?: { headers: readonly (readonly [name: string, value: string])[]; body: Buffer }
  /** How many bytes followed it on its connection, although no other request was sent. */
  excess?: number
}

/** Why no complete answer came. `gone` means that the service accepted connections before, but no longer does. */
type FailureKind = 'timeout' | 'dropped' | 'garbage' | 'unreachable' | 'gone' | 'stopped'

export type ExchangeOutcome =
  /** `isOdd` means that HTTP allows the answer, but the parser of Node refuses it. */
  | { kind: 'answer'; answer: HttpAnswer; isOdd?: true }
  /** `idle` is how many milliseconds nobody had used a reused connection. */
  | { kind: FailureKind; message: string; reused: boolean; idle?: number }

export interface Exchange {
  request: HttpRequest
  outcome: ExchangeOutcome
  /** When the request was sent, in ISO 8601. */
  startedAt?: string
  /** The most requests that were in flight at the same time, this one included. */
  atOnce?: number
  /** From the first byte sent to the last one received, in milliseconds. */
  duration: number
  /** Which request of the run this is, from 1. */
  number?: number
  /** The number of its connection, from 1. */
  connection?: number
  /** Earlier tries of the same request, which didn't count. */
  earlier?: readonly Exchange[]
}

/** Reads the flat list of names and values in which Node gives headers. */
export const toPairs = (raw: readonly string[]): [name: string, value: string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))

/** Returns the host of an address in the form that a socket takes: IPv6 addresses without brackets. */
export const toHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Puts the path of a base address in front of a path, without slashes at its end. */
export const toPathBelow = (base: URL, path: string): string =>
  base.pathname.replace(/(?<!\/)\/+$/, '') + path

/** The most bytes of a body of a request that are judged. */
const largestSent = 2 ** 23

export const joinPieces = ({ pieces }: HttpRequest): Buffer => Buffer.concat(pieces)

/** Returns the body as text. If it was cut, it ends in an ellipsis, in front of which a mask looks for the beginning of a secret. */
export const readAnswerText = ({ body, isCut }: HttpAnswer): string => `${body}${isCut ? '…' : ''}`

export const readStatus = ({ outcome }: Exchange): number | undefined =>
  outcome.kind === 'answer' ? outcome.answer.status : undefined

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Returns whether a request was answered with success. */
export const wasTaken = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && isSuccess(outcome.answer.status)

/** Statuses with which a gateway says that the service behind it isn't there. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Says whether an answer announces the end of its connection (RFC 9112 section 9.6). */
export const announcesClose = ({ headers }: HttpAnswer): boolean =>
  headers.some(([name, value]) => name === 'connection' && /(?:^|,)\s*close\s*(?:,|$)/i.test(value))

/** Reads a header; several fields are joined by commas. */
export function readAnswerHeader({ headers }: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  const values = headers.filter(([candidate]) => candidate === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** Reads a header of the answer of an exchange, if it has one. */
export const readResponseHeader = ({ outcome }: Exchange, name: string): string | undefined =>
  outcome.kind === 'answer' ? readAnswerHeader(outcome.answer, name) : undefined

/** Reads a header of a request, with its name in lower case; several fields are joined by commas. */
export const readSentHeader = ({ headers }: HttpRequest, name: string): string | undefined =>
  readAnswerHeader({ headers: headers.map((header) => [header.name.toLowerCase(), header.value]) }, name)

/** Reads the body of a request without its content coding; as it is if it isn't in that coding, or is too large. */
export const readSentBody = (request: HttpRequest): Buffer =>
  decodeBody(joinPieces(request), readSentHeader(request, 'content-encoding'), largestSent, largestSent).body

/** Says whether an answer asks for fewer requests: a 429, or a 503 with `Retry-After` (RFC 9110 section 15.6.4). */
export const isLimiting = (answer: HttpAnswer): boolean =>
  answer.status === 429 || (answer.status === 503 && readAnswerHeader(answer, 'retry-after') !== undefined)

/** Returns whether an answer may come from a limiter: a 429 or any 503, such as nginx sends. */
export const asksForFewer = ({ status }: HttpAnswer): boolean => status === 429 || status === 503

/** Returns the milliseconds that an answer asks to wait; undefined if it names none. */
export function readRetryAfter(answer: HttpAnswer): number | undefined {
  const value = readAnswerHeader(answer, 'retry-after')
  if (value === undefined) return undefined
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
