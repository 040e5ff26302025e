import type { Operation, Resource } from '../../contract/contract.ts'
import { type Exchange, isSuccess, readStatus } from '../../http/exchange.ts'
import { type BareFinding, type Finding, toFinding } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/rules.ts'
import type { Draft } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import type { KnownRecord } from '../known-record.ts'
import type { PlainOptions, PlainRequest } from '../plain.ts'
import { toDraftOf } from '../read-back.ts'
import { sendAndJudge } from '../run-probe.ts'

/** The operations on a resource that can be sent, by their effect. */
export type ResourceOperations = Partial<
  Record<'create' | 'read' | 'list' | 'replace' | 'merge' | 'remove', Operation>
>

export interface LawSubject {
  bench: Bench
  resource: Resource
  operations: ResourceOperations
}

type SceneDraft = Draft & Pick<PlainRequest, 'prepared'>

/** A sequence of requests that belongs together, and what it shows. */
export interface Scene {
  findings: Finding[]
  /** Creates a record; undefined if that doesn't succeed. */
  create(options?: {
    parent?: KnownRecord | undefined
    change?: (draft: Draft) => Draft | undefined
  }): Promise<KnownRecord | undefined>
  /** Sends a plain request of an operation on a record, or what is made of it. */
  send(
    operation: Operation,
    record: KnownRecord,
    change?: (draft: Draft) => Draft | undefined,
    options?: Pick<PlainOptions, 'isUnprepared'>,
  ): Promise<Exchange | undefined>
  /** Sends a draft; the exchanges that prepared its record come before. */
  sendDraft(draft: SceneDraft): Promise<Exchange>
  /** Notes what a rule says about what was sent so far. */
  check(
    rule: RuleId,
    operation: Operation,
    isKept: boolean,
    wrong: Omit<BareFinding, 'rule' | 'place'> & { place?: string },
  ): boolean
  exchanges: Exchange[]
}

export const wasAccepted = (exchange: Exchange | undefined): exchange is Exchange =>
  exchange !== undefined && isSuccess(readStatus(exchange) ?? 0)

export const isMissing = (exchange: Exchange | undefined): boolean => {
  const status = exchange && readStatus(exchange)
  return status !== undefined && status >= 400 && status < 500
}

export function openScene({ bench, resource }: LawSubject, tried: string): Scene {
  const exchanges: Exchange[] = []
  const findings: Finding[] = []

  const add = (more: readonly Exchange[]): void => {
    exchanges.push(...more.filter((one) => !exchanges.includes(one)))
  }

  async function sendDraft(draft: SceneDraft): Promise<Exchange> {
    const { operation, prepared = [] } = draft
    add(prepared)
    const { exchange, findings: found } = await sendAndJudge(
      bench,
      { ...draft, before: [] },
      { operation, kind: 'open', rule: 'documented-status', place: operation.pointer, tried },
    )
    exchanges.push(exchange)
    findings.push(...found.map((one) => ({ ...one, exchanges: [...exchanges] })))
    return exchange
  }

  return {
    findings,
    exchanges,
    async create(options) {
      const record = await bench.records.create(resource, options)
      if (typeof record === 'string') return undefined
      add(record.before)
      return record
    },
    async send(operation, record, change = (draft) => draft, options = {}) {
      const plain = await toDraftOf(bench, operation, record, options)
      const draft = plain && change(plain)
      return draft && sendDraft(draft)
    },
    sendDraft,
    check(rule, operation, isKept, { place = operation.pointer, ...wrong }) {
      bench.ledger.count(rule)
      if (!isKept)
        findings.push(
          toFinding({ rule, place, ...wrong }, { operation: operation.id, tried, exchanges: [...exchanges] }),
        )
      return isKept
    },
  }
}
