import type { Limits } from '../contract/limits.ts'
import type { Session } from '../verify/trial.ts'
import { learnIds } from './learn-ids.ts'
import { learnTexts } from './learn-texts.ts'
import type { Probe } from './probe.ts'
import type { Lesson } from './write-configuration.ts'

/** Learns the limits of ids, names and tags that aren't declared. */
export async function learnLimits(
  session: Session,
  declared: Limits,
  maxBody: number,
  probe: Probe,
): Promise<Lesson[]> {
  const found = await Promise.all([
    declared.id ? undefined : learnIds(session, probe),
    declared.name ? undefined : learnTexts(session, 'name', maxBody, probe),
    declared.tag ? undefined : learnTexts(session, 'tag', maxBody, probe),
  ])
  return (['id', 'name', 'tag'] as const).flatMap((member, index): Lesson[] => {
    const own = declared[member]
    const shown = own ? { value: own, by: 'declared for this run' } : found[index]
    return shown === undefined ? [] : [{ path: ['limits', member], ...shown }]
  })
}
