import type { Failure } from '../failure.ts'
import type { Steps } from '../steps.ts'
import { merge, read, remove, replace } from './change.ts'
import type { EffectCall, EffectContext, Outcome } from './context.ts'
import { create } from './create.ts'
import { list } from './list.ts'

const effects: Readonly<
  Record<
    EffectCall['effect']['kind'],
    (call: EffectCall, context: EffectContext) => Steps<Outcome | Failure | undefined>
  >
> = { create, read, list, replace, merge, remove }

/** Does what an operation does to its resource; undefined if somebody else has changed the record meanwhile, so that it has to begin anew. */
export const applyEffect = (call: EffectCall, context: EffectContext): Steps<Outcome | Failure | undefined> =>
  effects[call.effect.kind](call, context)
