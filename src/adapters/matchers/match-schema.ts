import type { Contract, Schema } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { validateError, validateNewPlant, validatePlant } from '../../contract/validators.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeProblems, describeValue, type Problem, type Validate } from '../../options/problems.ts'
import { type MatcherContext, type MatcherResult, toResult } from './matcher.ts'

function findSchema(name: string, { schemas }: Contract): Schema {
  const found = schemas.get(name)
  if (found !== undefined) return found
  const names = [...schemas.keys()]
  const shown = [...names.slice(0, 10), ...(names.length > 10 ? ['…'] : [])].join(', ') || 'none'
  throw new OptionsError(
    `is no schema, got ${describeValue(name)}; the schemas are ${shown}`,
    ['schema'],
    names,
  )
}

/** `expected` is the name of the schema with its article. */
const judge = (
  context: MatcherContext,
  matcher: string,
  received: unknown,
  expected: string,
  problems: readonly Problem[],
): MatcherResult =>
  toResult(context, matcher, {
    pass: problems.length === 0,
    expected: () => expected,
    received: ({ utils }) => utils.printReceived(received),
    problems: () => [describeProblems(problems, { whole: 'the value' })],
  })

/** Makes a matcher of a schema of the plant store. */
const createMatcher = (matcher: string, expected: string, validate: Validate) =>
  function (this: MatcherContext, received: unknown): MatcherResult {
    return judge(this, matcher, received, expected, validate(received) ? [] : (validate.errors ?? []))
  }

type SchemaMatcher = ReturnType<typeof createMatcher>

/** Checks that a value is a Plant (docs/specification.md, section 2). */
export const toBePlant: SchemaMatcher = createMatcher('toBePlant', 'a Plant', validatePlant)

/** Checks that a value is a NewPlant; an id that a number can't hold must be a bigint. */
export const toBeNewPlant: SchemaMatcher = createMatcher('toBeNewPlant', 'a NewPlant', validateNewPlant)

/** Checks that a value is an Error. */
export const toBeApiError: SchemaMatcher = createMatcher('toBeApiError', 'an Error', validateError)

/**
 * Checks that a value is what a named schema of a description says of a response.
 *
 * @param schema its name, such as `Room`
 * @param contract the plant store by default
 *
 * @throws {OptionsError} if the description has no such schema
 */
export function toMatchSchema(
  this: MatcherContext,
  received: unknown,
  schema: string,
  contract: Contract = plantStore(),
): MatcherResult {
  const problems = findSchema(schema, contract).check(received)
  return judge(this, 'toMatchSchema', received, `the schema ${schema}`, problems)
}
