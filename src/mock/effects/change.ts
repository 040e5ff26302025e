import type { Resource } from '../../contract/contract.ts'
import { isBelow } from '../../contract/resources/is-below.ts'
import { getAt } from '../../json/at-path.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { joinProblems, toBodyProblems } from '../checks/to-problems.ts'
import { Failure } from '../failure.ts'
import { type Steps, wait } from '../steps.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import { checkState, checkStorable, failKept } from './check-conflict.ts'
import type { EffectCall, EffectContext, Outcome } from './context.ts'
import { create } from './create.ts'
import { failUnknown, findByKey, findRecord, readKey } from './find-record.ts'
import { applyJsonPatch, PatchError } from './json-patch.ts'
import { keepOwn, makeRecord, readSent } from './make-record.ts'
import { mergePatch } from './merge-patch.ts'
import { removeRecord } from './remove-record.ts'

/** Returns the key of the record in the type that the record has it in. */
function toTypedKey({ effect, parameters }: EffectCall, record: StoredRecord | undefined): unknown {
  const { property, schema } = effect.resource.key
  const stored = record && getAt(record.value, [property])
  if (stored !== undefined) return stored
  const own = effect.keyParameter && parameters.path[effect.keyParameter]
  return schema.check(own).length === 0 ? own : String(own)
}

/** Stores what becomes of a record; says whether nobody else has changed it meanwhile. */
function* swap({ records }: EffectCall, record: StoredRecord, before: StoredRecord): Steps<boolean> {
  if (records.swap !== undefined) return yield* wait(records.swap(record, before))
  yield* wait(records.put(record))
  return true
}

/** Replaces a record, or creates it if the operation does. */
export function* replace(call: EffectCall, context: EffectContext): Steps<Outcome | Failure | undefined> {
  const { effect, records } = call
  const { resource, keyParameter } = effect
  const sent = readSent(call)
  let key = readKey(call)
  let typed: unknown
  if (keyParameter === undefined && !resource.isSingle) {
    // Requests may have a readOnly key, since it says which record they mean.
    typed = getAt(call.body, [...effect.requestPath, resource.key.property])
    if (typed === undefined || typed === null) return yield* create(call, context)
    key = String(typed)
  }
  const record = yield* findByKey(call, key, context)
  if (record === undefined && !effect.creates)
    return failUnknown(resource, keyParameter ?? resource.key.property, key)
  const conflict =
    (record && checkState(effect, resource, record)) ?? (yield* checkStorable(call, sent, record, context))
  if (conflict !== undefined) return conflict
  typed ??= resource.isSingle ? '' : toTypedKey(call, record)
  const kept = record === undefined ? {} : keepOwn(call, record.value, sent)
  const next = makeRecord(call, sent, typed, kept, record === undefined, context)
  if (record === undefined) {
    yield* wait(records.put(next))
    return { kind: 'record', record: next, isNew: true }
  }
  const replaced = { ...next, address: record.address, scope: record.scope }
  return (yield* swap(call, replaced, record))
    ? { kind: 'record', record: replaced, isNew: false }
    : undefined
}

const jsonPatch = 'application/json-patch+json'

function patch(call: EffectCall, value: unknown): unknown {
  const { effect, media, body } = call
  if (media?.name === jsonPatch) return applyJsonPatch(value, body)
  const { schema } = effect.resource
  const sent = readSent(call, true)
  if (effect.sets !== undefined) {
    // What else is passed to an action isn't a part of the record.
    const known = isObject(sent) ? Object.entries(sent).filter(([name]) => schema.at(name) !== undefined) : []
    return mergePatch(value, Object.fromEntries(known), schema)
  }
  return mergePatch(value, sent, schema, media?.name === 'application/merge-patch+json')
}

/** Changes a part of a record. */
export function* merge(call: EffectCall, context: EffectContext): Steps<Outcome | Failure | undefined> {
  const { effect, media } = call
  const { resource } = effect
  const found = yield* findRecord(call, context)
  if (found instanceof Failure) return found
  const conflict = checkState(call.effect, resource, found)
  if (conflict !== undefined) return conflict
  let value: unknown
  try {
    value = patch(call, found.value)
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    const problem = {
      in: 'body',
      at: error.at,
      path: [Number(error.at.slice(1))],
      keyword: 'patch',
      detail: error.message,
    } as const
    return new Failure('invalid-body', `${error.at || 'the body'}: ${error.message}`, { problems: [problem] })
  }
  // The body matched its own schema; what may be wrong is what the patch has removed.
  const isPatch = media?.name === jsonPatch
  const before = new Set(resource.schema.check(found.value).map(({ path }) => JSON.stringify(path)))
  const wrong = resource.schema
    .check(value)
    .filter(
      ({ path, keyword }) =>
        (isPatch ? keyword !== 'writeOnly' : keyword === 'required') && !before.has(JSON.stringify(path)),
    )
  if (wrong.length > 0) {
    const problems = toBodyProblems(wrong)
    return new Failure('invalid-body', `the changed record would be invalid: ${joinProblems(problems)}`, {
      problems,
    })
  }
  const taken = yield* checkStorable(call, value, found, context)
  if (taken !== undefined) return taken
  const typed = resource.isSingle ? '' : (getAt(found.value, [resource.key.property]) ?? found.key)
  const kept = { ...keepOwn(call, found.value, value), ...effect.sets }
  const next = makeRecord(call, value, typed, kept, false, context)
  const record = { ...next, address: found.address, key: found.key, scope: found.scope }
  return (yield* swap(call, record, found)) ? { kind: 'record', record, isNew: false } : undefined
}

/** Removes a record, and the records that belong to it. */
export function* remove(call: EffectCall, context: EffectContext): Steps<Outcome | Failure> {
  const { effect } = call
  const found = yield* findRecord(call, context)
  if (found instanceof Failure) return found
  const conflict = checkState(effect, effect.resource, found)
  if (conflict !== undefined) return conflict
  for (const { resource, property } of effect.keepers) {
    const [kept] = yield* listOwned(resource, property, found, call, context)
    if (kept !== undefined) return failKept(call, resource, kept)
  }
  if (!(yield* removeRecord(effect.resource, found, context)))
    return failUnknown(effect.resource, effect.keyParameter ?? 'key', describeValue(found.key))
  for (const child of context.contract.resources.filter((one) => isBelow(one, effect.resource)))
    for (const record of yield* listOwned(child, undefined, found, call, context))
      yield* removeRecord(child, record, context)
  return { kind: 'removed', record: found }
}

/** Lists the records that belong to another one by their path, or refer to it by a property. */
function* listOwned(
  resource: Resource,
  property: string | undefined,
  { scope, key }: StoredRecord,
  { effect }: EffectCall,
  { storage }: EffectContext,
): Steps<StoredRecord[]> {
  const owner = [...effect.resource.scope.map((name) => scope[name] ?? ''), key]
  const all = yield* wait(storage.resource(resource.name).list())
  return all.filter((record) => {
    if (property !== undefined) return String(getAt(record.value, [property])) === key
    const own = Object.values(record.scope)
    return owner.every((one, index) => own[index] === one)
  })
}

/** Reads a record. */
export function* read(call: EffectCall, context: EffectContext): Steps<Outcome | Failure> {
  const found = yield* findRecord(call, context)
  return found instanceof Failure ? found : { kind: 'record', record: found, isNew: false }
}
