import { suggestClosest } from '../options/closest.ts'
import { describeKnown, describeProblem, type Path, type Problem, showPath } from '../options/problems.ts'

/** What is known about a mistake: a problem of a value, or an error about an option. */
type Mistake = Problem & { problem?: string | undefined }

/** Shows the path into a value, as it follows the name of the value. */
export const showMembers = (path: Path): string => showPath(['x', ...path]).slice(1)

/** Shows the path into the value of a flag, whose items are given one by one. */
export const shorten = (path: Path): string => showMembers(path.slice(typeof path[0] === 'number' ? 1 : 0))

/**
 * Describes a mistake, with the closest known name or word if one is close.
 *
 * @param name the name of the wrong value, as the user knows it
 * @param kind what the name names, if it is unknown
 */
export function describeMistake(mistake: Mistake, name: string, kind = 'property'): string {
  const { path, known = [], got, problem = describeProblem(mistake) } = mistake
  const words = known.map(String)
  const word = problem === undefined ? path.at(-1) : got
  const hint = typeof word === 'string' ? suggestClosest(word, words) : ''
  if (problem !== undefined) return `${name} ${problem}${hint}`
  return `there is no ${kind} ${name}${hint || describeKnown(kind, words)}`
}
