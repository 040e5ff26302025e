import { validateNewPlant } from '../contract/validators.ts'
import { matchSchema } from './match-schema.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/** Checks that a value is a NewPlant (docs/specification.md, section 2); an id that a number can't hold must be a bigint. */
export function toBeNewPlant(this: MatcherContext, received: unknown): MatcherResult {
  return matchSchema(this, 'toBeNewPlant', 'a NewPlant', validateNewPlant, received)
}
