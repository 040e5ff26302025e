import type { Resource } from '../../contract/contract.ts'
import { toSingular } from '../../contract/resources/names.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { describeValue } from '../../options/problems.ts'
import { Failure } from '../failure.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import type { EffectCall, EffectContext } from './context.ts'

const toNoun = ({ name }: Resource): string => toSingular(name.replace(/^.*\//, ''))

/** Makes the failure of a value that another record has. */
export function failTaken(call: EffectCall, property: string, value: unknown): Failure {
  const { effect } = call
  const detail = `a ${toNoun(effect.resource)} with the ${property} ${describeValue(value)} is already stored`
  const path = [...effect.requestPath, property]
  return new Failure('duplicate-key', detail, {
    problems: [{ in: 'body', at: `/${path.join('/')}`, path, keyword: 'key', detail }],
  })
}

/**
 * Fails if another record with the same owner has a value that only one may have.
 *
 * @param before the record that is changed, whose own values it may keep
 */
export function* checkUnique(
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
    const taken = changed.find(({ property, own }) => isSame(getAt(other.value, [property]), own))
    if (hasOwner && taken !== undefined && other.address !== before?.address)
      return failTaken(call, taken.property, taken.own)
  }
  return undefined
}

/** Fails if a record is in a state in which the description rejects the operation. */
export function checkState(call: EffectCall, record: StoredRecord): Failure | undefined {
  for (const [property, values] of Object.entries(call.effect.rejects)) {
    const own = getAt(record.value, [property])
    if (values.includes(own))
      return new Failure(
        'wrong-state',
        `the ${property} of this ${toNoun(call.effect.resource)} is ${describeValue(own)}`,
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
