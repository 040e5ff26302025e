import type { Operation } from '../contract/contract.ts'
import { setAt } from '../json/at-path.ts'
import type { Bench } from './bench.ts'
import { findOperation } from './find-operations.ts'
import { makePlain } from './plain.ts'
import { readRecord } from './read-records.ts'

/** Reads single records, such as settings, that named operations change; returns what writes them back. */
export async function keepSingles(bench: Bench, named: readonly Operation[]): Promise<() => Promise<void>> {
  const restore: (() => Promise<unknown>)[] = []
  for (const change of named) {
    const { effect } = change
    if ((effect.kind !== 'replace' && effect.kind !== 'merge') || !effect.resource.isSingle) continue
    const read = findOperation(bench, effect.resource, 'read')
    const plain = read && (await makePlain(bench, read))
    const before =
      typeof plain === 'object' ? readRecord(plain.operation, await bench.send(plain)) : undefined
    const draft = before === undefined ? 'there is none' : await makePlain(bench, change)
    if (typeof draft === 'string' || draft.body === undefined) continue
    const { media, value } = draft.body
    const body = { media, value: media.schema.project(setAt(value, effect.requestPath, before)) }
    restore.push(() => bench.send({ ...draft, body }))
  }
  return async () => {
    for (const send of restore) await send()
  }
}
