import type { Contract, Resource, ResourceEffect } from '../contract/contract.ts'
import { isObject } from '../options/is-object.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeProblems } from '../options/problems.ts'
import type { Awaitable } from '../store/awaitable.ts'
import { type EffectContext, toAddress } from './effects/context.ts'
import { learnKeys, makeKey } from './effects/make-key.ts'
import { removeRecord } from './effects/remove-record.ts'
import { getAt } from './responses/place.ts'
import { run, type Steps, wait } from './steps.ts'
import type { StoredRecord } from './storage/mock-storage.ts'

/** The keys of the records that a record belongs to, outermost first. */
type Owners = readonly (string | number | bigint)[]

/** The records of one resource, for tests. */
export interface Records {
  readonly name: string
  /** All values in the order in which they were first stored. */
  list(): Awaitable<unknown[]>
  /** The record with a key, of certain owners if the resource has a parent. */
  get(key: string | number | bigint, owners?: Owners): Awaitable<unknown>
  /** Stores a record, which replaces the one with the same key; a missing key is made. Returns what it stored. Throws an {@link OptionsError} if it isn't valid. */
  put(value: unknown, owners?: Owners): Awaitable<unknown>
  /** Removes a record; says whether it was there. */
  remove(key: string | number | bigint, owners?: Owners): Awaitable<boolean>
  count(): Awaitable<number>
  /** Replaces all records. */
  replaceAll(values: readonly unknown[], owners?: Owners): Awaitable<void>
}

/** Lists how the records of a resource are nested. */
const findScope = (contract: Contract, resource: Resource): ResourceEffect['scope'] =>
  contract.operations
    .map(({ effect }) => effect)
    .filter((effect): effect is ResourceEffect => effect.kind !== 'none' && effect.resource === resource)
    .map(({ scope }) => scope)
    .sort((one, other) => other.length - one.length)[0] ?? []

/** Makes the records of values that come from a developer, not from a client. */
export interface RecordMaker {
  /** @param count how many records there are before it, for a made key. @throws {OptionsError} if it isn't valid */
  toRecord(value: unknown, owners: Owners | undefined, count: number): StoredRecord
  toAddress(key: string | number | bigint, owners?: Owners): string
}

/** Makes what converts values to records of a resource. */
export function createRecordMaker(resource: Resource, context: EffectContext): RecordMaker {
  const { name, key: described, schema } = resource
  const nesting = findScope(context.contract, resource)

  function toScope(value: unknown, owners: Owners = []): Record<string, string> {
    return Object.fromEntries(
      nesting.flatMap(({ name: own, parameter, property }, index) => {
        const owner = owners[index] ?? getAt(value, [property ?? parameter]) ?? getAt(value, [parameter])
        return owner === undefined ? [] : [[own, String(owner)]]
      }),
    )
  }

  return {
    toRecord(value, owners, count) {
      if (!isObject(value)) throw new OptionsError(`a record of ${name} must be an object`)
      const own = described.property === '' ? undefined : getAt(value, [described.property])
      const key = resource.isSingle ? '' : (own ?? makeKey(resource, count, 0, context))
      const whole =
        described.property === '' || resource.isSingle ? value : { ...value, [described.property]: key }
      const problems = schema
        .check(whole)
        .filter(({ keyword }) => keyword !== 'required' && keyword !== 'writeOnly')
      if (problems.length > 0)
        throw new OptionsError(
          `is no record of ${name}: ${describeProblems(problems, { whole: 'the record' })}`,
        )
      const scope = toScope(value, owners)
      return { address: toAddress(resource, scope, String(key)), key: String(key), scope, value: whole }
    },
    toAddress: (key, owners) => toAddress(resource, toScope({}, owners), String(key)),
  }
}

/** Makes what gives tests access to the records of a resource. */
export function createRecords(resource: Resource, context: EffectContext): Records {
  const { name } = resource
  const storage = context.storage.resource(name)
  const { toRecord, toAddress: find } = createRecordMaker(resource, context)

  /** Takes steps once the seed is stored. */
  function* start<Result>(steps: () => Steps<Result>): Steps<Result> {
    yield* wait(context.ready())
    return yield* steps()
  }
  const runReady = <Result>(steps: () => Steps<Result>): Awaitable<Result> => run(start(steps))

  return {
    name,
    list: () =>
      runReady(function* () {
        return (yield* wait(storage.list())).map(({ value }) => value)
      }),
    get: (key, owners) =>
      runReady(function* () {
        return (yield* wait(storage.get(find(key, owners))))?.value
      }),
    put: (value, owners) =>
      runReady(function* () {
        const record = toRecord(value, owners, yield* learnKeys(resource, context))
        yield* wait(storage.put(record))
        return record.value
      }),
    remove: (key, owners) =>
      runReady(() => removeRecord(resource, { address: find(key, owners), key: String(key) }, context)),
    count: () => runReady(() => wait(storage.count())),
    replaceAll: (values, owners) =>
      runReady(() => wait(storage.replaceAll(values.map((value, at) => toRecord(value, owners, at))))),
  }
}
