import { createMask } from '../../http/create-mask.ts'
import type { ValidatedExchange } from '../../prism/start-validation-proxy.ts'

export function maskFound(found: ValidatedExchange, secrets: readonly string[]): ValidatedExchange {
  const { violations, opinions, failure } = found
  // Most exchanges are right, and making a mask takes longer than looking.
  if (violations.length === 0 && (opinions ?? []).length === 0 && failure === undefined) return found
  const mask = createMask(secrets)
  return {
    ...found,
    violations: violations.map((one) => ({ ...one, place: mask(one.place), message: mask(one.message) })),
    ...(opinions && { opinions: opinions.map((one) => ({ ...one, message: mask(one.message) })) }),
    ...(failure !== undefined && { failure: mask(failure) }),
  }
}
