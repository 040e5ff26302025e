import { getAt } from '../../json/at-path.ts'
import { Failure } from '../failure.ts'
import { type Steps, wait } from '../steps.ts'
import { checkStorable, failTaken } from './check-conflict.ts'
import type { EffectCall, EffectContext, Outcome } from './context.ts'
import { learnKeys, makeKey } from './make-key.ts'
import { makeRecord, readSent } from './make-record.ts'

/** After so many taken keys, there may be no other one. */
const maxAttempts = 1000

/** Stores a new record, with the key of the client or a made one. */
export function* create(call: EffectCall, context: EffectContext): Steps<Outcome | Failure> {
  const { effect, records } = call
  const { resource } = effect
  const { property } = resource.key
  const sent = readSent(call)
  const own = property === '' ? undefined : getAt(sent, [property])
  const kept = effect.responsePath?.length === 0 ? call.tokens : {}
  const hasRules = resource.unique.length + effect.ordered.length + effect.references.length > 0
  const wrong = hasRules ? yield* checkStorable(call, sent, undefined, context) : undefined
  if (wrong !== undefined) return wrong
  if (own !== undefined && own !== null) {
    const record = makeRecord(call, sent, own, kept, true, context)
    if (context.onDuplicate === 'replace') {
      const isNew = (yield* wait(records.get(record.address))) === undefined
      yield* wait(records.put(record))
      return { kind: 'record', record, isNew }
    }
    const inserted = records.insert([record])
    const existing = Array.isArray(inserted) ? inserted : yield* wait(inserted)
    if (existing.length === 0) return { kind: 'record', record, isNew: true }
    if (context.onDuplicate === 'keep') {
      // Somebody else may have removed it meanwhile.
      const stored = (yield* wait(records.get(record.address))) ?? record
      return { kind: 'record', record: stored, isNew: false }
    }
    return failTaken(call, property, own)
  }
  let count = yield* learnKeys(resource, context)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const key = makeKey(resource, count, attempt, context)
    const record = makeRecord(call, sent, key, kept, true, context)
    if ((yield* wait(records.insert([record]))).length === 0) return { kind: 'record', record, isNew: true }
    if (attempt === 0) count = yield* learnKeys(resource, context, true)
  }
  return new Failure('duplicate-key', `all keys of ${resource.name} are taken`)
}
