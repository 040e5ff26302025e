import type { Direction, SchemaProblem } from './contract.ts'
import type { Description, Place } from './description.ts'
export function createMakeExample(
  _description: Description,
  _direction: Direction,
  _findProblems: (place: Place, value: unknown) => SchemaProblem[],
): (place: Place, seed?: number) => unknown {
  return () => null
}
