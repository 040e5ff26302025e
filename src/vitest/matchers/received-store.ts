import { describeValue } from '../../contract/problems.ts'
import type { NearMiss } from '../../store/journal.ts'
import type { PlantStore } from '../../store/plant-store.ts'
import { createReceiverError, type MatcherContext, showText } from './matcher.ts'

/**
 * Takes what a matcher was called on for a store.
 *
 * @throws {TypeError} where it is none
 */
export function toStore(context: MatcherContext, name: string, received: unknown): PlantStore {
  const store = received as Partial<PlantStore> | null | undefined
  if (typeof store?.requests?.nearest === 'function') return store as PlantStore
  throw createReceiverError(context, name, 'The received value must be a plant store.', received)
}

/** Says which request came nearest and how it differs, a line for each member. */
export function describeNearest([nearest]: readonly NearMiss[]): string[] {
  if (nearest === undefined) return []
  const { request, answer } = nearest.request
  return [
    `Nearest: ${request.method} ${request.path} ${showText(request.body)} answered with ${answer.status}`,
    ...nearest.differences.map(
      ({ member, expected, received }) =>
        `  ${member}: expected ${describeValue(expected)}, received ${describeValue(received)}`,
    ),
  ]
}
