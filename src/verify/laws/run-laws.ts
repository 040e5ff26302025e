import type { Operation, Resource } from '../../contract/contract.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Bench } from '../bench.ts'
import { findCreate, findPathOwner } from '../find-operations.ts'
import { confirm } from '../ledger.ts'
import { judgeAction } from './actions.ts'
import { listChangeLaws } from './change.ts'
import { judgeCombined } from './combined-filters.ts'
import { listConditionLaws } from './conditions.ts'
import { judgeFamily } from './family.ts'
import { listFilterLaws } from './filters.ts'
import { judgeIdempotency } from './idempotency.ts'
import { judgeDuplicate, judgeKeys, judgeUnique } from './keys.ts'
import { judgeCreated } from './lifecycle.ts'
import { judgeListed, judgePagesOf } from './listed.ts'
import { judgePages, judgeTotal } from './lists.ts'
import { judgePrivateList } from './private.ts'
import { judgeDefaults, judgeReadOnly } from './properties.ts'
import { judgeReferences } from './references.ts'
import { listRejectedLaws } from './rejected.ts'
import { judgeRemoval } from './removal.ts'
import type { LawSubject, ResourceOperations } from './scene.ts'
import { judgeSearch } from './search.ts'
import { findUsual, listServiceLaws } from './service.ts'
import { judgeOrder, judgeSortedPages } from './sorted.ts'
import { listStateLaws } from './states.ts'
import { judgeFreeKeys, judgeKeysApart, judgeTaken, keyPairs, mostRejected } from './stored.ts'
import { judgeTimes } from './times.ts'
import { listUnknownLaws } from './unknown.ts'

type Law = () => Promise<Finding[]>

/** Finds the operations that list the records of a resource, first the one below whose path they are. */
function findLists(resource: Resource, judged: readonly Operation[]): Operation[] {
  const isOwn = ({ path }: Operation): boolean => resource.itemPath?.startsWith(`${path}/`) === true
  return judged
    .filter(({ effect }) => effect.kind === 'list' && effect.resource === resource)
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}

const listListLaws = (subject: LawSubject): Law[] => [
  () => judgePages(subject),
  () => judgeTotal(subject),
  () => judgeOrder(subject),
  () => judgeSortedPages(subject),
  () => judgePrivateList(subject),
  ...listFilterLaws(subject),
  () => judgeCombined(subject),
  () => judgeSearch(subject),
]

function toOperations(bench: Bench, resource: Resource, judged: readonly Operation[]): ResourceOperations {
  const find = (kind: Operation['effect']['kind']): Operation | undefined =>
    judged.find(
      ({ effect }) => effect.kind !== 'none' && effect.kind === kind && effect.resource === resource,
    )
  const create = findCreate(bench, resource)
  const all = {
    read: find('read'),
    list: findLists(resource, judged)[0],
    replace: find('replace'),
    merge: find('merge'),
    remove: find('remove'),
  }
  return Object.fromEntries(
    Object.entries({
      ...all,
      create: create !== undefined && judged.includes(create) ? create : undefined,
    }).filter(([, one]) => one !== undefined),
  )
}

const findActions = ({ bench, resource }: LawSubject): Operation[] =>
  bench.options.operations.filter((operation) => {
    const isAction = operation.effect.kind === 'none' && operation.method === 'POST'
    return (
      isAction && !bench.coverage.reason(operation) && findPathOwner(bench, operation)?.resource === resource
    )
  })

/** Lists what is judged of a resource, in the order of the table. */
async function listLaws(subject: LawSubject): Promise<Law[]> {
  return [
    () => judgeCreated(subject),
    () => judgeKeys(subject),
    () => judgeTaken(subject),
    () => judgeDuplicate(subject),
    () => judgeUnique(subject),
    ...keyPairs.map((tried) => () => judgeKeysApart(subject, tried)),
    ...Array.from({ length: mostRejected }, (_, at) => () => judgeFreeKeys(subject, at)),
    () => judgeDefaults(subject),
    () => judgeReadOnly(subject),
    () => judgeIdempotency(subject),
    ...findActions(subject).map((action) => () => judgeAction(subject, action)),
    ...listStateLaws(subject, findActions(subject)),
    ...(await listChangeLaws(subject)),
    ...listConditionLaws(subject),
    () => judgeTimes(subject),
    ...listRejectedLaws(subject),
    () => judgeFamily(subject),
    ...listListLaws(subject),
    ...findLists(subject.resource, subject.bench.options.operations)
      .slice(1)
      .filter((list) => !subject.bench.coverage.reason(list))
      .flatMap((list) => listListLaws({ ...subject, operations: { ...subject.operations, list } })),
    () => judgeRemoval(subject),
  ]
}

/** Judges the laws of state of each resource, and what operations do with keys that no record has. */
export async function runLaws(bench: Bench, operations: readonly Operation[]): Promise<void> {
  for (const resource of bench.contract.resources) {
    const subject = { bench, resource, operations: toOperations(bench, resource, operations) }
    // Without records of its own, a run can't show anything.
    if (resource.isSingle || subject.operations.create === undefined) continue
    for (const law of await listLaws(subject)) if (!bench.signal.aborted) await confirm(bench, law)
  }
  for (const operation of operations)
    for (const law of [
      ...listUnknownLaws(bench, operation),
      () => judgeReferences(bench, operation),
      () => judgeListed(bench, operation),
      () => judgePagesOf(bench, operation),
    ])
      if (!bench.signal.aborted) await confirm(bench, law)
}

/** Judges how the service deals with several requests, with one operation, after all others. */
export async function runServiceLaws(bench: Bench, operations: readonly Operation[]): Promise<void> {
  const usual = findUsual(bench, operations)
  if (usual === undefined) return
  for (const law of listServiceLaws(bench, usual)) if (!bench.signal.aborted) await confirm(bench, law)
}
