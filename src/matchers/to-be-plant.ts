import { validatePlant } from '../contract/validators.ts'
import { matchSchema } from './match-schema.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/** Checks that a value is a Plant (docs/specification.md, section 2). */
export function toBePlant(this: MatcherContext, received: unknown): MatcherResult {
  return matchSchema(this, 'toBePlant', 'a Plant', validatePlant, received)
}
