import type { Operation, Schema } from '../../contract/contract.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { findDifferences } from '../../judge/find-differences.ts'
import type { Finding } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/rules.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { getRequestPath } from '../find-operations.ts'
import { toEchoFindings, toKeyOption, toSentSchema } from '../judge-echo.ts'
import { readRecord } from '../read-records.ts'
import { findListed, listAll } from './list-all.ts'
import { departFromDefaults, listChanges, withBody } from './list-changes.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

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

/** Changes a record in one property, and compares what is stored with what was sent. */
export async function judgePropertyChange(
  subject: LawSubject,
  operation: Operation,
  at: number,
): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { read, list } = operations
  const isMerge = operation.effect.kind === 'merge'
  const scene = openScene(subject, isMerge ? 'changing one property' : 'replacing a record')
  const other = await scene.create()
  // A service may want what has a default to be set by other means.
  const record = (await scene.create({ change: departFromDefaults })) ?? (await scene.create())
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
    const path = getRequestPath(operation)
    const alone = isMerge ? withBody(draft, setAt(draft.body?.value, path, { [name]: one.value })) : undefined
    // The service may have chosen a value that is the same by now.
    const draftOfChange = alone ?? withBody(draft, one.body)
    sent = getAt(draftOfChange?.body?.value, path)
    return draftOfChange
  })
  if (!wasAccepted(changed)) return scene.findings
  const after = await scene.send(read, record)
  const stored = after && readRecord(read, after)
  if (stored === undefined) return scene.findings
  const rule: RuleId = isMerge ? 'merge-changes' : 'replace-replaces'
  bench.ledger.count(rule)
  const differences = findDifferences(sent, stored, schema, resource.schema, {
    isWhole: true,
    ...toKeyOption(resource),
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
  const [made, kept] = [readRecord(read, before), stored].map((one) => createdAt && getAt(one, [createdAt]))
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
    scene.check('change-is-listed', operation, isSame(found[name], getAt(stored, [name])), {
      message: `the list has another /${name} than the record`,
    })
  return scene.findings
}
