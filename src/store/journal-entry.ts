import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { FailureName, FaultName } from './failure-names.ts'

/** A request that came, and how it was answered. Credentials are masked. */
export interface JournalEntry {
  /** When it came, as an ISO 8601 text in UTC. */
  time: string
  request: { method: string; path: string; headers: Record<string, string>; body: string }
  /** `status` is 0 where the connection was dropped. */
  answer: { status: number; headers: Record<string, string>; body: string }
  /** Milliseconds from the request to its answer. */
  duration: number
  /** Why it was refused. */
  failure?: FailureName
  /** The fault that struck it. */
  fault?: FaultName
}

/** A request with its answer as they are kept until somebody asks. */
export interface JournalRecord {
  /** When it came and when it was answered, by `performance.now()`. */
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

/** Tells whether a header's value is never kept as it is here. */
export const isMasked = (name: string, value: string): boolean =>
  maskHeader(name.toLowerCase(), value) !== value

/** Masks a token that was sent in the query (RFC 6750 section 2.3). */
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

/** Shows a record to whoever asks, credentials masked. */
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
