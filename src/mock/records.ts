import type { AnyApi, Contract, Resource, ResourceEffect, SchemaProblem } from '../contract/contract.ts'
import { getAt } from '../json/at-path.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeProblems, describeValue, type Path } from '../options/problems.ts'
import type { Awaitable } from './awaitable.ts'
import { findUnknown } from './checks/find-unknown.ts'
import { type EffectContext, toAddress } from './effects/context.ts'
import { learnKeys, makeKey } from './effects/make-key.ts'
import { removeRecord } from './effects/remove-record.ts'
import { runSteps, type Steps, wait } from './steps.ts'
import type { StoredRecord } from './storage/mock-storage.ts'
import type { RecordOf, ResourceName, SeedOf } from './types.ts'

/** The keys of the records that a record belongs to, outermost first. */
type Owners = readonly (string | number | bigint)[]

/** The records of one resource, for tests; `Given` is what one is made of. */
export interface Records<Value = AnyApi, Given = unknown> {
  readonly name: string
  /** Lists all values or one page, in the order in which they were first stored. */
  list(page?: { offset?: number; limit?: number }): Awaitable<Value[]>
  /** The record with a key. If records of several owners have it, `owners` says whose; otherwise it throws an {@link OptionsError}. */
  get(key: string | number | bigint, owners?: Owners): Awaitable<Value | undefined>
  /** Stores a record, which replaces the one with the same key; a missing key is made. Returns what it stored. Throws an {@link OptionsError} if it isn't valid. */
  put(value: Given, owners?: Owners): Awaitable<Value>
  /** Removes a record; says whether it was there. */
  remove(key: string | number | bigint, owners?: Owners): Awaitable<boolean>
  count(): Awaitable<number>
  /** Replaces all records. */
  replaceAll(values: readonly Given[], owners?: Owners): Awaitable<void>
}

/** Gives the records of a resource. Throws an {@link OptionsError} if there is no such resource. */
export type GetRecords<Api = AnyApi> = <Name extends ResourceName<Api>>(
  name: Name,
) => Records<RecordOf<Api, Name>, SeedOf<Api, Name>>

/** The records of one resource, for a mock whose options change. */
export interface KeptRecords extends Records<unknown> {
  /** Throws an {@link OptionsError} if one of the values is no record, or has the key of another one. */
  checkAll(values: readonly unknown[], path: Path): void
  /** Makes the records of a seed, as they are stored. */
  toRecords(values: readonly unknown[]): StoredRecord[]
  /** Stores the records of a seed whose keys aren't stored. */
  addMissing(values: readonly unknown[]): Steps<void>
  /** Stores the new and changed records of a seed that replaces another one; a record that somebody else changed stays. */
  reseed(earlier: readonly unknown[], values: readonly unknown[]): Steps<void>
  /** Keeps only the records that this resource can have, of those that another description left. */
  keepFitting(): Steps<void>
}

/** Lists how the records of a resource are nested. */
const findScope = (contract: Contract, resource: Resource): ResourceEffect['scope'] =>
  contract.operations
    .map(({ effect }) => effect)
    .filter((effect): effect is ResourceEffect => effect.kind !== 'none' && effect.resource === resource)
    .map(({ scope }) => scope)
    .sort((one, other) => other.length - one.length)[0] ?? []

