import type { FailureName } from '../mock/failures.ts'
import type { Delivery } from '../mock/faults/fault-kinds.ts'
import type { FaultLabel } from './failures.ts'

/** A request as plain data. Header names may be in any case. */
export interface PlantRequest {
  method: string
  /** The path, with the query if there is one. */
  path: string
  headers?: Readonly<Record<string, string | string[] | undefined>>
  /** The body: bytes, or text that means its UTF-8 bytes. */
  body?: string | Uint8Array | undefined
  /** Says whether the client has left; the store still processes its request. */
  aborted?: () => true | undefined
  /** Promises that nobody changes `headers` later, so that the store keeps them without a copy. */
  keepsHeaders?: boolean
}

/** An answer as plain data. Header names are in lower case. */
export interface PlantAnswer {
  /** The status code; 0 if a fault drops the connection. */
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Why the request was refused. */
  failure?: FailureName
  /** The same in words. */
  reason?: string
  /** The fault that changed the answer. */
  fault?: FaultLabel
  /** Whether the client left before it had the answer. */
  aborted?: true | undefined
  /** What is sent instead of the whole answer. */
  delivery?: Delivery
}

/** Stands for the answer if the connection ends without one, and while there is none. */
export const noAnswer: PlantAnswer = { status: 0, headers: {}, body: '' }

/** Reads a header by its name in any case; several fields of one name are joined (RFC 9110 section 5.3), unless only the first counts. */
export function readHeader(
  headers: PlantRequest['headers'] = {},
  name: string,
  readsFirst?: boolean,
): string | undefined {
  let value = headers[name]
  if (value === undefined) {
    for (const key in headers) {
      if (key.length === name.length && key.toLowerCase() === name) value = headers[key] ?? value
    }
  }
  if (Array.isArray(value)) value = readsFirst ? value[0] : value.join(', ')
  return value === undefined || value.length === value.trim().length ? value : stripSpace(value)
}

/** Strips what is white space in HTTP; a no-break space, which `trim` strips too, belongs to the value. */
function stripSpace(value: string): string {
  let [from, to] = [0, value.length]
  const isSpace = (at: number): boolean => ' \t\r\n'.includes(value.charAt(at))
  while (from < to && isSpace(from)) from++
  while (from < to && isSpace(to - 1)) to--
  return value.slice(from, to)
}

/** Makes a request whose headers the caller can't change later. */
export const keepHeaders = (request: PlantRequest): PlantRequest =>
  request.keepsHeaders ? request : { ...request, headers: { ...request.headers } }
