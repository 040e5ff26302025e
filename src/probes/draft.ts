import type { MediaType, Operation, ParameterLists } from '../contract/contract.ts'
import { type Exchange, type HttpRequest, type RequestHeader, toPathBelow } from '../http/exchange.ts'
import type { Path } from '../options/problems.ts'

/** A credential of a request: the valid ones, none, or others for the schemes by their names. */
export type DraftCredentials = 'valid' | 'none' | Readonly<Record<string, WrongCredential>>

/** A credential that isn't valid; a shell makes it of the valid one with a filter. */
export interface WrongCredential {
  value: string
  filter?: string
  /** The variable of a shell that has it. */
  variable?: string
}

/** Bytes that are sent as they are, over a connection of their own. */
interface Wire {
  pieces: readonly Buffer[]
  pause?: number
  waitsFor100?: boolean
  /** Whether nothing more is sent after them. */
  isLast?: boolean
  isOfHead?: boolean
  /** Whether the connection ends without waiting for a response. */
  isCut?: boolean
}

/** A request that is not written yet, so that a probe can change one part of it. */
export interface Draft {
  operation: Operation
  /** By default that of the operation. */
  method?: string
  parameters: ParameterLists
  body?: { media: MediaType; value: unknown } | undefined
  bytes?: string | Uint8Array
  /** Replaces the content type of the body; null leaves it out. */
  contentType?: string | null
  credentials?: DraftCredentials
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /** Added to the query. */
  query?: string
  /** Replaces the path, without the base path. */
  path?: string
  /** Changes the request that is written. */
  finish?: (request: HttpRequest) => HttpRequest
  /** Writes it as bytes of its own, as only unusual clients do. */
  wire?: (request: HttpRequest) => Wire
  /** Where its body has keys of records, which other bodies have to have, too. */
  fixed?: readonly Path[]
  /** The exchanges that made its records. */
  before: readonly Exchange[]
  /** Says that its record may be used up. */
  useUp?: () => void
  hasRecords: boolean
}

/** Returns a copy of a draft with another value of a parameter; undefined leaves it out. */
export function withParameter(
  draft: Draft,
  { in: place, name }: { in: keyof ParameterLists; name: string },
  value: unknown,
): Draft {
  const key = place === 'header' ? name.toLowerCase() : name
  const { [key]: _old, ...others } = draft.parameters[place]
  const list = value === undefined ? others : { ...others, [key]: value }
  return { ...draft, parameters: { ...draft.parameters, [place]: list } }
}

/** Writes values of credentials into the parts of a request; secret ones have what a shell evaluates to them. */
export interface CredentialParts {
  query: readonly string[]
  headers: readonly RequestHeader[]
}

export function writeDraft(
  draft: Draft,
  base: URL,
  credentials: CredentialParts,
  agent = 'plant-store-verify',
): HttpRequest {
  const { operation, body, contentType } = draft
  const { path, query, headers } = operation.writeParameters(draft.parameters)
  const written = draft.bytes === undefined && body ? body.media.write(body.value) : undefined
  // Browsers write spaces of forms as plus signs.
  const isForm = body?.media.kind === 'form' && typeof written?.body === 'string'
  const bytes = draft.bytes ?? (isForm ? String(written?.body).replaceAll('%20', '+') : written?.body)
  const type = contentType === undefined ? (written?.contentType ?? body?.media.contentType) : contentType
  const queries = [query, draft.query ?? '', ...credentials.query].filter((part) => part !== '')
  const cookies = [
    headers['cookie'],
    draft.headers?.['cookie'],
    ...credentials.headers.filter(({ name }) => name === 'cookie').map(({ value }) => value),
  ].filter((part) => part !== undefined)
  const fields = Object.entries({ ...headers, ...draft.headers }).filter(([name]) => name !== 'cookie')
  const buffer = bytes === undefined ? undefined : Buffer.from(bytes as string)
  const isBodyless = /^(?:GET|HEAD|DELETE|OPTIONS)$/.test(draft.method ?? operation.method)
  const request: HttpRequest = {
    method: draft.method ?? operation.method,
    path: toPathBelow(base, draft.path ?? path) + (queries.length === 0 ? '' : `?${queries.join('&')}`),
    headers: [
      { name: 'Host', value: base.host },
      ...(draft.headers?.['accept'] === undefined ? [{ name: 'Accept', value: '*/*' }] : []),
      { name: 'User-Agent', value: agent },
      ...credentials.headers.filter(({ name }) => name !== 'cookie'),
      ...fields.map(([name, value]) => ({ name, value: Buffer.from(value).toString('latin1') })),
      ...(cookies.length === 0
        ? []
        : [{ name: 'Cookie', value: cookies.join('; '), shell: cookies.join('; ') }]),
      ...(buffer !== undefined && type ? [{ name: 'Content-Type', value: type }] : []),
      ...(buffer === undefined && isBodyless
        ? []
        : [{ name: 'Content-Length', value: String(buffer?.length ?? 0) }]),
    ],
    pieces: buffer === undefined || buffer.length === 0 ? [] : [buffer],
  }
  return draft.finish?.(request) ?? request
}
