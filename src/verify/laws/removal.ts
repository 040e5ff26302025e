import { readStatus } from '../../http/exchange.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { readRecord } from '../read-records.ts'
import { findListed, listAll } from './list-all.ts'
import { isMissing, openScene, type Subject, wasAccepted } from './scene.ts'

/** What was removed is gone, and everything else is still there. */
export async function judgeRemoval(subject: Subject): Promise<Finding[]> {
  const { bench, operations } = subject
  const { read, list, remove } = operations
  if (remove === undefined) return []
  const scene = openScene(subject, 'removing a record')
  const [other, record] = [await scene.create(), await scene.create()]
  if (record === undefined || other === undefined) return []
  const before = read && (await scene.send(read, other))
  const earlier = list && (await listAll(scene, list, other))
  const wasListed = earlier !== undefined && findListed(earlier, other).length > 0
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
    const after = await scene.send(read, other)
    if (wasAccepted(before))
      scene.check(
        'changes-only-its-record',
        remove,
        isSame(readRecord(read, before), after && readRecord(read, after)),
        {
          message: `removing a record changes another one, whose reading gets ${after && readStatus(after)}`,
        },
      )
  }
  const listed = list && isDone ? await listAll(scene, list, other) : undefined
  if (list !== undefined && listed?.isWhole) {
    scene.check('removed-is-unlisted', list, findListed(listed, record).length === 0, {
      message: 'the list has the removed record',
    })
    scene.check('changes-only-its-record', remove, !wasListed || findListed(listed, other).length > 0, {
      message: 'removing a record removes another one from the list',
    })
  }
  const again = await scene.send(remove, record)
  const status = again && readStatus(again)
  scene.check('removed-again', remove, status !== undefined && status < 500, {
    message: `removing it again gets ${status}`,
  })
  const last = read && wasAccepted(before) && isDone ? await scene.send(read, other) : undefined
  if (last !== undefined)
    scene.check('changes-only-its-record', remove, !isMissing(last), {
      place: `${remove.pointer}/responses`,
      message: `removing a record that is gone removes another one, whose reading gets ${readStatus(last)}`,
    })
  return scene.findings
}
