import type { Operation } from '../../contract/contract.ts'
import { type Exchange, readStatus } from '../../http/exchange.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import type { KnownRecord } from '../known-record.ts'
import { readRecord } from '../read-records.ts'
import { findListed, listAll } from './list-all.ts'
import { isMissing, type LawSubject, openScene, type Scene, wasAccepted } from './scene.ts'

/** Reads records; empty if nothing reads them. */
async function readAll(
  scene: Scene,
  read: Operation | undefined,
  records: readonly KnownRecord[],
): Promise<Exchange[]> {
  const exchanges: (Exchange | undefined)[] = []
  for (const record of read === undefined ? [] : records)
    exchanges.push(await scene.send(read as Operation, record))
  return exchanges.filter((one) => one !== undefined)
}

/** What was removed is gone, and everything else is still there. */
export async function judgeRemoval(subject: LawSubject): Promise<Finding[]> {
  const { bench, operations } = subject
  const { read, list, remove } = operations
  if (remove === undefined) return []
  const scene = openScene(subject, 'removing a record')
  // One before it and one after it, since a service may remove the first or the last one.
  const [first, record, last] = [await scene.create(), await scene.create(), await scene.create()]
  if (first === undefined || record === undefined) return []
  const others = last === undefined ? [first] : [first, last]
  const before = await readAll(scene, read, others)
  const earlier = list && (await listAll(scene, list, first))
  const removed = await scene.send(remove, record)
  if (!wasAccepted(removed)) return scene.findings
  bench.records.forget(record)
  // A removal that is only accepted may take its time.
  const isDone = readStatus(removed) !== 202
  if (read !== undefined && isDone) {
    const gone = await scene.send(read, record)
    scene.check('removed-is-gone', read, isMissing(gone), {
      message: `reading the removed record gets ${gone && readStatus(gone)}`,
    })
    for (const [at, after] of (await readAll(scene, read, others)).entries()) {
      const { [at]: old } = before
      if (wasAccepted(old))
        scene.check(
          'changes-only-its-record',
          remove,
          isSame(readRecord(read, old), readRecord(read, after)),
          {
            message: `removing a record changes another one, whose reading gets ${readStatus(after)}`,
          },
        )
    }
  }
  const listed = list && isDone ? await listAll(scene, list, first) : undefined
  if (list !== undefined && listed?.isWhole) {
    scene.check('removed-is-unlisted', list, findListed(listed, record).length === 0, {
      message: 'the list has the removed record',
    })
    const isLost = (one: KnownRecord): boolean =>
      earlier !== undefined && findListed(earlier, one).length > 0 && findListed(listed, one).length === 0
    scene.check('changes-only-its-record', remove, !others.some(isLost), {
      message: 'removing a record removes another one from the list',
    })
  }
  const again = await scene.send(remove, record)
  const status = again && readStatus(again)
  scene.check('removed-again', remove, status !== undefined && status < 500, {
    message: `removing it again gets ${status}`,
  })
  const lost =
    before.every(wasAccepted) && isDone ? (await readAll(scene, read, others)).filter(isMissing) : []
  if (before.length > 0)
    scene.check('changes-only-its-record', remove, lost.length === 0, {
      place: `${remove.pointer}/responses`,
      message: `removing a record that is gone removes another one, whose reading gets ${lost[0] && readStatus(lost[0])}`,
    })
  return scene.findings
}
