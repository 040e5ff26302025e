import type { Operation, ParameterLists } from '../contract/contract.ts'
import { listParameterNames } from '../contract/resources/group-paths.ts'
import type { Exchange } from '../http/exchange.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { isObject } from '../options/is-object.ts'
import type { Bench } from './bench.ts'
import type { KnownRecord } from './known-record.ts'
import { makePlain, type PlainOptions, type PlainRequest } from './plain.ts'

type RecordOfPath = Pick<KnownRecord, 'pathValues'> & Partial<Pick<KnownRecord, 'sent'>>

/** Puts what a record was created with into the body that replaces it, since another record may have other unique values. */
function withSent(draft: PlainRequest, sent: unknown): PlainRequest {
  const { effect } = draft.operation
  if (effect.kind !== 'replace' || draft.body === undefined || !isObject(sent)) return draft
  const { media } = draft.body
  const value = Object.entries(sent).reduce((whole, [name, own]) => {
    const path = [...effect.requestPath, name]
    const next = getAt(whole, path) === undefined ? whole : setAt(whole, path, own)
    return media.schema.check(next).length === 0 ? next : whole
  }, draft.body.value)
  return { ...draft, body: { media, value } }
}

/** Makes a plain request of an operation on a record, with the values of its path. */
export async function toDraftOf(
  bench: Bench,
  operation: Operation,
  record: RecordOfPath,
  options: Pick<PlainOptions, 'isUnprepared'> = {},
): Promise<PlainRequest | undefined> {
  const owner = { ...record, isOwn: true, before: [] } as unknown as KnownRecord
  const plain = await makePlain(bench, operation, { ...options, owner })
  if (typeof plain === 'string') return undefined
  const names = listParameterNames(operation.path)
  const path: ParameterLists['path'] = { ...plain.parameters.path }
  for (const [at, name] of names.entries())
    if (at < record.pathValues.length) path[name] = record.pathValues[at]
  return withSent({ ...plain, parameters: { ...plain.parameters, path } }, record.sent)
}

/** Sends a plain request of an operation on a record. */
export async function readBack(
  bench: Bench,
  operation: Operation,
  record: RecordOfPath,
): Promise<Exchange | undefined> {
  const draft = await toDraftOf(bench, operation, record)
  return draft && bench.send(draft)
}
