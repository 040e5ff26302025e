import { validateError, validateNewPlant, validatePlant } from '../../contract/validators.ts'
import { describeProblems, type Validate } from '../../options/problems.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

/** Makes a matcher of a schema of the interface; `schema` is its name with an article. */
const createMatcher = (name: string, schema: string, validate: Validate) =>
  function (this: MatcherContext, received: unknown): MatcherResult {
    const pass = validate(received)
    // The validator keeps its errors until its next call.
    const { errors } = validate
    return toResult(this, name, {
      pass,
      expected: () => schema,
      received: ({ utils }) => utils.printReceived(received),
      problems: () => [describeProblems(errors, { whole: 'the value' })],
    })
  }

type SchemaMatcher = ReturnType<typeof createMatcher>

/** Checks that a value is a Plant (docs/specification.md, section 2). */
export const toBePlant: SchemaMatcher = createMatcher('toBePlant', 'a Plant', validatePlant)

/** Checks that a value is a NewPlant; an id that a number can't hold must be a bigint. */
export const toBeNewPlant: SchemaMatcher = createMatcher('toBeNewPlant', 'a NewPlant', validateNewPlant)

/** Checks that a value is an Error. */
export const toBeApiError: SchemaMatcher = createMatcher('toBeApiError', 'an Error', validateError)
