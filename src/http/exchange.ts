/** A header of a request; `shell` writes its value for a shell, between double quotes, where it holds a secret. */
export interface RequestHeader {
  name: string
  value: string
  shell?: string
}

/** A request to the byte. */
export interface HttpRequest {
  method: string
  path: string
  headers: readonly RequestHeader[]
  /** The body, in the pieces in which it is sent. */
  pieces: readonly Buffer[]
  /** Milliseconds between two pieces. */
  pause?: number
}

/** An answer to the byte; names of headers are in lower case. */
export interface HttpAnswer {
  /** The version of HTTP, as `1.1`. */
  version: string
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  /** Without its coding. */
  body: Buffer
  /** Whether the body was not in the coding that its header names. */
  isMiscoded?: boolean
}

/** Why no whole answer came. `gone` is a service that took connections before and does no longer. */
export type FailureKind = 'timeout' | 'dropped' | 'garbage' | 'unreachable' | 'gone' | 'stopped'

/** What came of a request. */
export type Outcome =
  | { kind: 'answer'; answer: HttpAnswer }
  | { kind: FailureKind; message: string; reused: boolean }

/** A request and what came of it. */
export interface Exchange {
  request: HttpRequest
  outcome: Outcome
  /** When the request was sent, in ISO 8601. */
  startedAt?: string
  /** The most requests that were in flight at the same time, this one included. */
  atOnce?: number
  /** From the first byte sent to the last one received, in milliseconds. */
  duration: number
}

/** Gives the value of a header, several joined by commas; undefined where it is not there. */
export function readHeader({ headers }: HttpAnswer, name: string): string | undefined {
  const values = headers.filter(([candidate]) => candidate === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** Tells whether an answer asks for fewer requests: a 429, or a 503 that says when to come again (RFC 9110 section 15.6.4). */
export const isLimiting = (answer: HttpAnswer): boolean =>
  answer.status === 429 || (answer.status === 503 && readHeader(answer, 'retry-after') !== undefined)
