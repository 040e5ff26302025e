import { createLimitsCheck, type IdLimits, type Limits, type TextLimits } from '../contract/limits.ts'
import type { PlantMistake } from '../store/failures.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import { samples } from './learn-pattern.ts'
import type { Trigger } from './triggers.ts'
import { writeLetters } from './write-plain.ts'

/** A value of a member, by a title. */
type Candidate = readonly [title: string, toValue: (session: Session) => bigint | string]

const toIds = ({ minimum, maximum }: IdLimits): Candidate[] => [
  ...(minimum === undefined ? [] : [['an id that is too small', () => BigInt(minimum) - 1n] as const]),
  ...(maximum === undefined ? [] : [['an id that is too large', () => BigInt(maximum) + 1n] as const]),
]

function toTexts(member: 'name' | 'tag', { minLength = 0, maxLength = Infinity }: TextLimits): Candidate[] {
  const most = Math.min(maxLength, 100_000)
  const withSample = (sample: string): Candidate => [
    `a ${member} with ${JSON.stringify(sample)}`,
    (session) => sample + writeLetters(session, Math.max(minLength - [...sample].length, 1)),
  ]
  return [
    [`a ${member} that is too long`, (session) => writeLetters(session, most + 1)],
    [`a ${member} that is too short`, (session) => writeLetters(session, Math.max(minLength - 1, 0))],
    [`a ${member} of spaces`, () => ' '.repeat(Math.max(minLength, 1))],
    [`another ${member}`, (session) => writeLetters(session, Math.max(minLength, 1))],
    ...samples.map(withSample),
  ]
}

/** Makes triggers of plants outside of limits: two for each limit that a plain value can break alone. */
export function toOutside(session: Session, { id, name, tag }: Limits): Trigger[] {
  const members = [
    { member: 'id', limits: id ?? {}, candidates: toIds(id ?? {}) },
    { member: 'name', limits: name ?? {}, candidates: toTexts('name', name ?? {}) },
    { member: 'tag', limits: tag ?? {}, candidates: toTexts('tag', tag ?? {}) },
  ]
  return members.flatMap(({ member, limits, candidates }) =>
    Object.keys(limits).flatMap((keyword): Trigger[] => {
      const check = createLimitsCheck({ [member]: { [keyword]: limits[keyword as keyof typeof limits] } })
      const others = createLimitsCheck({ [member]: { ...limits, [keyword]: undefined } })
      const toPlant = (toValue: Candidate[1], from: Session) => ({
        ...createPlainPlant(from),
        [member]: toValue(from),
      })
      const found = candidates.find(([, toValue]) => {
        const plant = toPlant(toValue, session)
        return check(plant) !== undefined && others(plant) === undefined
      })
      if (found === undefined) return []
      const [title, toValue] = found
      return [title, `${title}, again`].map((own) => ({
        failure: 'invalid-plant',
        mistake: `${member}-${keyword}` as PlantMistake,
        title: own,
        toAsk: (from) => ({ body: writePlant(toPlant(toValue, from)) }),
      }))
    }),
  )
}
