import { parseExactMembers } from '../contract/exact-json.ts'
import { newPlantMembers } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'

/** The members of a body that the schema names, valid or not; a value that is not a scalar is replaced by its kind. */
export type SentMembers = Readonly<Partial<Record<keyof NewPlant, unknown>>>

const none: SentMembers = Object.freeze({})

/** A nested value could be very large, and no pattern can match it. */
const toScalar = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? describeValue(value) : value

/** Picks the members of a parsed body that the schema names. */
export function pickSentMembers(body: unknown): SentMembers {
  if (typeof body !== 'object' || body === null) return none
  const sent = newPlantMembers.filter((name) => Object.hasOwn(body, name))
  return Object.fromEntries(sent.map((name) => [name, toScalar((body as SentMembers)[name])]))
}

/** Parses the members of a body that was refused unread; returns none if it isn't JSON. */
export function parseSentMembers(text: string): SentMembers {
  if (!text.includes('{')) return none
  try {
    return pickSentMembers(parseExactMembers(text, newPlantMembers))
  } catch {
    return none
  }
}
