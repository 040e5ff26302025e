import { OptionsError } from './options-error.ts'
import { describeProblem, describeProblems, toFullPath } from './problems.ts'
import { findProblems, type ValueSchema } from './schema.ts'

/**
 * Checks a value that comes from a developer, not from a client.
 *
 * @param whole the name of the value; if it is one word, it begins the names of the properties too
 *
 * @throws {OptionsError} that names the first wrong properties
 */
export function check(value: unknown, schema: ValueSchema, whole: string): void {
  const problems = findProblems(value, schema)
  const [first] = problems
  if (first === undefined) return
  const message = describeProblems(problems, { whole })
  throw new OptionsError(describeProblem(first), toFullPath(first.path, whole), first.known, message)
}
