import { parseExactPlant } from '../../contract/exact-plant.ts'
import { newPlantMembers } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { isContainer } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'

/** The members of a body that the schema names, valid or not; a value that is not a scalar is replaced by its kind. */
export type SentMembers = Readonly<Partial<Record<keyof NewPlant, unknown>>>

/** A nested value could be very large, and no pattern can match it. */
const toScalar = (value: unknown): unknown => (isContainer(value) ? describeValue(value) : value)

/** Picks the members of a body that was parsed. */
export const pickSentMembers = (value: unknown, names: readonly string[] = newPlantMembers): SentMembers =>
  Object.fromEntries(names.map((name) => [name, toScalar(Object(value)[name])]))

/** Parses the members of a body that the schema names, or all of them, valid or not; there are none if it isn't JSON. */
export function parseSentMembers(body: string, isWhole = false): SentMembers {
  try {
    const value = parseExactPlant(body)
    return pickSentMembers(value, isWhole ? Object.keys(Object(value)) : undefined)
  } catch {
    return {}
  }
}
