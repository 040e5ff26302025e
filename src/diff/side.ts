import type { Contract, Operation, Resource } from '../contract/contract.ts'
import type { Exchange } from '../http/exchange.ts'
import { parseExactJson } from '../json/exact-json.ts'
import type { FailureName } from '../mock/failures.ts'
import { getAt } from '../mock/responses/place.ts'
import { createFresh, type Draft, type Fresh, keyPath, recordPath, withBody } from './draft.ts'

/** A response of one side; names of headers are in lower case, and the status is 0 if there was none. */
export interface Seen {
  draft: Draft
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Why the mock rejected the request. */
  failure?: FailureName | undefined
  exchange: Exchange
}

/** The service or the mock, with the records that the run has created there. */
export interface Side {
  /** Makes the values of its requests. */
  seed: string
  send(draft: Draft): Promise<Seen>
  /** Makes a valid request about a new record, or one that others share; undefined if there can't be one. */
  draft(operation: Operation, fresh: Fresh, isShared?: boolean): Promise<Draft | undefined>
}

export const isAccepted = ({ status }: Pick<Seen, 'status'>): boolean => status >= 200 && status < 400

export function readJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Reads the key of a new record, in the response or as the client gave it. */
function readKey({ draft, headers, body }: Seen): unknown {
  const { effect } = draft.operation
  if (effect.kind === 'none') return undefined
  if (effect.keyParameter !== undefined) return draft.values.path[effect.keyParameter]
  const made = getAt(readJson(body), [...(effect.responsePath ?? []), effect.resource.key.property])
  const last = headers['location']?.split(/[?#]/)[0]?.split('/').findLast(Boolean)
  return made ?? (last && decodeURIComponent(last)) ?? getAt(draft.body, keyPath(draft.operation) ?? ['?'])
}

/** Opens a side. */
export function createSide({ operations, resources }: Contract, seed: string, send: Side['send']): Side {
  type Kept = Pick<Draft, 'keys' | 'record'> | undefined
  const shared = new Map<Resource, Promise<Kept>>()

  function findCreator(resource: Resource): Operation | undefined {
    const own = operations.filter(({ effect }) => effect.kind !== 'none' && effect.resource === resource)
    const creates = own.find(({ effect }) => effect.kind === 'create')
    return creates ?? own.find(({ effect }) => effect.kind === 'replace' && effect.creates)
  }

  async function create(resource: Resource, fresh: Fresh): Promise<Kept> {
    const operation = findCreator(resource)
    const draft = operation && (await makeDraft(operation, fresh, true))
    const seen = draft && (await send(draft))
    const key = seen && isAccepted(seen) ? readKey(seen) : undefined
    if (draft === undefined || key === undefined) return undefined
    const record = getAt(draft.body, recordPath(draft.operation))
    return { keys: new Map([...draft.keys, [resource, key]]), record }
  }

  function keep(resource: Resource, fresh: Fresh, isShared: boolean): Promise<Kept> {
    if (!isShared) return create(resource, fresh)
    const kept = shared.get(resource) ?? create(resource, createFresh(`${seed} ${resource.name}`))
    shared.set(resource, kept)
    return kept
  }

  async function makeDraft(operation: Operation, fresh: Fresh, isShared = false): Promise<Draft | undefined> {
    const { effect, parameters, method, body } = operation
    const isNew =
      effect.kind === 'create' || (effect.kind === 'replace' && findCreator(effect.resource) === operation)
    const inPath = parameters.filter((one) => one.in === 'path')
    const owners = inPath.map(({ name }) => {
      if (effect.kind === 'none') return resources.find(({ key }) => key.parameter === name)
      if (effect.keyParameter === name) return isNew ? undefined : effect.resource
      return effect.scope.find(({ parameter }) => parameter === name)?.resource
    })
    const subject = effect.kind === 'list' ? effect.resource : owners.findLast((owner) => owner !== undefined)
    const kept = subject && (await keep(subject, fresh, isShared || isNew))
    const values: Draft['values'] = { path: {}, query: {}, header: {}, cookie: {} }
    // What nobody has created here stays as it is.
    const isHarmless = /^(?:GET|HEAD)$/.test(method)
    if (!isHarmless && method !== 'POST' && kept === undefined && !isNew) return undefined
    for (const [index, { name, schema }] of inPath.entries()) {
      const owner = owners[index]
      values.path[name] = owner ? kept?.keys.get(owner) : isNew ? fresh(schema) : schema.example()
      if (values.path[name] === undefined || !(owner || isNew || isHarmless)) return undefined
    }
    for (const { name, in: place, isRequired, schema, examples } of parameters)
      if (isRequired && place !== 'path')
        values[place][place === 'header' ? name.toLowerCase() : name] =
          [...examples.values()][0] ?? schema.example()
    const media = body?.media.find(({ kind }) => kind === 'json') ?? body?.media[0]
    const draft: Draft = { keys: new Map(), ...kept, operation, values, media }
    return media ? withBody(draft, [...media.examples.values()][0] ?? media.schema.example(), fresh) : draft
  }

  return { seed, send, draft: makeDraft }
}
