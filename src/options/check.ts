import { OptionsError } from './options-error.ts'
import { describeProblems } from './problems.ts'
import { findProblems, type Schema } from './schema.ts'

/**
 * Checks a value that comes from a developer, not from a client.
 *
 * @param whole the name of the value; if it is one word, it begins the names of the members too
 * @param from the index of the first item, if the value is a part of an array
 *
 * @throws {OptionsError} that names the first wrong members
 */
export function check(value: unknown, schema: Schema, whole: string, from?: number): void {
  const problems = findProblems(value, schema)
  if (problems.length > 0) throw new OptionsError(describeProblems(problems, value, { whole, from }))
}
