import { readStatus } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { findOperation } from '../find-operations.ts'
import type { KnownRecord } from '../known-record.ts'
import { findListed, listAll } from './list-all.ts'
import { isMissing, type LawSubject, openScene, type Scene, wasAccepted } from './scene.ts'

/** A record is only reachable below its own parent. */
export async function judgeFamily(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { create, read, list, merge, replace, remove } = operations
  if (resource.parent === undefined || create === undefined) return []
  const scene = openScene(subject, 'a record below another parent')
  const parents = [await bench.records.create(resource.parent), await bench.records.create(resource.parent)]
  const [own, other] = parents
  if (typeof own !== 'object' || typeof other !== 'object') return []
  const child = await scene.create({ parent: own })
  if (child === undefined) return []
  scene.exchanges.unshift(...other.before.filter((one) => !scene.exchanges.includes(one)))
  const stranger = { ...child, parent: other, pathValues: [...other.pathValues, child.key] }
  if (list !== undefined) {
    const [theirs, ours] = [await listAll(scene, list, stranger), await listAll(scene, list, child)]
    if (theirs !== undefined)
      scene.check('child-of-its-parent', list, findListed(theirs, child).length === 0, {
        message: 'the list below another parent has the record',
      })
    if (ours?.isWhole === true && resource.key.property !== '')
      scene.check('created-is-listed', list, findListed(ours, child).length > 0, {
        message: 'the list below its parent does not have the record',
      })
  }
  const canRemove = read !== undefined || list !== undefined
  for (const operation of [read, merge, replace, canRemove ? remove : undefined]) {
    if (
      operation === undefined ||
      (operation === replace && replace?.effect.kind === 'replace' && replace.effect.creates === true)
    )
      continue
    const exchange = await scene.send(operation, stranger)
    const isRemoval = operation === remove
    if (!isRemoval)
      scene.check('child-of-its-parent', operation, !wasAccepted(exchange), {
        message: `${operation.method} of the record below another parent gets ${exchange && readStatus(exchange)}`,
      })
    else if (wasAccepted(exchange)) {
      // Removing what isn't there may succeed.
      const listed = read === undefined && list ? await listAll(scene, list, child) : undefined
      const isThere =
        read === undefined
          ? listed?.isWhole !== true || findListed(listed, child).length > 0
          : wasAccepted(await scene.send(read, child))
      scene.check('child-of-its-parent', operation, isThere, {
        message: 'DELETE below another parent removes the record',
      })
    }
  }
  await judgeOrphan(subject, scene, child)
  return scene.findings
}

/** A removed parent doesn't exist, so nothing is reachable below it. */
async function judgeOrphan(
  { bench, operations }: LawSubject,
  scene: Scene,
  child: KnownRecord,
): Promise<void> {
  const { parent } = child
  const { read } = operations
  const remove = parent && findOperation(bench, parent.resource, 'remove')
  const readParent = parent && findOperation(bench, parent.resource, 'read')
  if (parent === undefined || read === undefined || remove === undefined) return
  const isJudged = bench.options.operations.includes(remove) && !bench.coverage.reason(remove)
  if (!isJudged || !wasAccepted(await scene.send(read, child))) return
  const removed = await scene.send(remove, parent)
  // A removal that is only accepted may take its time.
  if (!wasAccepted(removed) || readStatus(removed) === 202) return
  bench.records.forget(parent)
  if (readParent !== undefined && !isMissing(await scene.send(readParent, parent))) return
  const orphan = await scene.send(read, child)
  scene.check('unknown-parent', read, isMissing(orphan), {
    message: `reading a record below a removed parent gets ${orphan && readStatus(orphan)}`,
  })
}
