import { isSuccess, readStatus } from '../http/exchange.ts'
import type { Bench } from './bench.ts'
import { findOperation } from './find-operations.ts'
import type { KnownRecord } from './known-record.ts'
import { readBack } from './read-back.ts'

const describeRecord = ({ resource, pathValues }: KnownRecord): string =>
  `${resource.name} ${pathValues.join('/')}`

/** Removes what the run has created, children before their parents; returns what is left. */
export async function cleanUp(
  bench: Bench,
  onLeft: (record: KnownRecord) => void = () => {},
): Promise<string[]> {
  for (const record of bench.records.left) {
    const remove = findOperation(bench, record.resource, 'remove')
    const exchange = remove && !bench.signal.aborted ? await readBack(bench, remove, record) : undefined
    const status = exchange && readStatus(exchange)
    if (status !== undefined && (isSuccess(status) || status === 404 || status === 410))
      bench.records.forget(record)
  }
  const { left } = bench.records
  for (const record of left) onLeft(record)
  return left.map(describeRecord)
}
