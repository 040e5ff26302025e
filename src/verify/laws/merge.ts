import type { Operation } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { isObject } from '../../options/is-object.ts'
import { toDraftOf } from '../read-back.ts'
import { readRecord } from '../read-records.ts'
import { departFromDefaults, listChanges, listOthers, withBody } from './list-changes.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

/** Of two changes of different properties at once, none is lost. */
export async function judgeMergeAtOnce(subject: LawSubject, merge: Operation): Promise<Finding[]> {
  const { read } = subject.operations
  const scene = openScene(subject, 'two changes at once')
  const record = await scene.create()
  const plain = record && (await toDraftOf(subject.bench, merge, record))
  if (record === undefined || plain === undefined || read === undefined || merge.effect.kind !== 'merge')
    return []
  const { requestPath } = merge.effect
  const drafts = listChanges(plain)
    .slice(0, 2)
    .flatMap(({ name, value }) => {
      const draft = withBody(plain, setAt(plain.body?.value, requestPath, { [name]: value }))
      return draft === undefined ? [] : [{ name, value, draft }]
    })
  if (drafts.length < 2) return []
  const changed = await Promise.all(drafts.map(({ draft }) => scene.sendDraft(draft)))
  const after = await scene.send(read, record)
  if (!changed.every(wasAccepted) || !wasAccepted(after)) return scene.findings
  const stored = readRecord(read, after)
  const lost = drafts.filter(({ name, value }) => !isSame(getAt(stored, [name]), value))
  scene.check('changes-at-once', merge, lost.length === 0, {
    message: `the change of ${lost.map(({ name }) => `/${name}`).join(' and ')} is lost`,
  })
  return scene.findings
}

/** What laws need of an operation that takes merge patches (RFC 7396); undefined of any other. */
function readMergePatch({ operations: { read } }: LawSubject, merge: Operation) {
  const media = merge.body?.media.find(({ name }) => name === 'application/merge-patch+json')
  if (merge.effect.kind !== 'merge' || media === undefined || read === undefined) return undefined
  const { requestPath } = merge.effect
  const schema = schemaAt(media.schema, requestPath)
  return schema && { read, media, requestPath, schema }
}

/** A change of one property of an object in a record keeps its other properties. */
export async function judgeNested(subject: LawSubject, merge: Operation): Promise<Finding[]> {
  const patch = readMergePatch(subject, merge)
  if (patch === undefined) return []
  const { read, media, requestPath, schema } = patch
  const scene = openScene(subject, 'changing a property of an object in it')
  const record = await scene.create({ change: departFromDefaults })
  const before = record && (await scene.send(read, record))
  if (record === undefined || !wasAccepted(before)) return []
  const old = readRecord(read, before)
  const candidates = Object.entries(Object(old)).flatMap(([name, own]) =>
    Object.entries(isObject(own) && Object.keys(own).length > 1 ? own : {}).flatMap(([inner, value]) => {
      const place = schema.at(name)?.at(inner)
      const [other] = place === undefined ? [] : listOthers(place, value)
      const body = setAt({}, requestPath, { [name]: { [inner]: other } })
      return other === undefined || media.schema.check(body).length > 0 ? [] : [{ name, inner, body }]
    }),
  )
  const [change] = candidates
  if (change === undefined) return []
  const changed = await scene.send(merge, record, (draft) => ({
    ...draft,
    body: { media, value: change.body },
  }))
  const after = wasAccepted(changed) ? await scene.send(read, record) : undefined
  if (!wasAccepted(after)) return scene.findings
  const [had, has] = [old, readRecord(read, after)].map((one) => getAt(one, [change.name]))
  const lost = Object.keys(Object(had)).filter(
    (name) => name !== change.inner && !isSame(getAt(had, [name]), getAt(has, [name])),
  )
  scene.check('merge-keeps-rest', merge, lost.length === 0, {
    place: `${merge.pointer}/requestBody`,
    message: `changing /${change.name}/${change.inner} changes ${lost.map((name) => `/${change.name}/${name}`).join(' and ')}`,
  })
  return scene.findings
}

/** null removes each property that may be null in a merge patch. */
export async function judgeRemovals(subject: LawSubject, merge: Operation): Promise<Finding[]> {
  const { resource } = subject
  const patch = readMergePatch(subject, merge)
  if (patch === undefined) return []
  const { read, media, requestPath, schema } = patch
  const scene = openScene(subject, 'removing properties with null')
  const record = await scene.create()
  const names = schema
    .facts()
    .properties.filter(
      (name) =>
        schema.at(name)?.facts().isNullable &&
        !resource.schema.facts().required.includes(name) &&
        resource.schema.at(name)?.facts().hasDefault === false &&
        getAt(record?.sent, [name]) !== undefined,
    )
  if (record === undefined || names.length === 0) return []
  const changed = await scene.send(merge, record, (draft) => {
    const value = setAt(draft.body?.value, requestPath, Object.fromEntries(names.map((name) => [name, null])))
    return media.schema.check(value).length === 0 ? { ...draft, body: { media, value } } : undefined
  })
  const after = wasAccepted(changed) ? await scene.send(read, record) : undefined
  if (!wasAccepted(after)) return scene.findings
  const left = names.filter((name) => (getAt(readRecord(read, after), [name]) ?? null) !== null)
  scene.check('merge-removes', merge, left.length === 0, {
    message: `${left.map((name) => `/${name}`).join(', ')} of the record ${left.length === 1 ? 'is' : 'are'} still there`,
  })
  return scene.findings
}
