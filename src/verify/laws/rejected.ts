import type { Operation } from '../../contract/contract.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { isObject } from '../../options/is-object.ts'
import { listBodyEdges, withValueAt } from '../../probes/body-edges.ts'
import type { Draft } from '../../probes/draft.ts'
import { getRequestPath } from '../find-operations.ts'
import { readRecord } from '../read-records.ts'
import { listAll } from './list-all.ts'
import { listChanges } from './list-changes.ts'
import { isMissing, type LawSubject, openScene, wasAccepted } from './scene.ts'

/** How many invalid bodies are sent to each operation. */
const maxInvalid = 6

/** Puts another valid value into a body besides the invalid one, so that a part of it could be stored. */
function withChange(draft: Draft, invalid: Draft | undefined): Draft | undefined {
  if (invalid?.body === undefined) return undefined
  const path = getRequestPath(draft.operation)
  const change = listChanges(draft).find(({ name }) =>
    isSame(getAt(invalid.body?.value, [...path, name]), getAt(draft.body?.value, [...path, name])),
  )
  return change !== undefined && isObject(getAt(invalid.body.value, path))
    ? withValueAt(invalid, [...path, change.name], change.value)
    : invalid
}

const listInvalid = (draft: Draft): ((draft: Draft) => Draft | undefined)[] => {
  const probes = listBodyEdges(draft, 1).filter(
    ({ kind, rule }) => kind === 'reject' && rule === 'rejects-invalid-body',
  )
  const step = Math.max(1, Math.floor(probes.length / maxInvalid))
  return probes
    .filter((_, at) => at % step === 0)
    .slice(0, maxInvalid)
    .map((probe) => probe.change)
}

/** Sends what is rejected to an operation on a record, and reads the record before and after. */
async function judgeChange(subject: LawSubject, operation: Operation): Promise<Finding[]> {
  const {
    bench,
    operations: { read },
  } = subject
  const scene = openScene(subject, 'a rejected request')
  const record = read && (await scene.create())
  if (record === undefined || read === undefined) return []
  const before = await scene.send(read, record)
  if (!wasAccepted(before)) return []
  const compare = async (what: string): Promise<boolean> => {
    const after = await scene.send(read, record)
    const isKept = after !== undefined && isSame(readRecord(read, before), readRecord(read, after))
    return scene.check('rejected-changes-nothing', operation, isKept, {
      message: `${what}, which was rejected, changes the record`,
    })
  }
  if (bench.credentials.protects(operation)) {
    const rejected = await scene.send(operation, record, (draft) => {
      const [change] = listChanges(draft)
      const changed =
        change === undefined || draft.body === undefined
          ? draft
          : { ...draft, body: { ...draft.body, value: change.body } }
      return { ...changed, credentials: 'none' }
    })
    if (isMissing(rejected) && !(await compare('a request without credentials'))) return scene.findings
  }
  let count = 1
  for (let at = 0; at < count; at++) {
    const rejected = await scene.send(operation, record, (draft) => {
      const invalid = listInvalid(draft)
      count = invalid.length
      return withChange(draft, invalid[at]?.(draft))
    })
    if (isMissing(rejected) && !(await compare('a request with an invalid body'))) break
    // Only the requests that belong together are shown.
    scene.exchanges.splice(2)
  }
  return scene.findings
}

/** Sends creations that are rejected, and looks for their records in the list. */
async function judgeCreation(subject: LawSubject, create: Operation): Promise<Finding[]> {
  const {
    bench,
    resource,
    operations: { list },
  } = subject
  if (list === undefined || resource.key.property === '') return []
  const scene = openScene(subject, 'a rejected creation')
  const parent = resource.parent && (await bench.records.create(resource.parent))
  const record = typeof parent === 'string' ? undefined : await scene.create({ parent })
  const owner = record && { ...record, pathValues: record.pathValues.slice(0, -1) }
  const before = owner && (await listAll(scene, list, owner))
  if (owner === undefined || before === undefined || !before.isWhole) return []
  const known = new Set(before.items.map((item) => String(getAt(item, [resource.key.property]))))
  let count = 1
  let isRejected = false
  const sent: unknown[] = []
  for (let at = 0; at < count; at++) {
    const exchange = await scene.send(create, owner, (draft) => {
      const invalid = listInvalid(draft)
      count = invalid.length
      const changed = withChange(draft, invalid[at]?.(draft))
      sent.push(changed?.body?.value)
      return changed
    })
    isRejected ||= isMissing(exchange)
    if (wasAccepted(exchange)) return []
  }
  if (bench.credentials.protects(create)) {
    const exchange = await scene.send(create, owner, (draft) => ({ ...draft, credentials: 'none' }))
    if (wasAccepted(exchange)) return []
    isRejected ||= isMissing(exchange)
  }
  const after = isRejected ? await listAll(scene, list, owner) : undefined
  if (after === undefined || !after.isWhole) return []
  const more = after.items.filter((item) => !known.has(String(getAt(item, [resource.key.property]))))
  scene.check('rejected-changes-nothing', create, more.length === 0, {
    message: `after rejected creations, the list has ${more.length} more`,
  })
  return scene.findings
}

/** What is rejected changes nothing. */
export const listRejectedLaws = (subject: LawSubject): (() => Promise<Finding[]>)[] => {
  const { create, replace, merge, remove } = subject.operations
  return [
    ...(create === undefined || create.effect.kind !== 'create'
      ? []
      : [() => judgeCreation(subject, create)]),
    ...[replace, merge, remove].flatMap((operation) =>
      operation === undefined ? [] : [() => judgeChange(subject, operation)],
    ),
  ]
}
