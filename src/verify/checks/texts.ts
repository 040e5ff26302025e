import { readStatus, wasTaken } from '../../http/exchange.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import { controls, emptyTexts, texts as kinds } from '../../probes/texts.ts'
import { judgeCreated } from '../judge-trial.ts'
import { sendPlant } from '../send-ask.ts'
import type { Check, Trial } from '../trial.ts'
import { toCheck } from './try-probe.ts'

/** Makes a trial that repeats texts of a stored plant, since the answer must be about the new plant. */
const tryRepeated = (what: string, members: readonly ('name' | 'tag')[]): Trial => ({
  title: `a new plant whose ${what} already stored`,
  async run(session) {
    const first = createPlainPlant(session)
    const before = await sendPlant(session, first)
    if (!wasTaken(before)) return []
    const plant = createPlainPlant(session)
    for (const member of members) plant[member] = first[member] ?? plant.name
    if (!session.inside.allows(plant)) return []
    const after = await sendPlant(session, plant)
    const status = readStatus(after) ?? 0
    session.memory.hasUniqueTexts ||= status >= 400 && status < 500
    const expectation = { openRule: 'repeated-texts', title: this.title } as const
    return judgeCreated(session, after, plant, expectation).map((verdict) => ({
      ...verdict,
      exchanges: [before, after],
    }))
  },
})

/** Texts of every kind, which the service must return unchanged. */
export const texts: readonly Check[] = [
  ...kinds.map(toCheck),
  {
    rule: 'plant-echoes-tag',
    also: ['plant-echoes-name', 'refused-body-no-5xx', 'repeated-texts'],
    trials: () => [
      tryRepeated('name is', ['name']),
      tryRepeated('tag is', ['tag']),
      tryRepeated('name and tag are', ['name', 'tag']),
    ],
  },
  toCheck(emptyTexts),
  toCheck(controls),
]
