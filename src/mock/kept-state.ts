import { createNumbers } from '../json/random.ts'
import { type EffectContext, stateName } from './effects/context.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import type { IssuedTokens } from './issue-tokens.ts'
import { createQueue } from './queue.ts'
import type { MockStorage } from './storage/mock-storage.ts'

/** What stays when the options of a mock change. */
export interface KeptState
  extends Pick<EffectContext, 'storage' | 'ready' | 'random' | 'lastKeys' | 'state' | 'queue' | 'onChange'> {
  idempotency: Idempotency
  issued: IssuedTokens
  /** Forgets issued tokens, made keys, and responses to idempotency keys, and starts the random numbers again. */
  restart(): void
}

/**
 * Makes what stays when the options of a mock change.
 *
 * @param ready gives a promise while the seed is being stored
 * @param onChange called after code has changed records
 */
export function createKeptState(
  storage: MockStorage,
  randomSeed: number,
  ready: EffectContext['ready'],
  onChange: () => void,
  issued: IssuedTokens,
): KeptState {
  const idempotency = createIdempotency()
  const lastKeys: EffectContext['lastKeys'] = new Map()
  let random = createNumbers(randomSeed)
  return {
    storage,
    ready,
    onChange,
    lastKeys,
    idempotency,
    issued,
    queue: createQueue(),
    state: storage.resource(stateName),
    random: () => random(),
    restart() {
      idempotency.clear()
      issued.clear()
      lastKeys.clear()
      random = createNumbers(randomSeed)
    },
  }
}
