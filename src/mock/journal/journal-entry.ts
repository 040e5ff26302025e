import { maskHeader, maskUrl } from '../../http/mask.ts'
import type { PlantAnswer, PlantRequest } from '../../store/exchange.ts'
import type { FaultLabel } from '../../store/failures.ts'
import type { FailureName } from '../failures.ts'
import type { SentMembers } from './sent-members.ts'

/** A request and its answer, which is missing while the request waits for it. Credentials are masked. */
export interface JournalEntry {
  /** Counts the requests to the store, from 1. */
  number: number
  /** When the request arrived, in ISO 8601 and UTC. */
  time: string
  request: { method: string; path: string; headers: Record<string, string>; body: string }
  /** The id of the operation that the request meant, of a mock with several. */
  operation?: string
  /** The members of a NewPlant that the body has, valid or not, with exact ids; missing if it has none. */
  plant?: SentMembers
  /** Undefined while the request waits; `status` is 0 if the connection was dropped. */
  answer: { status: number; headers: Record<string, string>; body: string } | undefined
  /** Milliseconds from the request to its answer; undefined while it waits. */
  duration: number | undefined
  /** Why the request was refused. */
  failure?: FailureName
  /** The same in words. */
  reason?: string
  /** The fault that applied to the request. */
  fault?: FaultLabel
  /** Whether the client left before it had the answer. */
  aborted?: true
  /** Whether the request was for the upstream; bodies of such requests and answers aren't kept. */
  upstream?: true
}

/** A request and its answer, if it has one yet, before credentials are masked. */
export interface JournalRecord {
  /** Counts the requests to the store, from 1; the journal sets it. */
  number: number
  /** When the request arrived and when it was answered, by `performance.now()`. */
  start: number
  end: number | undefined
  method: string
  path: string
  /** The id of the operation that it meant, of a mock with several. */
  operation?: string | undefined
  headers: PlantRequest['headers']
  body: string
  /** The members of the body that a pattern can have. */
  members?: SentMembers | undefined
  answer: PlantAnswer | undefined
  upstream?: true | undefined
}

/** Converts headers to those that the journal shows: names in lower case, credentials masked. */
export function maskHeaders(headers: PlantRequest['headers'] = {}): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [key, value] of Object.entries(headers)) {
    const name = key.toLowerCase()
    if (value !== undefined)
      masked[name] = maskHeader(name, typeof value === 'string' ? value : value.join(', '))
  }
  return masked
}

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Leaves out what is undefined. */
const pickDefined = <Members extends object>(members: Members): Defined<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>

/** Converts a record to the entry that users see, with credentials masked. */
export function toEntry(record: JournalRecord): JournalEntry {
  const {
    number,
    start,
    end,
    method,
    path,
    operation,
    headers,
    body,
    members = {},
    answer,
    upstream,
  } = record
  const plant = pickDefined(members)
  const { failure, reason, fault, aborted }: Partial<PlantAnswer> = answer ?? {}
  return {
    number,
    time: new Date(performance.timeOrigin + start).toISOString(),
    request: { method, path: maskUrl(path), headers: maskHeaders(headers), body },
    ...(operation !== undefined && { operation }),
    ...(Object.keys(plant).length > 0 && { plant }),
    answer: answer && { status: answer.status, headers: { ...answer.headers }, body: answer.body },
    duration: end && end - start,
    ...pickDefined({ failure, reason, fault, aborted, upstream }),
  }
}
