import type { Keeper, Operation, ResourceEffect } from '../../contract/contract.ts'
import { findReferred } from '../../contract/resources/find-referred.ts'
import { findRejectedStates, type States } from '../../contract/resources/find-rejected-states.ts'
import { type Exchange, readStatus } from '../../http/exchange.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { findCreate, findPathOwner, getRequestPath } from '../find-operations.ts'
import { toSentSchema } from '../judge-echo.ts'
import type { KnownRecord } from '../known-record.ts'
import { makePlain, type PlainOptions, type PlainRequest } from '../plain.ts'
import { readRecord } from '../read-records.ts'
import { withBody } from './list-changes.ts'
import { type LawSubject, openScene, type Scene, wasAccepted } from './scene.ts'

const toEffect = ({ effect }: Operation): ResourceEffect | undefined =>
  effect.kind === 'none' ? effect.action : effect

/** The JSON pointer of the response that says what is rejected. */
const toConflict = ({ responses, pointer }: Operation): string =>
  responses.all.find(({ name }) => name === '409')?.pointer ?? pointer

/** Makes a plain creation of a record that belongs to another one by its path, or refers to it by a property; undefined if it can't. */
async function toReferring(
  { bench, resource }: LawSubject,
  create: Operation,
  property: string | undefined,
  record: KnownRecord,
  options: Pick<PlainOptions, 'isUnprepared'> = {},
): Promise<PlainRequest | undefined> {
  const isBelow = findPathOwner(bench, create)?.resource === resource
  const plain = await makePlain(bench, create, {
    ...options,
    isFresh: true,
    isVaried: true,
    ...(isBelow && { owner: record }),
  })
  if (typeof plain === 'string') return undefined
  if (isBelow) return plain
  if (property === undefined || toSentSchema(plain)?.at(property) === undefined) return undefined
  const draft = withBody(plain, setAt(plain.body?.value, [...getRequestPath(create), property], record.key))
  return draft && { ...plain, ...draft }
}

/** Removes a record that others belong or refer to. */
async function judgeKept(subject: LawSubject, remove: Operation, keeper: Keeper): Promise<Finding[]> {
  const { bench } = subject
  const { resource, property } = keeper
  const create = findCreate(bench, resource)
  const scene = openScene(subject, `removing a record that has ${resource.name}`)
  const record = create && (await scene.create())
  const draft = record && (await toReferring(subject, create, property, record))
  if (record === undefined || draft === undefined || !wasAccepted(await scene.sendDraft(draft)))
    return scene.findings
  const removed = await scene.send(remove, record)
  const isRejected = scene.check('rejects-in-state', remove, !wasAccepted(removed), {
    place: `${toConflict(remove)}/description`,
    message: `it is accepted with ${removed && readStatus(removed)}, although the record has ${resource.name}`,
  })
  if (!isRejected) bench.records.forget(record)
  return scene.findings
}

/** A request about a record: an action on it, a change, its removal, or the creation of another one that refers to it. */
interface Step {
  operation: Operation
  rejects: States
  send(
    scene: Scene,
    record: KnownRecord,
    options?: Pick<PlainOptions, 'isUnprepared'>,
  ): Promise<Exchange | undefined>
}

const toStep = (operation: Operation): Step => ({
  operation,
  rejects: toEffect(operation)?.rejects ?? {},
  send: (scene, record, options) => scene.send(operation, record, undefined, options),
})

/** Lists the creations of records that belong or refer to one of a resource. */
function listReferring(subject: LawSubject): Step[] {
  const { bench, resource } = subject
  const { resources } = bench.contract
  return resources.flatMap((other): Step[] => {
    const operation = findCreate(bench, other)
    const property = other.schema
      .facts()
      .properties.find((name) => findReferred(name, resources).includes(resource))
    const isReferring =
      property !== undefined || (operation && findPathOwner(bench, operation)?.resource === resource)
    if (operation?.effect.kind !== 'create' || !isReferring || other === resource) return []
    return [
      {
        operation,
        rejects: findRejectedStates(resource.schema, operation),
        async send(scene, record, options) {
          const draft = await toReferring(subject, operation, property, record, options)
          return draft && scene.sendDraft(draft)
        },
      },
    ]
  })
}

/** Brings a record into a state, and asks for what is rejected then. */
async function judgeState(subject: LawSubject, first: Step, second: Step): Promise<Finding[]> {
  const { read } = subject.operations
  const { operation, rejects } = second
  const scene = openScene(subject, `${operation.method} ${operation.path} after ${first.operation.id}`)
  const record = await scene.create()
  const done = record && (await first.send(scene, record))
  if (record === undefined || read === undefined || !wasAccepted(done)) return scene.findings
  const after = await scene.send(read, record)
  if (!wasAccepted(after)) return scene.findings
  const stored = readRecord(read, after)
  const state = Object.entries(rejects)
    .map(([property, values]) => ({ property, values, value: getAt(stored, [property]) }))
    .find(({ values, value }) => values.includes(value))
  const asked = state && (await second.send(scene, record, { isUnprepared: true }))
  if (asked !== undefined)
    scene.check('rejects-in-state', operation, !wasAccepted(asked), {
      place: toConflict(operation),
      message: `it is accepted with ${readStatus(asked)}, although /${state?.property} is ${describeValue(state?.value)}`,
    })
  return scene.findings
}

/** Lists what is tried after each step that may set a state in which something is rejected. */
export function listStateLaws(
  subject: LawSubject,
  actions: readonly Operation[],
): (() => Promise<Finding[]>)[] {
  const { replace, merge, remove } = subject.operations
  const changes = [replace, merge, remove].filter((one) => one !== undefined).map(toStep)
  const steps = [...actions.map(toStep), ...listReferring(subject)]
  const keepers = remove?.effect.kind === 'remove' ? remove.effect.keepers : []
  return [
    ...steps.flatMap((first) =>
      [...steps, ...changes]
        .filter(({ rejects }) => Object.keys(rejects).length > 0)
        .map((second) => () => judgeState(subject, first, second)),
    ),
    ...keepers.map((keeper) => () => judgeKept(subject, remove as Operation, keeper)),
  ]
}
