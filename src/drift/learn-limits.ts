import type { Limits } from '../contract/generated/limits.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import { parseExactJson } from '../json/exact-json.ts'
import type { Session } from '../verify/trial.ts'
import { learnIds } from './learn-ids.ts'
import { learnTexts } from './learn-texts.ts'
import type { LimitFinder } from './limit-finder.ts'
import { limitedMembers } from './outside.ts'
import type { Lesson } from './write-configuration.ts'
import { writePlain } from './write-plain.ts'

/** Learns the limits of ids, names and tags that aren't declared. */
export async function learnLimits(
  session: Session,
  declared: Limits,
  maxBody: number,
  finder: LimitFinder,
): Promise<Lesson[]> {
  const found = await Promise.all([
    declared.id ? undefined : learnIds(session, finder),
    declared.name ? undefined : learnTexts(session, 'name', maxBody, finder),
    declared.tag ? undefined : learnTexts(session, 'tag', maxBody, finder),
  ])
  return limitedMembers.flatMap((member, index): Lesson[] => {
    const path = ['limits', member]
    const own = declared[member]
    if (own !== undefined) return [{ path, value: own, by: 'declared for this run' }]
    const shown = found[index]
    if (shown === undefined) return []
    const check = createLimitsCheck({ [member]: shown.value })
    const isAllowed = (body: string): boolean =>
      check(parseExactJson(body) as Parameters<typeof check>[0]) === undefined
    if ([writePlain(session), ...finder.accepted].every(isAllowed)) return [{ path, ...shown }]
    finder.cannot(`the limits of ${member}: no rule fits all answers (${shown.by})`)
    return []
  })
}
