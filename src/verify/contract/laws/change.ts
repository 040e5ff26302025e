import type { Operation, Schema } from '../../../contract/contract.ts'
import { readStatus } from '../../../http/exchange.ts'
import { isSame } from '../../../json/is-same.ts'
import { findDifferences } from '../../../judge/contract/find-differences.ts'
import type { ContractFinding } from '../../../judge/contract/finding.ts'
import type { ContractRuleId } from '../../../judge/contract/rules.ts'
import { isObject } from '../../../options/is-object.ts'
import { describeValue } from '../../../options/problems.ts'
import { replaceAt, valueAt } from '../../../probes/contract/body-edges.ts'
import type { Draft } from '../../../probes/contract/draft.ts'
import { toSmallest } from '../../../probes/contract/operation.ts'
import { keyOf, toEchoFindings, toSentSchema } from '../judge-echo.ts'
import { toPlain } from '../plain.ts'
import { toDraftOf } from '../read-back.ts'
import { readRecord } from '../read-records.ts'
import { findListed, listAll } from './list-all.ts'
import { openScene, type Subject, wasAccepted } from './scene.ts'

/** Lists other valid values of a property than the one it has. */
export function listOthers(schema: Schema, value: unknown): unknown[] {
  const { values, types } = schema.facts()
  const candidates = [
    ...(values ?? []),
    ...(typeof value === 'boolean' ? [!value] : []),
    ...(typeof value === 'number' && types.some((type) => type === 'number' || type === 'integer')
      ? [value + 1, value - 1]
      : []),
    ...[11, 12, 13].map((seed) => schema.example(seed)),
    ...(typeof value === 'string' ? [`${value} changed`] : []),
  ]
  return candidates.filter((one) => one !== null && !isSame(one, value) && schema.check(one).length === 0)
}

/** Lists the properties of a body that can have another value, with one. */
export function listChanges(draft: Draft): { name: string; body: unknown; value: unknown }[] {
  const { body, operation } = draft
  const { effect } = operation
  if (body === undefined || effect.kind === 'none') return []
  const record = valueAt(body.value, effect.requestPath)
  const schema = toSentSchema(draft)
  if (!isObject(record) || schema === undefined) return []
  return Object.keys(record).flatMap((name) => {
    const inner = schema.at(name)
    const shown = effect.resource.schema.at(name)
    if (inner === undefined || shown === undefined || name === effect.resource.key.property) return []
    if (
      inner.facts().isReadOnly ||
      shown.facts().isWriteOnly ||
      shown.facts().isReadOnly ||
      /(?:Id|_id)s?$/.test(name)
    )
      return []
    const value = listOthers(inner, record[name])[0]
    return value === undefined
      ? []
      : [{ name, value, body: replaceAt(body.value, [...effect.requestPath, name], value) }]
  })
}

const without = (record: unknown, names: readonly string[]): unknown =>
  isObject(record)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
    : record

/** Properties that a service sets itself, such as times, may change with every change. */
const listOwn = (schema: Schema): string[] =>
  schema.facts().properties.filter((name) => {
    const facts = schema.at(name)?.facts()
    return facts?.isReadOnly || /(?:updated|modified|changed|version|revision|etag)/i.test(name)
  })

const withBody = (draft: Draft, value: unknown): Draft | undefined =>
  draft.body !== undefined && draft.body.media.schema.check(value).length === 0
    ? { ...draft, body: { ...draft.body, value } }
    : undefined

