import { validateError } from '../contract/validators.ts'
import { matchSchema } from './match-schema.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/** Checks that a value is an Error (docs/specification.md, section 2). */
export function toBeApiError(this: MatcherContext, received: unknown): MatcherResult {
  return matchSchema(this, 'toBeApiError', 'an Error', validateError, received)
}
