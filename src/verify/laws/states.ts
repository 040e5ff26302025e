import type { Keeper, Operation, ResourceEffect } from '../../contract/contract.ts'
import { readStatus } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { replaceAt, valueAt } from '../../probes/body-edges.ts'
import type { Draft } from '../../probes/draft.ts'
import { readRecord } from '../read-records.ts'
import { withBody } from './list-changes.ts'
import { openScene, type Subject, wasAccepted } from './scene.ts'

const toEffect = ({ effect }: Operation): ResourceEffect | undefined =>
  effect.kind === 'none' ? effect.action : effect

/** Where the description says what is rejected. */
const toConflict = ({ responses, pointer }: Operation): string =>
  responses.all.find(({ name }) => name === '409')?.pointer ?? pointer

/** Removes a record that others belong or refer to. */
async function judgeKept(subject: Subject, remove: Operation, keeper: Keeper): Promise<Finding[]> {
  const { bench } = subject
  const { resource, property } = keeper
  const scene = openScene(subject, `removing a record that has ${resource.name}`)
  const record = await scene.create()
  if (record === undefined) return []
  const toKeeper = (draft: Draft): Draft | undefined => {
    const { effect } = draft.operation
    return effect.kind === 'none' || property === undefined
      ? draft
      : withBody(draft, replaceAt(draft.body?.value, [...effect.requestPath, property], record.key))
  }
  const kept = await bench.records.create(resource, {
    ...(property === undefined && { parent: record }),
    change: toKeeper,
  })
  if (typeof kept === 'string') return scene.findings
  scene.exchanges.push(...kept.before.filter((one) => !scene.exchanges.includes(one)))
  const removed = await scene.send(remove, record)
  const isRejected = scene.check('rejects-in-state', remove, !wasAccepted(removed), {
    place: `${toConflict(remove)}/description`,
    message: `it is accepted with ${removed && readStatus(removed)}, although the record has ${resource.name}`,
  })
  if (!isRejected) bench.records.forget(record)
  return scene.findings
}

/** Brings a record into a state by an action, and asks for what is rejected then. */
async function judgeState(subject: Subject, action: Operation, operation: Operation): Promise<Finding[]> {
  const { read } = subject.operations
  const rejects = toEffect(operation)?.rejects ?? {}
  const scene = openScene(subject, `${operation.method} ${operation.path} after ${action.id}`)
  const record = await scene.create()
  const acted = record && (await scene.send(action, record))
  if (record === undefined || read === undefined || !wasAccepted(acted)) return scene.findings
  const after = await scene.send(read, record)
  if (!wasAccepted(after)) return scene.findings
  const stored = readRecord(read, after)
  const state = Object.entries(rejects)
    .map(([property, values]) => ({ property, values, value: valueAt(stored, [property]) }))
    .find(({ values, value }) => values.includes(value))
  const asked = state && (await scene.send(operation, record))
  if (asked !== undefined)
    scene.check('rejects-in-state', operation, !wasAccepted(asked), {
      place: toConflict(operation),
      message: `it is accepted with ${readStatus(asked)}, although /${state?.property} is ${describeValue(state?.value)}`,
    })
  return scene.findings
}

/** Lists what is tried after each action that sets a state in which something is rejected. */
export function listStateLaws(subject: Subject, actions: readonly Operation[]): (() => Promise<Finding[]>)[] {
  const { replace, merge, remove } = subject.operations
  const asked = [replace, merge, ...actions, remove].filter((one) => one !== undefined)
  const keepers = remove?.effect.kind === 'remove' ? remove.effect.keepers : []
  const afterActions = actions.flatMap((action) =>
    asked
      .filter((operation) => Object.keys(toEffect(operation)?.rejects ?? {}).length > 0)
      .map((operation) => () => judgeState(subject, action, operation)),
  )
  return [...afterActions, ...keepers.map((keeper) => () => judgeKept(subject, remove as Operation, keeper))]
}
