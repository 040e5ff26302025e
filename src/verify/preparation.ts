import type { Operation } from '../contract/contract.ts'
import { type Exchange, isSuccess, readStatus } from '../http/exchange.ts'
import type { Draft } from '../probes/draft.ts'
import type { KnownRecord, RequestMaker } from './known-record.ts'

interface Preparations {
  /** The operations that are carried out on a record before another one, since the service rejects that otherwise. */
  steps: Map<Operation, readonly Operation[]>
  /** The records that were prepared, by the operation and their path. */
  prepared: Map<string, PreparedRecord>
}

/** A record after the steps before an operation, and the exchanges of these. */
interface PreparedRecord {
  record: KnownRecord
  exchanges: readonly Exchange[]
}

const preparations = new WeakMap<RequestMaker, Preparations>()

function getPreparations(bench: RequestMaker): Preparations {
  const found = preparations.get(bench) ?? { steps: new Map(), prepared: new Map() }
  preparations.set(bench, found)
  return found
}

/** Lists what is carried out on the record in the path of an operation before it. */
export const listSteps = (bench: RequestMaker, operation: Operation): readonly Operation[] =>
  getPreparations(bench).steps.get(operation) ?? []

/** Sets what is carried out before an operation. */
export const keepSteps = (bench: RequestMaker, operation: Operation, steps: readonly Operation[]): void =>
  void getPreparations(bench).steps.set(operation, steps)

/** A plain request of a step, and the exchanges that prepared its record. */
type StepRequest = Draft & { prepared?: readonly Exchange[] }

/**
 * Brings a record into a state in which an operation is accepted, once; or says why it can't.
 *
 * @param make makes the plain request of a step on the record
 */
export async function prepareRecord(
  bench: RequestMaker,
  operation: Operation,
  record: KnownRecord,
  make: (step: Operation, record: KnownRecord) => Promise<StepRequest | string>,
): Promise<PreparedRecord | string> {
  const { prepared } = getPreparations(bench)
  const key = `${operation.id} ${record.pathValues.join('/')}`
  const known = prepared.get(key)
  if (known !== undefined) return known
  let before = record.before
  const exchanges: Exchange[] = []
  for (const step of listSteps(bench, operation)) {
    const plain = await make(step, { ...record, before })
    if (typeof plain === 'string') return plain
    const exchange = await bench.send(plain)
    const status = readStatus(exchange)
    if (!isSuccess(status ?? 0))
      return `${step.id}, which has to come before it, gets ${status ?? 'no response'}`
    exchanges.push(...(plain.prepared ?? []), exchange)
    before = [...plain.before, exchange]
  }
  const made = { record: { ...record, before }, exchanges }
  prepared.set(key, made)
  return made
}
