import { createPlainPlant } from '../create-request.ts'
import type { Check } from '../trial.ts'
import { tryCreated } from './trials.ts'

/** How often a plain plant is sent, so that a mistake that comes and goes is told from one that stays. */
const rounds = 6

/** Plants without anything odd, one after the other: what breaks here is broken for all. */
export const plainPlants: Check = {
  rule: 'created-is-200',
  trials: () =>
    Array.from({ length: rounds }, (_, round) => {
      const hasTag = round % 2 === 0
      return tryCreated(hasTag ? 'a plain plant' : 'a plain plant without a tag', {}, (session) =>
        createPlainPlant(session, { hasTag }),
      )
    }),
}
