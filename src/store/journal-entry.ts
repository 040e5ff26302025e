import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { FailureName, FaultName } from './failure-names.ts'

/** A request and its answer. Credentials are masked. */
export interface JournalEntry {
  /** When the request arrived, in ISO 8601 and UTC. */
  time: string
  request: { method: string; path: string; headers: Record<string, string>; body: string }
  /** `status` is 0 if the connection was dropped. */
  answer: { status: number; headers: Record<string, string>; body: string }
  /** Milliseconds from the request to its answer. */
  duration: number
  /** Why the request was refused. */
  failure?: FailureName
  /** The fault that applied to the request. */
  fault?: FaultName
}

/** A request and its answer, before credentials are masked. */
export interface JournalRecord {
  /** When the request arrived and when it was answered, by `performance.now()`. */
  start: number
  end: number
  method: string
  path: string
  headers: PlantRequest['headers']
  body: string
  answer: PlantAnswer
}

const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-admin-token',
  'x-api-key',
])
const mask = '***'

const maskHeader = (name: string, value: string): string =>
  secretHeaders.has(name) ? value.replace(/^((?:bearer|basic|digest) )?.*$/is, `$1${mask}`) : value

/** Checks if the journal masks a header with this value. */
export const isMasked = (name: string, value: string): boolean =>
  maskHeader(name.toLowerCase(), value) !== value

/** Masks a token in the query (RFC 6750 section 2.3). */
export const maskPath = (path: string): string => path.replace(/([?&]access_token=)[^&#]*/gi, `$1${mask}`)

function maskHeaders(headers: PlantRequest['headers'] = {}): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase()
    if (value !== undefined)
      masked[name] = maskHeader(name, typeof value === 'string' ? value : value.join(', '))
  }
  return masked
}

/** Converts a record to the entry that users see, with credentials masked. */
export const toEntry = ({
  start,
  end,
  method,
  path,
  headers,
  body,
  answer,
}: JournalRecord): JournalEntry => ({
  time: new Date(performance.timeOrigin + start).toISOString(),
  request: { method, path: maskPath(path), headers: maskHeaders(headers), body },
  answer: { status: answer.status, headers: { ...answer.headers }, body: answer.body },
  duration: end - start,
  ...(answer.failure && { failure: answer.failure }),
  ...(answer.fault && { fault: answer.fault }),
})
