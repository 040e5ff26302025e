import type { Operation, Resource } from '../../contract/contract.ts'
import { sleep } from '../../http/limit-time.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import type { KnownRecord } from '../known-record.ts'
import { readRecord } from '../read-records.ts'
import { listAll } from './list-all.ts'
import { listChanges, withBody } from './list-changes.ts'
import { type LawSubject, openScene, type Scene, wasAccepted } from './scene.ts'

/** Returns how many milliseconds later a time is written differently, by its precision; undefined if it is no time. */
function toTick(time: unknown): number | undefined {
  if (typeof time === 'number') return time > 1e11 ? 20 : 1100
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(time)) return undefined
  return /[.,]\d{3}/.test(time) ? 20 : 1100
}

/** Says whether a list without parameters begins with the newest record, or with the oldest one; undefined if nothing is said. */
function readUsualOrder(list: Operation, { createdAt }: Resource): 'newest' | 'oldest' | undefined {
  const order = list.effect.kind === 'list' ? list.effect.list?.usualOrder : undefined
  if (order === undefined || order.property !== createdAt) return undefined
  return order.isDown ? 'newest' : 'oldest'
}

/** Looks for two records in a list, of which the second one is newer. */
async function checkOrder(
  { resource }: LawSubject,
  scene: Scene,
  list: Operation,
  order: 'newest' | 'oldest',
  pair: readonly KnownRecord[],
): Promise<void> {
  const listed = pair[0] && (await listAll(scene, list, pair[0]))
  const keys = listed?.items.map((item) => String(getAt(item, [resource.key.property])))
  const [first = -1, second = -1] = pair.map(({ key }) => keys?.indexOf(String(key)) ?? -1)
  if (first >= 0 && second >= 0)
    scene.check('list-is-sorted', list, order === 'oldest' ? first < second : second < first, {
      message: `the list should begin with the ${order} record, and has an ${order === 'oldest' ? 'newer' : 'older'} one before it`,
    })
}

/** A change some time after a creation sets the time of the last change, and a list has the newer record on its side. */
export async function judgeTimes(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { createdAt, updatedAt } = resource
  const { read, list } = operations
  const change = operations.merge ?? operations.replace
  const order = list && readUsualOrder(list, resource)
  if (read === undefined || (order === undefined && (change === undefined || updatedAt === undefined)))
    return []
  const scene = openScene(subject, 'a record some time after its creation')
  const record = await scene.create()
  const before = record && (await scene.send(read, record))
  if (record === undefined || !wasAccepted(before)) return scene.findings
  const stored = readRecord(read, before)
  const tick = toTick(getAt(stored, [createdAt ?? updatedAt ?? '']))
  if (tick === undefined) return []
  await sleep(tick, bench.signal)
  const newer = order ? await scene.create({ parent: record.parent }) : undefined
  if (list !== undefined && order && newer !== undefined)
    await checkOrder(subject, scene, list, order, [record, newer])
  if (change === undefined || updatedAt === undefined) return scene.findings
  let changed = ''
  const exchange = await scene.send(change, record, (draft) => {
    const [one] = listChanges(draft)
    changed = one?.name ?? ''
    return one && withBody(draft, one.body)
  })
  const after = wasAccepted(exchange) ? await scene.send(read, record) : undefined
  if (!wasAccepted(after)) return scene.findings
  const now = readRecord(read, after)
  const [old, latest] = [stored, now].map((one) => getAt(one, [updatedAt]))
  const isChanged = !isSame(getAt(stored, [changed]), getAt(now, [changed]))
  if (isChanged && latest !== undefined)
    scene.check('change-sets-time', change, !isSame(old, latest), {
      message: `/${updatedAt} was ${describeValue(old)}, and is the same after a change`,
    })
  return scene.findings
}
