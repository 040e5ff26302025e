import type { Operation, ParameterLists } from '../contract/contract.ts'
import { listNames } from '../contract/resources/group-paths.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Draft } from '../probes/draft.ts'
import type { Bench } from './bench.ts'
import type { KnownRecord } from './known-record.ts'
import { toPlain } from './plain.ts'

/** Makes a plain request of an operation on a record, with the values of its path. */
export async function toDraftOf(
  bench: Bench,
  operation: Operation,
  record: Pick<KnownRecord, 'pathValues'>,
): Promise<Draft | undefined> {
  const owner = { ...record, isOwn: true, before: [] } as unknown as KnownRecord
  const plain = await toPlain(bench, operation, { owner })
  if (typeof plain === 'string') return undefined
  const names = listNames(operation.path)
  const path: ParameterLists['path'] = { ...plain.parameters.path }
  for (const [at, name] of names.entries())
    if (at < record.pathValues.length) path[name] = record.pathValues[at]
  return { ...plain, parameters: { ...plain.parameters, path } }
}

/** Sends a plain request of an operation on a record. */
export async function readBack(
  bench: Bench,
  operation: Operation,
  record: Pick<KnownRecord, 'pathValues'>,
): Promise<Exchange | undefined> {
  const draft = await toDraftOf(bench, operation, record)
  return draft && bench.send(draft)
}
