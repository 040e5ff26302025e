import type { Contract, Schema } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeProblems, describeValue } from '../../options/problems.ts'
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
  return toResult(this, 'toMatchSchema', {
    pass: problems.length === 0,
    expected: () => `the schema ${schema}`,
    received: ({ utils }) => utils.printReceived(received),
    problems: () => [describeProblems(problems, { whole: 'the value' })],
  })
}
