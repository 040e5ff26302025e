import type { MediaType, Operation } from '../contract/contract.ts'
import type { FailureName } from './failures.ts'
import type { Delivery, FaultLabel } from './faults/fault-kinds.ts'

export { readHeader } from '../contract/request-parts.ts'

/** A request as plain data. Header names may be in any case. */
export interface MockRequest {
  method: string
  /** The path, with the query if there is one. */
  path: string
  headers?: Readonly<Record<string, string | string[] | undefined>>
  /** The body: bytes, or text that means its UTF-8 bytes. */
  body?: string | Uint8Array | undefined
  /** Says whether the client has left; the mock still processes its request. */
  aborted?: () => true | undefined
  /** Called when a callback or webhook that the request caused has its result; it must not throw. `number` is that of the request in the journal. */
  onCallback?: ((callback: CallbackEntry, number: number) => void) | undefined
  /** Promises that nobody changes `headers` and `body` later, so that the mock keeps them without a copy. */
  isKept?: boolean
}

/** A request whose content coding the mock has read. */
export interface ReceivedRequest extends MockRequest {
  /** The Content-Encoding that its body still has. */
  coding?: string
  /** Why the body is still in its coding, if that is known: its data is wrong, or longer than the limit. */
  undecoded?: 'malformed' | 'too-large'
}

/** A callback or webhook as the journal shows it, without credentials; while it waits for its response, with neither `status` nor `error`. */
export interface CallbackEntry {
  /** Its name in the description. */
  name: string
  method: string
  url: string
  /** The body as text; empty if there is none. */
  body: string
  status?: number
  /** Why it has no response. */
  error?: string
  /** Milliseconds from its request to the result. */
  duration?: number
}

/** A callback or webhook that is ready to be sent. */
export interface OutgoingCallback {
  entry: CallbackEntry
  /** Sends it, and adds the result to its entry; never rejects. */
  send(): Promise<void>
}

/** A response as plain data. Header names are in lower case. */
export interface MockResponse {
  /** The status code; 0 if a fault drops the connection. */
  status: number
  headers: Readonly<Record<string, string>>
  /** Text, or the bytes of a binary or multipart body. */
  body: string | Uint8Array
  /** Why the request was rejected. */
  failure?: FailureName
  /** The same in words. */
  reason?: string
  /** The resource of which the request created a record. */
  created?: string
  /** The fault that changed the response. */
  fault?: FaultLabel
  /** Whether the client left before it had the response. */
  aborted?: true | undefined
  /** What is sent instead of the whole response. */
  delivery?: Delivery
  /** What the mock sends after it. */
  callbacks?: readonly OutgoingCallback[] | undefined
}

/** Stands for the response if the connection ends without one, and while there is none. */
export const noResponse: MockResponse = { status: 0, headers: {}, body: '' }

/** Makes a request whose headers and body the caller can't change later. */
export function keepRequest(request: MockRequest): MockRequest {
  if (request.isKept) return request
  const { headers, body } = request
  return { ...request, headers: { ...headers }, body: body instanceof Uint8Array ? body.slice() : body }
}

/** A request whose operation is known, as the steps of the mock read it. */
export interface Call {
  request: ReceivedRequest
  operation: Operation
  /** What the request's path begins with, before the path of the description. */
  basePath: string
  /** Without the question mark. */
  query: string
  /** Values of parameters, by their place and name. */
  parameters: Readonly<Record<'path' | 'query' | 'header' | 'cookie', Record<string, unknown>>>
  /** The body of the request; undefined if there is none. */
  body: unknown
  /** The properties of the response that have a token which the mock has just issued, if the operation is a login. */
  tokens: Readonly<Record<string, string>>
  /** The media type that the body was read with. */
  media: MediaType | undefined
}
