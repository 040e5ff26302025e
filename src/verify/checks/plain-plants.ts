import { createPlainPlant } from '../create-request.ts'
import type { Check, SentPlant } from '../trial.ts'
import { tryCreated } from './trials.ts'

/** How often a plain plant is sent, so that a mistake that comes and goes is told from one that stays. */
const rounds = 6

/** Makes all letters small: a first capital may be the work of the service. */
const inSmallLetters = ({ id, name, tag }: SentPlant): SentPlant => ({
  id,
  name: name.toLowerCase(),
  ...(tag !== undefined && { tag: tag.toLowerCase() }),
})

/** Plants without anything odd, one after the other: what breaks here is broken for all. */
export const plainPlants: Check = {
  rule: 'created-is-200',
  trials: () =>
    Array.from({ length: rounds }, (_, round) => {
      const hasTag = round % 2 === 0
      const title = hasTag ? 'a plain plant' : 'a plain plant without a tag'
      const kind = 'plain'
      if (round < 3)
        return { ...tryCreated(title, {}, (session) => createPlainPlant(session, { hasTag })), kind }
      const inSmall = tryCreated(`${title}, in small letters`, { openRule: 'text-limits' }, (session) =>
        inSmallLetters(createPlainPlant(session, { hasTag })),
      )
      return { ...inSmall, kind }
    }),
}
