import type { Operation, PagingKind, Parameter } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { getAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import { withParameter } from '../../probes/draft.ts'
import type { KnownRecord } from '../known-record.ts'
import { readSuccess } from '../read-records.ts'
import { findListed, type ListedRecords, listAll, maxPages } from './list-all.ts'
import { type LawSubject, openScene, type Scene } from './scene.ts'

const count = 5

export const pageSize = 2

/** Creates records below one new parent, if they have one. */
export async function createSome(
  { bench, resource }: LawSubject,
  scene: Scene,
  size: number,
): Promise<KnownRecord[]> {
  const parent = resource.parent && (await bench.records.create(resource.parent))
  const made: KnownRecord[] = []
  for (let at = 0; at < size; at++) {
    const record = typeof parent === 'string' ? undefined : await scene.create({ parent })
    if (record !== undefined) made.push(record)
  }
  return made
}

/** Pages have no more than their limit, and are the list together. */
export async function judgePages(subject: LawSubject): Promise<Finding[]> {
  const { list } = subject.operations
  if (list?.effect.kind !== 'list' || list.effect.list === undefined || subject.resource.key.property === '')
    return []
  const canGoOn = leadsOn(list)
  if (list.effect.list.paging.limit === undefined && !canGoOn) return []
  const scene = openScene(subject, `pages of ${pageSize}`)
  const made = await createSome(subject, scene, count)
  const [first] = made
  if (first === undefined || made.length < count) return []
  scene.exchanges.splice(0, Math.max(0, scene.exchanges.length - count))
  const at = findParameter(list, 'query', list.effect.list.paging.limit)
  const size = at === undefined || at.schema.check(pageSize).length === 0 ? pageSize : undefined
  const listed = await listAll(scene, list, first, (draft) =>
    at === undefined || size === undefined ? draft : withParameter(draft, at, size),
  )
  if (listed === undefined) return scene.findings
  const longest = Math.max(...listed.pages.map(({ length }) => length))
  if (at !== undefined && size !== undefined)
    scene.check('list-keeps-limit', list, longest <= size, {
      place: at.pointer,
      message: `a page of at most ${size} has ${longest}`,
      expected: `${size}`,
      actual: `${longest}`,
    })
  scene.check('pages-make-list', list, listed.isEndless !== true, {
    place: `${list.pointer}/responses`,
    message: 'empty pages lead to more empty pages without end',
  })
  if (canGoOn) checkPages(scene, list, { made, listed, isPast: false, place: list.pointer, how: '' })
  return scene.findings
}

/** What pages have of the records that were made. */
interface PagedRecords {
  made: readonly KnownRecord[]
  listed: ListedRecords
  /** Whether they go on after all of the records. */
  isPast: boolean
  place: string
  /** Added to what is said of the pages. */
  how: string
}

/** Says that pages have each record once. */
export function checkPages(
  scene: Scene,
  list: Operation,
  { made, listed, isPast, place, how }: PagedRecords,
): void {
  const isRead = isPast || listed.isWhole || listed.pages.length < maxPages
  const missing = isRead ? made.filter((record) => findListed(listed, record).length === 0).length : 0
  const { property = '' } = made[0]?.resource.key ?? {}
  const keys = listed.items.map((item) => String(getAt(item, [property])))
  const repeated = keys.length - new Set(keys).size
  scene.check('pages-make-list', list, missing === 0 && repeated === 0, {
    place,
    message: `of ${made.length} records, the pages${how} miss ${missing}, and repeat ${repeated}`,
  })
}

const readPaging = ({ effect }: Operation): Partial<Record<PagingKind, string>> =>
  (effect.kind === 'list' && effect.list?.paging) || {}

/** Says whether something leads from one page of a list to the next. */
const leadsOn = (list: Operation): boolean =>
  ['offset', 'page', 'cursor', 'after'].some((kind) => Object.hasOwn(readPaging(list), kind))

/** Finds the parameter that limits the pages of a list, if something leads from one page to the next. */
export function findLimit(list: Operation): Parameter | undefined {
  const limit = findParameter(list, 'query', readPaging(list).limit)
  return leadsOn(list) && limit?.schema.check(pageSize).length === 0 ? limit : undefined
}

const readTotal = ({ operations: { list } }: LawSubject, listed: ListedRecords): number | undefined => {
  if (list?.effect.kind !== 'list') return undefined
  const field = list.effect.list?.envelope.find(({ kind }) => kind === 'total')
  const value = field && getAt(readSuccess(list, listed.last), field.path)
  return typeof value === 'number' ? value : undefined
}

/** The total counts. */
export async function judgeTotal(subject: LawSubject): Promise<Finding[]> {
  const { list } = subject.operations
  if (list?.effect.kind !== 'list' || !list.effect.list?.envelope.some(({ kind }) => kind === 'total'))
    return []
  const scene = openScene(subject, 'the total before and after a creation')
  const [first] = await createSome(subject, scene, 1)
  const before = first && (await listAll(scene, list, first))
  const second = first && (await scene.create({ parent: first.parent }))
  const after = second && (await listAll(scene, list, second))
  const [old, now] = [before && readTotal(subject, before), after && readTotal(subject, after)]
  if (old === undefined || now === undefined || after === undefined) return scene.findings
  const isWhole = after.isWhole && after.pages.length < maxPages
  const { property } = subject.resource.key
  // Whether pages repeat records is judged by itself.
  const different =
    property === '' ? after.items : new Set(after.items.map((item) => String(getAt(item, [property]))))
  const records = 'size' in different ? different.size : different.length
  scene.check('total-counts', list, now === old + 1 && (!isWhole || now === records), {
    message: `the total was ${old}, and after a creation ${now}${isWhole ? `, with ${records} records` : ''}`,
  })
  return scene.findings
}
