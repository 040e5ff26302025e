import type { ParameterProblem, SchemaProblem } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { describeProblem, type Problem } from '../../options/problems.ts'
import type { FailureProblem } from '../failure.ts'

const say = (problem: Problem): string =>
  describeProblem(problem) ?? `isn't a known property; known are ${problem.known?.join(', ')}`

/** Converts what is wrong with a body. */
export const toBodyProblems = (problems: readonly SchemaProblem[]): FailureProblem[] =>
  problems.map((problem) => {
    const at = toPointer(...problem.path)
    return {
      in: 'body',
      at,
      path: problem.path,
      keyword: problem.keyword,
      detail: `${at === '' ? 'the body' : at} ${say(problem)}`,
    }
  })

/** Converts what is wrong with parameters. */
export const toParameterProblems = (problems: readonly ParameterProblem[]): FailureProblem[] =>
  problems.map((problem) => {
    const { name, in: place } = problem.parameter
    const at = name + toPointer(...problem.path)
    // A parameter that is missing has a path of its own.
    const rest =
      problem.got === undefined && problem.path.length === 0 && problem.keyword === 'required'
        ? 'is missing'
        : say(problem)
    return {
      in: place,
      at,
      path: [name, ...problem.path],
      keyword: problem.keyword,
      detail: `the ${place === 'query' || place === 'path' ? `${place} parameter` : place} ${at} ${rest}`,
    }
  })

/** The most problems that a message names. */
const maxNamed = 5

/** Says all problems in one line. */
export const joinProblems = (problems: readonly FailureProblem[]): string =>
  problems
    .slice(0, maxNamed)
    .map(({ detail }) => detail)
    .join('; ') + (problems.length > maxNamed ? `; and ${problems.length - maxNamed} more` : '')
