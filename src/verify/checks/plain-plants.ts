import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import type { Check } from '../trial.ts'
import { tryCreated } from './trials.ts'

/** How many plain plants to send, to distinguish an intermittent mistake from a permanent one. */
const rounds = 6

/** Converts all letters to lower case: the service itself may capitalize the first one. */
const inSmallLetters = ({ id, name, tag }: SentPlant): SentPlant => ({
  id,
  name: name.toLowerCase(),
  ...(tag !== undefined && { tag: tag.toLowerCase() }),
})

/** Plants without anything unusual, one after another: a failure here affects all requests. */
export const plainPlants: Check = {
  rule: 'created-is-200',
  trials: () =>
    Array.from({ length: rounds }, (_, round) => {
      const hasTag = round % 2 === 0
      const title = hasTag ? 'a plain plant' : 'a plain plant without a tag'
      const kind = 'plain'
      if (round < 3)
        return { ...tryCreated(title, {}, (session) => createPlainPlant(session, { hasTag })), kind }
      const inSmall = tryCreated(`${title}, in lower case`, { openRule: 'text-limits' }, (session) =>
        inSmallLetters(createPlainPlant(session, { hasTag })),
      )
      return { ...inSmall, kind }
    }),
}
