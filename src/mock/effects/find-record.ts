import type { Resource, ResourceEffect } from '../../contract/contract.ts'
import { listParameterNames, toPathShape } from '../../contract/resources/group-paths.ts'
import { toNoun } from '../../contract/resources/names.ts'
import { getAt } from '../../json/at-path.ts'
import { describeValue } from '../../options/problems.ts'
import type { Call } from '../exchange.ts'
import { Failure } from '../failure.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import { checkState } from './check-conflict.ts'
import { type EffectCall, type EffectContext, toAddress } from './context.ts'
import { makeSingle } from './make-record.ts'

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Makes the failure of a key that no record has. */
export const failUnknown = (resource: Resource, parameter: string, key: string): Failure =>
  new Failure(
    'unknown-record',
    `there is no ${toNoun(resource)} with the ${parameter} ${describeValue(key)}`,
    {
      problems: [
        {
          in: 'path',
          at: parameter,
          path: [parameter],
          keyword: 'key',
          detail: `the path parameter ${parameter} must be a stored key, got ${describeValue(key)}`,
        },
      ],
    },
  )

export const noScope: Readonly<Record<string, string>> = {}

/** Finds whose records a request is about, if the resource has a scope. */
export function* findScope(
  call: Call,
  effect: ResourceEffect,
  context: EffectContext,
): Steps<Readonly<Record<string, string>> | Failure> {
  const scope: Record<string, string> = {}
  const values: string[] = []
  for (const { parameter, name, resource } of effect.scope) {
    const value = toText(call.parameters.path[parameter])
    if (resource !== undefined && !resource.isSingle) {
      const own = Object.fromEntries(resource.scope.map((one, index) => [one, values[index] ?? '']))
      const found = yield* wait(context.storage.resource(resource.name).get(toAddress(resource, own, value)))
      if (found === undefined) return failUnknown(resource, parameter, value)
      const isLast = values.length === effect.scope.length - 1
      const wrong = effect.kind === 'create' && isLast ? checkState(effect, resource, found) : undefined
      if (wrong !== undefined) return wrong
    }
    scope[name] = value
    values.push(value)
  }
  return scope
}

/** Finds the record that the path of an operation without an effect leads through, such as that of `/rooms/{roomId}/close`, if the description says what an unknown one gets. */
export function* findOwner(
  { operation, parameters }: Call,
  { contract, storage }: EffectContext,
): Steps<Failure | undefined> {
  if (!operation.responses.all.some(({ name }) => name === '404' || name === '410')) return undefined
  const names = listParameterNames(operation.path)
  const values = names.map((name) => toText(parameters.path[name]))
  const shape = `${toPathShape(operation.path)}/`
  for (const resource of contract.resources) {
    const { itemPath, isSingle, scope } = resource
    if (itemPath === undefined || isSingle || !shape.startsWith(`${toPathShape(itemPath)}/`)) continue
    const own = Object.fromEntries(scope.map((name, at) => [name, values[at] ?? '']))
    // A resource that is listed without its owners, too, has no scope, but the path of an item names them.
    const last = listParameterNames(itemPath).length - 1
    const key = values[last] ?? ''
    const found = yield* wait(storage.resource(resource.name).get(toAddress(resource, own, key)))
    if (found === undefined) return failUnknown(resource, names[last] ?? 'key', key)
  }
  return undefined
}

/** Whether a record belongs to those that a request is about; one that was stored elsewhere has it in a property. */
export const isInScope = (record: StoredRecord, { effect, scope }: EffectCall): boolean =>
  effect.scope.every(({ name, property }) => {
    const own = record.scope[name] ?? (property === undefined ? undefined : getAt(record.value, [property]))
    return own !== undefined && toText(own) === scope[name]
  })

/** The key of the record that a request is about, as text; empty for a single one. */
export const readKey = ({ effect, parameters }: EffectCall): string =>
  effect.keyParameter === undefined ? '' : toText(parameters.path[effect.keyParameter])

/** Finds a record by its key. */
export function* findByKey(
  call: EffectCall,
  key: string,
  context: EffectContext,
): Steps<StoredRecord | undefined> {
  const { resource } = call.effect
  const address = toAddress(resource, call.scope, key)
  const record = yield* wait(call.records.get(address))
  if (record !== undefined) return isInScope(record, call) ? record : undefined
  if (!resource.isSingle) return undefined
  // Nobody has to create a single record, but one that was removed doesn't come back.
  const started = `started ${resource.name} ${address}`
  if ((yield* wait(context.state.get(started))) !== undefined) return undefined
  yield* wait(context.state.put({ address: started, key: started, scope: {}, value: true }))
  const single = makeSingle(call, context)
  yield* wait(call.records.put(single))
  return single
}

/** Finds the record that a request is about. */
export function* findRecord(call: EffectCall, context: EffectContext): Steps<StoredRecord | Failure> {
  const { effect } = call
  const key = readKey(call)
  const record = yield* findByKey(call, key, context)
  return record ?? failUnknown(effect.resource, effect.keyParameter ?? 'key', key)
}