/** Changes a record in one property, and compares what is stored with what was sent. */
async function judgeOne(subject: Subject, operation: Operation, at: number): Promise<ContractFinding[]> {
  const { bench, resource, operations } = subject
  const { read, list } = operations
  const isMerge = operation.effect.kind === 'merge'
  const scene = openScene(subject, isMerge ? 'changing one property' : 'replacing a record')
  const [other, record] = [await scene.create(), await scene.create()]
  if (record === undefined || other === undefined || read === undefined) return []
  const before = await scene.send(read, record)
  const otherBefore = await scene.send(read, other)
  if (!wasAccepted(before)) return []
  let sent: unknown
  let name = ''
  let schema: Schema | undefined
  const changed = await scene.send(operation, record, (draft) => {
    const changes = listChanges(draft)
    const one = changes[at % Math.max(1, changes.length)]
    if (one === undefined) return undefined
    name = one.name
    schema = toSentSchema(draft)
    const path = operation.effect.kind === 'none' ? [] : operation.effect.requestPath
    const alone = isMerge
      ? withBody(draft, replaceAt(draft.body?.value, path, { [name]: one.value }))
      : undefined
    // The service may have chosen a value that is the same by now.
    const draftOfChange = alone ?? withBody(draft, one.body)
    sent = valueAt(draftOfChange?.body?.value, path)
    return draftOfChange
  })
  if (!wasAccepted(changed)) return scene.findings
  const after = await scene.send(read, record)
  const stored = after && readRecord(read, after)
  if (stored === undefined) return scene.findings
  const rule: ContractRuleId = isMerge ? 'merge-changes' : 'replace-replaces'
  bench.ledger.count(rule)
  const differences = findDifferences(sent, stored, schema, resource.schema, {
    isWhole: true,
    ...keyOf(resource),
  })
  scene.findings.push(
    ...toEchoFindings(
      differences,
      { operation: operation.id, tried: `changing /${name}`, exchanges: [...scene.exchanges] },
      () => rule,
    ),
  )
  if (isMerge) {
    const names = [...Object.keys(Object(sent)), ...listOwn(resource.schema)]
    const [old, now] = [without(readRecord(read, before), names), without(stored, names)]
    scene.check('merge-keeps-rest', operation, isSame(old, now), {
      message: `changing /${name} changes other properties`,
      expected: describeValue(old),
      actual: describeValue(now),
    })
  }
  const { createdAt } = resource
  const [made, kept] = [readRecord(read, before), stored].map((one) => createdAt && valueAt(one, [createdAt]))
  if (createdAt !== undefined && made !== undefined && !Object.hasOwn(Object(sent), createdAt))
    scene.check('created-at-stays', operation, isSame(made, kept), {
      message: `/${createdAt} was ${describeValue(made)}, and is ${describeValue(kept)} after a change`,
    })
  const otherAfter = await scene.send(read, other)
  if (wasAccepted(otherBefore) && otherAfter)
    scene.check(
      'changes-only-its-record',
      operation,
      isSame(readRecord(read, otherBefore), readRecord(read, otherAfter)),
      { message: 'changing a record changes another one' },
    )
  const listed = list && (await listAll(scene, list, record))
  const [found] = listed ? findListed(listed, record) : []
  if (list !== undefined && isObject(found) && found[name] !== undefined)
    scene.check('change-is-listed', operation, isSame(found[name], valueAt(stored, [name])), {
      message: `the list has another /${name} than the record`,
    })
  return scene.findings
}

/** A replacement with only what is required removes the rest. */
async function judgeSmallest(subject: Subject, replace: Operation): Promise<ContractFinding[]> {
  const {
    resource,
    operations: { read },
  } = subject
  const scene = openScene(subject, 'replacing a record with only what is required')
  const record = read && (await scene.create())
  if (record === undefined || read === undefined) return []
  const before = await scene.send(read, record)
  let left: string[] = []
  const replaced = await scene.send(replace, record, (draft) => {
    const smallest = toSmallest(draft)
    if (smallest === undefined || replace.effect.kind === 'none') return undefined
    const { requestPath } = replace.effect
    const names = Object.keys(Object(valueAt(draft.body?.value, requestPath)))
    left = names.filter((name) => {
      const facts = resource.schema.at(name)?.facts()
      return (
        !Object.hasOwn(Object(valueAt(smallest, requestPath)), name) &&
        facts !== undefined &&
        name !== resource.key.property &&
        !facts.hasDefault &&
        !facts.isReadOnly &&
        !facts.isWriteOnly
      )
    })
    return withBody(draft, smallest)
  })
  if (!wasAccepted(replaced) || !wasAccepted(before)) return scene.findings
  const after = await scene.send(read, record)
  if (!wasAccepted(after)) return scene.findings
  const [old, now] = [readRecord(read, before), readRecord(read, after)]
  // The service may give every record some values.
  const usual = await scene.create({ change: (draft) => withBody(draft, toSmallest(draft)) })
  const kept = left.filter((name) => {
    const value = valueAt(now, [name])
    const isTime = /date|time/.test(resource.schema.at(name)?.facts().format ?? '')
    const isUsual = isTime || usual === undefined || isSame(value, valueAt(usual.shown, [name]))
    return value !== undefined && value !== null && !isUsual && isSame(value, valueAt(old, [name]))
  })
  scene.check('replace-removes', replace, kept.length === 0, {
    message: `${kept.map((name) => `/${name}`).join(', ')} of the old record ${kept.length === 1 ? 'is' : 'are'} still there`,
    actual: `${readStatus(after)}`,
  })
  return scene.findings
}

