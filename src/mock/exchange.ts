import type { Operation } from '../contract/contract.ts'
import type { FailureName } from './failures.ts'
import type { Delivery } from './faults/fault-kinds.ts'

export { readHeader } from '../contract/request-parts.ts'

/** A request as plain data. Header names may be in any case. */
export interface MockRequest {
  method: string
  /** The path, with the query if there is one. */
  path: string
  headers?: Readonly<Record<string, string | string[] | undefined>>
  /** The body: bytes, or text that means its UTF-8 bytes. */
  body?: string | Uint8Array | undefined
}

/** A response as plain data. Header names are in lower case. */
export interface MockResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Text, or the bytes of a binary or multipart body. */
  body: string | Uint8Array
  /** Why the request was rejected. */
  failure?: FailureName
  /** The same in words. */
  reason?: string
  /** The fault that changed the response. */
  fault?: string
  /** What is sent instead of the whole response. */
  delivery?: Delivery
}

/** A request whose operation is known, as the steps of the mock read it. */
export interface Call {
  request: MockRequest
  operation: Operation
  /** What the request's path begins with, before the path of the description. */
  basePath: string
  /** Without the question mark. */
  query: string
  /** Values of parameters, by their place and name. */
  parameters: Readonly<Record<'path' | 'query' | 'header' | 'cookie', Record<string, unknown>>>
  /** The body of the request; undefined if there is none. */
  body: unknown
  /** The Content-Type that the body was read with, without parameters. */
  mediaName: string | undefined
}
