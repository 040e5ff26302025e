import type { Contract, Operation } from '../contract/contract.ts'
import { type Exchange, type HttpAnswer, readAnswerHeader, readAnswerText } from '../http/exchange.ts'
import type { FailureName } from '../mock/failures.ts'
import { withValueAt } from '../probes/body-edges.ts'
import type { Draft } from '../probes/draft.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import { createsByReplace } from '../verify/find-operations.ts'
import type { RequestMaker } from '../verify/known-record.ts'
import { makePlain, type PlainRequest, withKeysOf } from '../verify/plain.ts'
import { createRunRecords } from '../verify/records.ts'
import type { DiffCase } from './case.ts'
import { type ResponseLook, type SideResponse, toLook } from './look.ts'

/** What came back; a mock says why it rejects a request. */
export interface SideExchange extends Exchange {
  failure?: FailureName | undefined
}

export interface CaseResult extends SideResponse {
  look: ResponseLook
  exchange: SideExchange
  /** The largest size that the side accepts in the special place of the case, if that is known. */
  limit?: bigint | undefined
}

/** What the sides responded to cases. */
export type Results = ReadonlyMap<DiffCase, CaseResult>

/** The service or the mock, with the records that the run has created there. */
export interface Side {
  /** Makes a valid request about a new record, or one that others share; undefined if there can't be one. */
  plan(operation: Operation, isShared: boolean): Promise<PlainRequest | undefined>
  /** Sends a case, with a change on top; undefined if the side can't get it. */
  ask(one: DiffCase, change?: (draft: Draft) => Draft): Promise<CaseResult | undefined>
}

const noAnswer: HttpAnswer = { version: '', status: 0, headers: [], body: Buffer.of() }

/** Opens a side, whose seed decides the values of its requests. */
export function createSide(
  contract: Contract,
  seed: string,
  send: (draft: Draft) => Promise<SideExchange>,
): Side {
  const records = createRunRecords(() => maker)
  const options = { params: {}, isSafe: false, hasSmallKeys: true }
  const maker: RequestMaker = { contract, random: createRandom(toSeed(seed)), options, records, send }

  async function plan(
    operation: Operation,
    isShared: boolean,
    except?: DiffCase['path'],
  ): Promise<PlainRequest | undefined> {
    const { effect } = operation
    const listed = effect.kind === 'list' ? await records.get(effect.resource) : undefined
    // A list that nothing creates records of is read as it is.
    const record = typeof listed === 'object' ? listed : undefined
    const owner = record?.parent
    const plain = await makePlain(maker, operation, { isFresh: !isShared, isVaried: true, owner, except })
    return typeof plain === 'string' ? undefined : { ...plain, record: record ?? plain.record }
  }

  /** Whether a request changes nothing that others have created. */
  function isHarmless(
    { operation, record, hasRecords }: PlainRequest,
    { method = operation.method }: Draft,
  ): boolean {
    if (/^(?:GET|HEAD)$/.test(method) || createsByReplace(maker, operation)) return true
    return record === undefined ? operation.method === 'POST' && hasRecords : record.isOwn
  }

  /** Gives a request the key of a stored record. */
  async function storeKey(draft: Draft): Promise<Draft | undefined> {
    const { effect } = draft.operation
    if (effect.kind !== 'create') return undefined
    const stored = await records.create(effect.resource)
    const path = [...effect.requestPath, effect.resource.key.property]
    return typeof stored === 'string' ? undefined : withValueAt(draft, path, stored.key)
  }

  return {
    plan,
    async ask(one, change = (draft) => draft) {
      const { operation, kind, path, option } = one
      const plain = await plan(operation, kind === 'reject' && operation.effect.kind !== 'remove', path)
      const changed = plain && one.change(plain)
      const kept = changed && withKeysOf(plain, changed, one)
      if (kept === undefined || plain === undefined || !isHarmless(plain, kept)) return undefined
      const made = option === 'onDuplicate' ? await storeKey(kept) : kept
      if (made === undefined) return undefined
      const draft = change(made)
      const exchange = await send(draft)
      const answer = exchange.outcome.kind === 'answer' ? exchange.outcome.answer : noAnswer
      const headers = Object.fromEntries(
        answer.headers.map(([name]) => [name, readAnswerHeader(answer, name) ?? '']),
      )
      const { status } = answer
      const response = { draft, record: plain.record, status, headers, body: readAnswerText(answer) }
      return { ...response, look: toLook(response), exchange }
    },
  }
}
