import type { Contract, Operation } from '../contract/contract.ts'
import { type Exchange, readHeader, readText } from '../http/exchange.ts'
import type { FailureName } from '../mock/failures.ts'
import { replaceAt } from '../probes/body-edges.ts'
import type { Draft } from '../probes/draft.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import { createsByReplace, findOwner } from '../verify/find-operations.ts'
import type { KnownRecord, Maker } from '../verify/known-record.ts'
import { keepKeys, toPlain } from '../verify/plain.ts'
import { createRecords } from '../verify/records.ts'
import type { Case } from './case.ts'

/** What came back; a mock says why it rejects a request. */
interface Reply extends Exchange {
  failure?: FailureName | undefined
}

/** A valid request, and the record that it is about, or that its own belongs to. */
interface Plain {
  draft: Draft
  record: KnownRecord | undefined
}

/** A response of one side; names of headers are in lower case, and the status is 0 if there was none. */
export interface Seen extends Plain {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  failure?: FailureName | undefined
  exchange: Exchange
}

/** The service or the mock, with the records that the run has created there. */
export interface Side {
  /** Makes a valid request about a new record, or one that others share; undefined if there can't be one. */
  plan(operation: Operation, isShared: boolean): Promise<Plain | undefined>
  /** Sends a case, with a change on top; undefined if the side can't get it. */
  ask(one: Case, change?: (draft: Draft) => Draft): Promise<Seen | undefined>
}

export const isAccepted = ({ status }: Pick<Seen, 'status'>): boolean => status >= 200 && status < 400

function readReply({ failure, ...exchange }: Reply): Omit<Seen, keyof Plain> {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') return { status: 0, headers: {}, body: '', exchange }
  const { answer } = outcome
  const headers = Object.fromEntries(
    answer.headers.map(([name]) => [name, readHeader(answer, name) ?? ''] as const),
  )
  return { status: answer.status, headers, body: readText(answer), failure, exchange }
}

/** Opens a side, whose seed decides the values of its requests. */
export function createSide(contract: Contract, seed: string, send: (draft: Draft) => Promise<Reply>): Side {
  const records = createRecords(() => maker)
  const options = { params: {}, isSafe: false }
  const maker: Maker = { contract, random: createRandom(toSeed(seed)), options, records, send }

  /** Finds the record that an operation is about, or that its own record belongs to. */
  async function findRecord(
    operation: Operation,
    isShared: boolean,
  ): Promise<KnownRecord | string | undefined> {
    const { effect } = operation
    const resource = createsByReplace(maker, operation)
      ? effect.kind === 'replace' && effect.resource.parent
      : effect.kind === 'list'
        ? effect.resource
        : findOwner(maker, operation)?.resource
    if (!resource) return undefined
    const own = isShared || effect.kind === 'create' ? undefined : await records.create(resource)
    return typeof own === 'object' ? own : records.get(resource)
  }

  async function plan(
    operation: Operation,
    isShared: boolean,
    path?: Case['path'],
  ): Promise<Plain | undefined> {
    const record = await findRecord(operation, isShared)
    // A list that nothing creates records of is read as it is.
    const isList = operation.effect.kind === 'list'
    if (typeof record === 'string' && !isList) return undefined
    const known = typeof record === 'string' ? undefined : record
    const owner = isList ? known?.parent : known
    const draft = await toPlain(maker, operation, { isFresh: true, isVaried: true, owner, except: path })
    return typeof draft === 'string' ? undefined : { draft, record: known }
  }

  /** Whether a request changes nothing that others have created. */
  function isHarmless({ draft, record }: Plain, { method }: Draft): boolean {
    const { operation, hasRecords } = draft
    if (/^(?:GET|HEAD)$/.test(method ?? operation.method) || createsByReplace(maker, operation)) return true
    return record === undefined ? operation.method === 'POST' && hasRecords : record.isOwn
  }

  return {
    plan,
    async ask(one, change = (draft) => draft) {
      const { operation, kind, path, option } = one
      const plain = await plan(operation, kind === 'reject' && operation.effect.kind !== 'remove', path)
      const changed = plain && one.change(plain.draft)
      let draft = changed && keepKeys(plain.draft, changed, one)
      if (draft === undefined || plain === undefined || !isHarmless(plain, draft)) return undefined
      if (option === 'onDuplicate' && draft.body !== undefined && operation.effect.kind === 'create') {
        const { resource, requestPath } = operation.effect
        const stored = await records.create(resource)
        if (typeof stored === 'string') return undefined
        const value = replaceAt(draft.body.value, [...requestPath, resource.key.property], stored.key)
        draft = { ...draft, body: { ...draft.body, value } }
      }
      const sent = change(draft)
      return { ...plain, draft: sent, ...readReply(await send(sent)) }
    },
  }
}
