import { OptionsError } from './options-error.ts'
import { describeValue, type Path } from './problems.ts'

/** A longer list hides the rest of a message. */
const maxListed = 8

/**
 * Checks that a description has what a name means; a misspelled name would mean nothing.
 *
 * @param kind what the name is of, such as `operation`
 * @param known the names that the description has
 *
 * @throws {OptionsError} if it isn't one of them
 */
export function checkName(kind: string, name: string, known: readonly string[], path: Path): void {
  if (known.includes(name)) return
  const list = known.length > maxListed ? '' : `; known are ${known.join(', ') || 'none'}`
  const problem = `is no ${kind} of the description, got ${describeValue(name)}${list}`
  throw new OptionsError(problem, path, known, undefined, name)
}
