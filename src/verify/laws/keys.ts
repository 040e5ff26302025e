import type { Operation } from '../../contract/contract.ts'
import { type Exchange, readStatus } from '../../http/exchange.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Draft } from '../../probes/draft.ts'
import type { KnownRecord } from '../known-record.ts'
import { makePlain } from '../plain.ts'
import { withBody } from './list-changes.ts'
import { type LawSubject, openScene, type Scene, wasAccepted } from './scene.ts'

const atOnce = 5

/** Two creations give two keys, also at once. */
export async function judgeKeys(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { create, read } = operations
  if (create === undefined || create.effect.kind !== 'create') return []
  const parent = resource.parent && (await bench.records.get(resource.parent))
  if (typeof parent === 'string') return []
  const scene = openScene(subject, 'creating two records')
  const pair = [await scene.create({ parent }), await scene.create({ parent })]
  if (pair.every((one) => one !== undefined))
    scene.check('keys-differ', create, new Set(pair.map((one) => String(one?.key))).size === 2, {
      message: `two records have the key ${pair[0]?.key}`,
    })
  const crowd = openScene(subject, `creating ${atOnce} records at once`)
  const made = await createAtOnce(subject, crowd, parent)
  if (made.length > 1)
    crowd.check(
      'keys-differ-at-once',
      create,
      new Set(made.map(({ key }) => String(key))).size === made.length,
      {
        message: `of ${made.length} records, some have the same key: ${made.map(({ key }) => key).join(', ')}`,
      },
    )
  if (read !== undefined)
    for (const record of made) {
      const exchange = await crowd.send(read, record)
      crowd.check('created-at-once', create, wasAccepted(exchange), {
        message: `reading one of them gets ${exchange && readStatus(exchange)}`,
      })
    }
  return [...scene.findings, ...crowd.findings]
}

/** Creates records at once. Creations of one resource wait for each other otherwise. */
async function createAtOnce(
  { bench, resource }: LawSubject,
  scene: Scene,
  parent: KnownRecord | undefined,
): Promise<KnownRecord[]> {
  const all = await bench.records.createAtOnce(resource, atOnce, parent)
  for (const { before } of all)
    scene.exchanges.push(...before.filter((one) => !scene.exchanges.includes(one)))
  return all
}

/** A key that is taken is rejected, if the description says so. */
export async function judgeDuplicate(subject: LawSubject): Promise<Finding[]> {
  const { bench } = subject
  const { create } = subject.operations
  if (create === undefined || create.effect.kind !== 'create' || subject.resource.key.from !== 'client')
    return []
  if (!create.responses.all.some(({ name }) => name === '409')) return []
  const scene = openScene(subject, 'creating a record with a key that is taken')
  const record = await scene.create()
  if (record === undefined) return []
  const { requestPath } = create.effect
  const exchange = await scene.send(
    create,
    record.parent ?? { ...record, pathValues: record.pathValues.slice(0, -1) },
    (draft) => {
      if (draft.body === undefined) return undefined
      const value = requestPath.reduceRight<unknown>(
        (inner, step) => ({ ...Object(draft.body?.value), [step]: inner }),
        record.sent,
      )
      return { ...draft, body: { ...draft.body, value } }
    },
  )
  scene.check('duplicate-key', create, !wasAccepted(exchange), {
    message: `the second creation is accepted with ${exchange && readStatus(exchange)}`,
  })
  const plain = await makePlain(bench, create, { isFresh: true, owner: record.parent })
  if (typeof plain === 'string') return scene.findings
  const both = await Promise.all([scene.sendDraft(plain), scene.sendDraft(plain)])
  scene.check('duplicate-key', create, both.filter(wasAccepted).length < 2, {
    place: `${create.pointer}/requestBody`,
    message: 'two creations at once with one key are both accepted',
  })
  return scene.findings
}

const hasConflict = ({ responses }: Operation): boolean => responses.all.some(({ name }) => name === '409')

/** Says that a request which gives a record a value of another one is rejected. */
function checkTaken(scene: Scene, operation: Operation, exchange: Exchange, what: string): void {
  scene.check('duplicate-key', operation, !wasAccepted(exchange), {
    message: `${what}, and it is accepted with ${readStatus(exchange)}`,
  })
}

/** What has to be unique besides the key, as the description says or a documented 409 shows, is unique at once and after changes, too. */
export async function judgeUnique(subject: LawSubject): Promise<Finding[]> {
  const { bench, operations, resource } = subject
  const { create, replace, merge } = operations
  if (create?.effect.kind !== 'create' || resource.key.from === 'client' || !hasConflict(create)) return []
  const scene = openScene(subject, 'creating a record like another one')
  const { requestPath } = create.effect
  const toFresh = (like?: Draft): Promise<Draft | string> =>
    makePlain(bench, create, { isFresh: true, isVaried: like === undefined, ...(like && { like }) })
  const draft = await toFresh()
  if (typeof draft === 'string' || !wasAccepted(await scene.sendDraft(draft))) return []
  const taken = getAt(draft.body?.value, requestPath)
  const unique = resource.unique.filter((property) => (getAt(taken, [property]) ?? null) !== null)
  const again = await toFresh(draft)
  const second = typeof again === 'string' ? undefined : await scene.sendDraft(again)
  if (second === undefined) return scene.findings
  if (unique.length > 0)
    checkTaken(scene, create, second, `another record has the same ${unique.join(' and ')}`)
  const judgeLike = async (property: string, value: unknown, how = ''): Promise<void> => {
    const other = await toFresh()
    if (typeof other === 'string') return
    const like = withBody(other, setAt(other.body?.value, [...requestPath, property], value))
    if (like !== undefined)
      checkTaken(scene, create, await scene.sendDraft(like), `another record has the same ${property}${how}`)
  }
  for (const property of unique.length > 1 ? unique : []) await judgeLike(property, getAt(taken, [property]))
  for (const property of resource.ignoresCase ? unique : []) {
    const text = getAt(taken, [property])
    if (typeof text === 'string' && text !== text.toUpperCase())
      await judgeLike(property, text.toUpperCase(), ' in another case')
  }
  if (readStatus(second) !== 409) return scene.findings
  const fresh = await toFresh()
  const all =
    typeof fresh === 'string'
      ? []
      : await Promise.all(Array.from({ length: atOnce }, () => scene.sendDraft(fresh)))
  scene.check('duplicate-key', create, all.filter(wasAccepted).length < 2, {
    place: `${create.pointer}/requestBody`,
    message: `of ${atOnce} such creations at once, several are accepted, although one after the other gets 409`,
  })
  for (const operation of [replace, merge]) {
    if (operation === undefined || !hasConflict(operation) || operation.effect.kind === 'none') continue
    const { requestPath: at } = operation.effect
    const other = await scene.create()
    const changed =
      other &&
      (await scene.send(operation, other, (plain) => {
        const like = plain.body?.media.schema.project(setAt(plain.body.value, at, taken))
        // What can't change may be what is unique.
        const names = Object.keys(Object(getAt(like, at)))
        const isLike =
          unique.length > 0
            ? unique.every((property) => names.includes(property))
            : isSame(Object.keys(Object(taken)).sort(), names.sort())
        return isLike ? withBody(plain, like) : undefined
      }))
    if (changed !== undefined)
      checkTaken(
        scene,
        operation,
        changed,
        'after it, the record is like another one, which a creation may not be',
      )
  }
  return scene.findings
}