/** Makes what gives tests access to the records of a resource. */
export function createRecords(resource: Resource, context: EffectContext): KeptRecords {
  const { name, key: described, schema } = resource
  const storage = context.storage.resource(name)
  const nesting = findScope(context.contract, resource)

  /** Finds what is wrong with the values of a record; one that lacks something is still useful. */
  const findWrong = (value: unknown): readonly SchemaProblem[] =>
    schema.check(value).filter(({ keyword }) => keyword !== 'required' && keyword !== 'writeOnly')

  /** Also finds properties that no response would show. */
  function findProblems(value: unknown): readonly SchemaProblem[] {
    const wrong = findWrong(value)
    return wrong.length > 0 ? wrong : findUnknown(schema, value)
  }

  const getKey = (value: unknown): unknown =>
    described.property === '' ? undefined : getAt(value, [described.property])

  const isFitting = ({ address, key, scope, value }: StoredRecord): boolean =>
    address === toAddress(resource, scope, String(getKey(value) ?? key)) && findWrong(value).length === 0

  function toScope(value: unknown, owners: Owners = []): Record<string, string> {
    return Object.fromEntries(
      nesting.flatMap(({ name: own, parameter, property }, index) => {
        const owner = owners[index] ?? getAt(value, [property ?? parameter]) ?? getAt(value, [parameter])
        return owner === undefined ? [] : [[own, String(owner)]]
      }),
    )
  }

  function check(value: unknown, path: Path = []): asserts value is object {
    const problems = findProblems(value)
    if (isObject(value) && problems.length === 0) return
    const reason = isObject(value)
      ? describeProblems(problems, { whole: 'the record' })
      : `it must be an object, got ${describeValue(value)}`
    const problem = `is no record of ${name}: ${reason}`
    throw new OptionsError(problem, path, undefined, path.length === 0 ? `the value ${problem}` : undefined)
  }

  /** Makes a key that is none of those that other records of a list have. */
  function makeFreeKey(count: number, given: ReadonlySet<string>): unknown {
    for (let attempt = 0; ; attempt++) {
      const key = makeKey(resource, count, attempt, context)
      if (!given.has(String(key)) || attempt > given.size) return key
    }
  }

  function toRecord(
    value: unknown,
    owners: Owners | undefined,
    count: number,
    given: ReadonlySet<string> = new Set(),
  ): StoredRecord {
    check(value)
    const key = resource.isSingle ? '' : (getKey(value) ?? makeFreeKey(count, given))
    // A copy, so that who passed it can't change what is stored.
    const copy = structuredClone(value)
    const whole =
      described.property === '' || resource.isSingle ? copy : { ...copy, [described.property]: key }
    const scope = toScope(value, owners)
    return { address: toAddress(resource, scope, String(key)), key: String(key), scope, value: whole }
  }

  /** Finds the address of a record; without owners, that of the only record with its key. */
  function* find(key: string | number | bigint, owners?: Owners): Steps<string> {
    const address = toAddress(resource, toScope({}, owners), String(key))
    if (owners !== undefined || resource.scope.length === 0) return address
    const found = (yield* wait(storage.list())).filter((record) => record.key === String(key))
    if (found.length < 2) return found[0]?.address ?? address
    throw new OptionsError(
      `${found.length} records of ${name} have the key ${describeValue(String(key))}; pass the keys of its owners, such as [${nesting.map((one) => one.name).join(', ')}]`,
    )
  }

  function toRecords(values: readonly unknown[], owners?: Owners): StoredRecord[] {
    const given = new Set(values.flatMap((value) => getKey(value) ?? []).map(String))
    const places = new Map<string, number>()
    const records = values.map((value, index) => {
      const record = toRecord(value, owners, index, given)
      const earlier = places.get(record.address)
      if (earlier !== undefined)
        throw new OptionsError(`has the same key as ${name}[${earlier}]`, [name, index])
      places.set(record.address, index)
      return record
    })
    // What the storage has decides which keys are made next.
    context.lastKeys.delete(name)
    return records
  }

  /** Takes steps once the seed is stored. */
  function runReady<Result>(steps: () => Steps<Result>): Awaitable<Result> {
    return runSteps(
      (function* () {
        yield* wait(context.ready())
        return yield* steps()
      })(),
    )
  }

  return {
    name,
    checkAll(values, path) {
      const places = new Map<string, number>()
      for (const [index, value] of values.entries()) {
        check(value, [...path, index])
        const key = getKey(value)
        if (key === undefined) continue
        const address = toAddress(resource, toScope(value), String(key))
        const earlier = places.get(address)
        if (earlier !== undefined)
          throw new OptionsError(`has the same key as ${name}[${earlier}]`, [...path, index])
        places.set(address, index)
      }
    },
    toRecords: (values) => toRecords(values),
    *addMissing(values) {
      let missing = toRecords(values)
      // Another process can take the next key at any time, so this asks until none is taken.
      while (missing.length > 0) {
        const taken = new Set(yield* wait(storage.insert(missing)))
        missing = taken.size === 0 ? [] : missing.filter(({ address }) => !taken.has(address))
      }
    },
    *reseed(earlier, values) {
      const known = new Set(earlier.map((value) => stringifyExactJson(value)))
      const isKnown = (value: unknown): boolean => known.has(stringifyExactJson(value))
      for (const value of values.filter((one) => !isKnown(one))) {
        const record = toRecord(value, undefined, yield* learnKeys(resource, context))
        const stored = yield* wait(storage.get(record.address))
        if (stored === undefined || isKnown(stored.value)) yield* wait(storage.put(record))
      }
    },
    *keepFitting() {
      const stored = yield* wait(storage.list())
      // One by one, so that a record that is stored meanwhile stays.
      for (const { address } of stored.filter((one) => !isFitting(one))) yield* wait(storage.remove(address))
    },
    list: ({ offset, limit } = {}) =>
      runReady(function* () {
        return (yield* wait(storage.list(offset, limit))).map(({ value }) => structuredClone(value))
      }),
    get: (key, owners) =>
      runReady(function* () {
        return structuredClone((yield* wait(storage.get(yield* find(key, owners))))?.value)
      }),
    put: (value, owners) =>
      runReady(function* () {
        const record = toRecord(value, owners, yield* learnKeys(resource, context))
        yield* wait(storage.put(record))
        context.onChange()
        return structuredClone(record.value)
      }),
    remove: (key, owners) =>
      runReady(function* () {
        const address = yield* find(key, owners)
        const isRemoved = yield* removeRecord(resource, { address, key: String(key) }, context)
        if (isRemoved) context.onChange()
        return isRemoved
      }),
    count: () => runReady(() => wait(storage.count())),
    replaceAll: (values, owners) =>
      runReady(function* () {
        yield* wait(storage.replaceAll(toRecords(values, owners)))
        context.onChange()
      }),
  }
}
