import { describeProblems, type Validate } from '../options/problems.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

/** Judges a value by a schema of the interface; `schema` is its name with an article. */
export function matchSchema(
  context: MatcherContext,
  name: string,
  schema: string,
  validate: Validate,
  received: unknown,
): MatcherResult {
  const pass = validate(received)
  // The validator keeps its errors until its next call.
  const { errors } = validate
  return toResult(context, name, {
    pass,
    expected: () => schema,
    received: ({ utils }) => utils.printReceived(received),
    problems: () => [describeProblems(errors, { whole: 'the value' })],
  })
}
