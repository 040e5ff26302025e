import { maskHeader, maskUrl } from '../../http/mask.ts'
import type { CallbackEntry, MockRequest, MockResponse } from '../exchange.ts'
import type { FailureName } from '../failures.ts'
import type { FaultLabel } from '../faults/fault-kinds.ts'

/** A request and its response, which is missing while the request waits for it. Credentials are masked. */
export interface JournalEntry {
  /** Counts the requests to the mock, from 1. */
  number: number
  /** When the request arrived, in ISO 8601 and UTC. */
  time: string
  request: { method: string; path: string; headers: Record<string, string>; body: string }
  /** The id of the operation that the request meant; missing if it meant none. */
  operation?: string
  /** Undefined while the request waits; `status` is 0 if the connection was dropped. */
  response: { status: number; headers: Record<string, string>; body: string } | undefined
  /** Milliseconds from the request to its response; undefined while it waits. */
  duration: number | undefined
  /** The resource of which the request created a record. */
  created?: string
  /** Why the request was rejected. */
  failure?: FailureName
  /** The same in words. */
  reason?: string
  /** The fault that applied to the request. */
  fault?: FaultLabel
  /** Whether the client left before it had the response. */
  aborted?: true
  /** Whether the request was for the upstream; bodies of such requests and answers aren't kept. */
  upstream?: true
  /** The callbacks and webhooks that were sent after the response. */
  callbacks?: CallbackEntry[]
}

/** A request and its response, if it has one yet, before credentials are masked. */
export interface JournalRecord {
  /** Counts the requests to the mock, from 1; the journal sets it. */
  number: number
  /** When the request arrived and when it was responded to, by `performance.now()`. */
  start: number
  end: number | undefined
  method: string
  path: string
  /** The id of the operation that it meant. */
  operation?: string | undefined
  headers: MockRequest['headers']
  body: string | Uint8Array
  response: MockResponse | undefined
  upstream?: true | undefined
  callbacks?: CallbackEntry[] | undefined
}

/** Converts headers to those that the journal shows: names in lower case, credentials masked. */
export function maskHeaders(headers: MockRequest['headers'] = {}): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase()
    if (value !== undefined)
      masked[name] = maskHeader(name, typeof value === 'string' ? value : value.join(', '))
  }
  return masked
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads a body as text. */
export const toText = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : decoder.decode(body)

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Leaves out what is undefined. */
const pickDefined = <Members extends object>(members: Members): Defined<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>

/** Converts a record to the entry that users see, with credentials masked. */
export function toEntry(record: JournalRecord): JournalEntry {
  const { number, start, end, method, path, operation, headers, body, response, upstream, callbacks } = record
  const { created, failure, reason, fault, aborted }: Partial<MockResponse> = response ?? {}
  return {
    number,
    time: new Date(performance.timeOrigin + start).toISOString(),
    request: { method, path: maskUrl(path), headers: maskHeaders(headers), body: toText(body) },
    ...(operation !== undefined && { operation }),
    response: response && {
      status: response.status,
      headers: { ...response.headers },
      body: toText(response.body),
    },
    duration: end && end - start,
    ...pickDefined({
      created,
      failure,
      reason,
      fault,
      aborted,
      upstream,
      callbacks: callbacks?.map((callback) => ({ ...callback })),
    }),
  }
}