/** Of two changes of different properties at once, none is lost. */
async function judgeAtOnce(subject: Subject, merge: Operation): Promise<ContractFinding[]> {
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
      const draft = withBody(plain, replaceAt(plain.body?.value, requestPath, { [name]: value }))
      return draft === undefined ? [] : [{ name, value, draft }]
    })
  if (drafts.length < 2) return []
  const changed = await Promise.all(drafts.map(({ draft }) => scene.sendDraft(draft)))
  const after = await scene.send(read, record)
  if (!changed.every(wasAccepted) || !wasAccepted(after)) return scene.findings
  const stored = readRecord(read, after)
  const lost = drafts.filter(({ name, value }) => !isSame(valueAt(stored, [name]), value))
  scene.check('changes-at-once', merge, lost.length === 0, {
    message: `the change of ${lost.map(({ name }) => `/${name}`).join(' and ')} is lost`,
  })
  return scene.findings
}

/** null removes each property that may be null in a merge patch. */
async function judgeRemovals(subject: Subject, merge: Operation): Promise<ContractFinding[]> {
  const {
    resource,
    operations: { read },
  } = subject
  const media = merge.body?.media.find(({ name }) => name === 'application/merge-patch+json')
  if (merge.effect.kind !== 'merge' || media === undefined || read === undefined) return []
  const { requestPath } = merge.effect
  const schema = requestPath.reduce<Schema | undefined>((at, step) => at?.at(step), media.schema)
  const scene = openScene(subject, 'removing properties with null')
  const record = await scene.create()
  const names = (schema?.facts().properties ?? []).filter(
    (name) =>
      schema?.at(name)?.facts().isNullable &&
      !resource.schema.facts().required.includes(name) &&
      resource.schema.at(name)?.facts().hasDefault === false &&
      valueAt(record?.sent, [name]) !== undefined,
  )
  if (record === undefined || names.length === 0) return []
  const changed = await scene.send(merge, record, (draft) => {
    const value = replaceAt(
      draft.body?.value,
      requestPath,
      Object.fromEntries(names.map((name) => [name, null])),
    )
    return media.schema.check(value).length === 0 ? { ...draft, body: { media, value } } : undefined
  })
  const after = wasAccepted(changed) ? await scene.send(read, record) : undefined
  if (!wasAccepted(after)) return scene.findings
  const left = names.filter((name) => (valueAt(readRecord(read, after), [name]) ?? null) !== null)
  scene.check('merge-removes', merge, left.length === 0, {
    message: `${left.map((name) => `/${name}`).join(', ')} of the record ${left.length === 1 ? 'is' : 'are'} still there`,
  })
  return scene.findings
}

/** How many properties are changed, each by itself. */
const maxChanges = 6

/** What was replaced or changed is stored, and nothing else. */
export async function listChangeLaws(subject: Subject): Promise<(() => Promise<ContractFinding[]>)[]> {
  const {
    bench,
    operations: { read, replace, merge },
  } = subject
  const laws: (() => Promise<ContractFinding[]>)[] = []
  if (read === undefined) return laws
  for (const operation of [replace, merge]) {
    const plain = operation && (await toPlain(bench, operation))
    if (operation === undefined || typeof plain !== 'object') continue
    const { length } = listChanges(plain)
    for (let at = 0; at < Math.min(length, maxChanges); at++)
      laws.push(() => judgeOne(subject, operation, at))
  }
  return [
    ...laws,
    ...(replace === undefined ? [] : [() => judgeSmallest(subject, replace)]),
    ...(merge === undefined ? [] : [() => judgeRemovals(subject, merge), () => judgeAtOnce(subject, merge)]),
  ]
}
