import { createHash } from 'node:crypto'
import type { MediaType, Operation, ParameterLists, Resource, Schema } from '../contract/contract.ts'
import { getAt, schemaAt, setAt } from '../mock/responses/place.ts'
import { isObject } from '../options/is-object.ts'

/** A request as plain data; its path has the query, but not the path of the base address. */
export interface PlainRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}

/** A request that is being made: a valid one, in which a case changes something. */
export interface Draft {
  operation: Operation
  values: ParameterLists
  media?: MediaType | undefined
  body?: unknown
  /** Sent instead of the body, its Content-Type, the method, and the path. */
  text?: string
  type?: string
  method?: string
  path?: string
  headers?: Readonly<Record<string, string>>
  /** Added to the query. */
  query?: string
  credential?: 'invalid' | 'none'
  /** The keys of the record that it is about and of those that own it, and that record as it was sent. */
  keys: ReadonlyMap<Resource, unknown>
  record?: unknown
}

/** Makes values that no other request of any run has: of a schema, or integers. */
export type Fresh = (schema?: Schema) => unknown

/** The same seed makes the same values, so that both sides get the same requests. */
export function createFresh(seed: string): Fresh {
  let count = 0
  return (schema) => {
    const bytes = createHash('sha256').update(`${seed} ${count++}`).digest()
    const hex = bytes.toString('hex')
    const uuid = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5')
    const word = [...bytes.subarray(0, 9)].map((byte) => 'bcdfghjklmnprstvz'[byte % 17]).join('')
    // Some services have no larger integers.
    const number = 1_000_000 + (bytes.readUInt32BE() % 2_000_000_000)
    const forms = [number, word, `${word}@example.com`, uuid, hex.slice(0, 24), `${number}`]
    return forms.find((form) => !schema || schema.check(form).length === 0) ?? schema?.example(number)
  }
}

/** Where requests of an operation have the record. */
export const recordPath = ({ effect }: Operation): readonly string[] =>
  effect.kind === 'none' ? [] : effect.requestPath

/** Where requests have the key that a client gives; undefined if it gives none. */
export const keyPath = ({ effect }: Operation): readonly string[] | undefined =>
  effect.kind !== 'none' && effect.resource.key.from === 'client'
    ? [...effect.requestPath, effect.resource.key.property]
    : undefined

export const isAt = (path: readonly unknown[], other: readonly unknown[] = []): boolean =>
  path.length === other.length && path.every((step, index) => step === other[index])

/** Properties that may have to be unique. */
const unique = /name|title|mail|slug|login|sku/i

/** Copies a draft with another body, whose record is a new one but for what is at a path. */
export function withBody(draft: Draft, body: unknown, fresh: Fresh, except?: readonly unknown[]): Draft {
  const { operation, values, media } = draft
  const { effect } = operation
  const path = recordPath(operation)
  const record = getAt(body, path)
  let own = body
  for (const [name, value] of Object.entries(isObject(record) ? record : {})) {
    const at = [...path, name]
    const schema = media && schemaAt(media.schema, at)
    if (schema === undefined || isAt(at, except)) continue
    const key = effect.kind === 'none' ? undefined : effect.keyParameter
    if (isAt(at, keyPath(operation))) own = setAt(own, at, key ? values.path[key] : fresh(schema))
    else if (typeof value === 'string' && !schema.facts().values && unique.test(name))
      own = setAt(own, at, fresh(schema))
  }
  return { ...draft, body: own }
}

export type Credentials = Readonly<Record<string, string>>

/** Finds a set of security schemes whose credentials are known. */
export const findSet = ({ security }: Operation, credentials: Credentials) =>
  security.length === 0
    ? []
    : security.find((set) =>
        set.every(({ scheme }) => scheme.in === 'connection' || credentials[scheme.name]),
      )

/** Writes a draft. */
export function writeDraft(draft: Draft, credentials: Credentials): PlainRequest {
  const { operation, media, body, credential } = draft
  const { path, query, headers } = operation.writeParameters(draft.values)
  const set = credential === 'none' ? [] : (findSet(operation, credentials) ?? [])
  const written = set.map(({ scheme }) => {
    const invalid = scheme.kind === 'basic' ? 'nobody:wrong' : 'not-a-valid-credential'
    return scheme.write(credential === 'invalid' ? invalid : (credentials[scheme.name] ?? ''))
  })
  const queries = [query, draft.query, ...written.map((one) => one.query)].filter(Boolean)
  const own = body === undefined ? undefined : media?.write(body)
  const type = draft.type ?? own?.contentType
  return {
    method: draft.method ?? operation.method,
    path: (draft.path ?? path) + (queries.length > 0 ? `?${queries.join('&')}` : ''),
    headers: {
      accept: '*/*',
      ...headers,
      ...Object.assign({}, ...written.map((one) => one.headers)),
      ...(type !== undefined && { 'content-type': type }),
      ...draft.headers,
    },
    body: draft.text ?? own?.body ?? '',
  }
}
