import type { Resource, ResourceEffect } from '../../contract/contract.ts'
import { toNoun } from '../../contract/resources/names.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { toOrder } from '../../json/to-order.ts'
import { describeValue } from '../../options/problems.ts'
import { Failure } from '../failure.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import type { EffectCall, EffectContext } from './context.ts'

/** Makes the failure of a value that another record has. */
export function failTaken(call: EffectCall, property: string, value: unknown): Failure {
  const { effect } = call
  const detail = `a ${toNoun(effect.resource)} with the ${property} ${describeValue(value)} is already stored`
  const path = [...effect.requestPath, property]
  return new Failure('duplicate-key', detail, {
    problems: [{ in: 'body', at: `/${path.join('/')}`, path, keyword: 'key', detail }],
  })
}

const isTaken = ({ ignoresCase }: Resource, one: unknown, other: unknown): boolean =>
  isSame(one, other) ||
  (ignoresCase === true &&
    typeof one === 'string' &&
    typeof other === 'string' &&
    one.toLowerCase() === other.toLowerCase())

/** Fails if two properties aren't in the order that the description says, or if one has the key of no record. */
function* checkProperties(
  { effect }: EffectCall,
  value: unknown,
  { storage }: EffectContext,
): Steps<Failure | undefined> {
  const fail = (property: string, keyword: string, detail: string): Failure => {
    const path = [...effect.requestPath, property]
    const at = `/${path.join('/')}`
    return new Failure('invalid-body', `${at} ${detail}`, {
      problems: [{ in: 'body', at, path, keyword, detail }],
    })
  }
  for (const { property, other, forbidden } of effect.ordered) {
    const [own, against] = [getAt(value, [property]), getAt(value, [other])]
    const [first, second] = [own, against].map(toOrder)
    if (first === undefined || second === undefined) continue
    if (forbidden === 'before' ? first < second : first > second)
      return fail(
        property,
        'order',
        `must not be ${forbidden} ${other}, got ${describeValue(own)} and ${describeValue(against)}`,
      )
  }
  for (const { resource, property } of effect.references) {
    const key = getAt(value, [property])
    if (key === undefined || key === null) continue
    const stored = storage.resource(resource.name)
    // Without owners, the key is the address.
    const isStored =
      resource.scope.length === 0
        ? (yield* wait(stored.get(String(key)))) !== undefined
        : (yield* wait(stored.list())).some((record) => record.key === String(key))
    if (!isStored)
      return fail(
        property,
        'key',
        `must be the key of a ${toNoun(resource)} that is stored, got ${describeValue(key)}`,
      )
  }
  return undefined
}

/**
 * Fails if a record may not be stored beside others, or if another record with the same owner has a value that only one may have.
 *
 * @param before the record that is changed, whose own values it may keep
 */
export function* checkStorable(
  call: EffectCall,
  value: unknown,
  before: StoredRecord | undefined,
  context: EffectContext,
): Steps<Failure | undefined> {
  return (yield* checkProperties(call, value, context)) ?? (yield* checkUnique(call, value, before, context))
}

function* checkUnique(
  call: EffectCall,
  value: unknown,
  before: StoredRecord | undefined,
  { onDuplicate }: EffectContext,
): Steps<Failure | undefined> {
  const { effect, operation, records, scope } = call
  const documentsConflict = operation.responses.all.some(({ name }) => name === '409')
  const changed = effect.resource.unique.flatMap((property) => {
    const [own, old] = [getAt(value, [property]), before && getAt(before.value, [property])]
    return own === undefined || own === null || isSame(own, old) ? [] : [{ property, own }]
  })
  if (changed.length === 0 || !documentsConflict || onDuplicate !== 'reject') return undefined
  for (const other of yield* wait(records.list())) {
    const hasOwner = Object.entries(scope).every(([name, key]) => other.scope[name] === key)
    const taken = changed.find(({ property, own }) =>
      isTaken(effect.resource, getAt(other.value, [property]), own),
    )
    if (hasOwner && taken !== undefined && other.address !== before?.address)
      return failTaken(call, taken.property, taken.own)
  }
  return undefined
}

/** Fails if a record is in a state in which the description rejects the operation. */
export function checkState(
  { rejects }: Pick<ResourceEffect, 'rejects'>,
  resource: Resource,
  record: StoredRecord,
): Failure | undefined {
  for (const [property, values] of Object.entries(rejects)) {
    const own = getAt(record.value, [property])
    if (values.includes(own))
      return new Failure(
        'wrong-state',
        `the ${property} of this ${toNoun(resource)} is ${describeValue(own)}`,
      )
  }
  return undefined
}

/** Makes the failure of a removal that another record is in the way of. */
export const failKept = ({ effect }: EffectCall, resource: Resource, { key }: StoredRecord): Failure =>
  new Failure(
    'wrong-state',
    `this ${toNoun(effect.resource)} has the ${toNoun(resource)} ${describeValue(key)}`,
  )
