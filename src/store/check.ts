import { OptionsError } from '../contract/options-error.ts'
import { describeProblems } from '../contract/problems.ts'
import { findProblems, type Schema } from '../contract/schema.ts'

/**
 * Checks a value that comes from a developer, not from a client.
 *
 * @param whole the name of the value; if it is one word, it begins the names of the members too
 * @throws {OptionsError} that names the first wrong members
 */
export function check(value: unknown, schema: Schema, whole: string): void {
  const problems = findProblems(value, schema)
  if (problems.length > 0) throw new OptionsError(describeProblems(problems, value, { whole }))
}
