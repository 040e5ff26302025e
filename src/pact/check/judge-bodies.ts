import { operation } from '../../contract/generated/operation.ts'
import { validateError, validateNewPlant, validatePlant } from '../../contract/generated/validators.ts'
import { describeProblems, type Problem, type Validate } from '../../contract/problems.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { findRuleOfProblem } from '../reading/find-refusal-rule.ts'
import {
  allowsStatus,
  expectsSuccess,
  type PactBody,
  type PactInteraction,
} from '../reading/pact-interaction.ts'
import type { Found } from './found.ts'

/** A schema of bodies, and the rules that problems with one touch. */
interface BodySchema {
  validate: Validate
  /** The rule of a body that is not JSON. */
  rule: RuleId
  findRule(problem: Problem, value: unknown): RuleId
}

/** The member that a problem is about; empty for the body as a whole. */
const findMember = ({ keyword, params, instancePath }: Problem): string =>
  keyword === 'required' ? String(params['missingProperty']) : (instancePath.split('/')[1] ?? '')

const newPlant: BodySchema = {
  validate: validateNewPlant,
  rule: 'refuses-malformed-json',
  findRule: (problem, value) => findRuleOfProblem(problem, value),
}

const ofPlant: Record<string, RuleId> = { name: 'plant-has-name', tag: 'plant-echoes-tag' }

const answers: Record<string, BodySchema> = {
  Plant: {
    validate: validatePlant,
    rule: 'created-is-json',
    findRule: (problem) => ofPlant[findMember(problem)] ?? 'created-is-json',
  },
  Error: {
    validate: validateError,
    rule: 'error-is-json',
    findRule(problem) {
      const member = findMember(problem)
      if (member === 'message') return 'error-has-message'
      if (member !== 'error') return 'error-is-json'
      return /^m..imum$/.test(problem.keyword) ? 'error-is-int32' : 'error-has-error'
    },
  },
}

/** Says what is wrong with a body as an example of a schema: a finding for each member. */
function judge(
  body: NonNullable<PactBody>,
  pointer: string,
  { validate, rule, findRule }: BodySchema,
): Found[] {
  if ('text' in body) return [{ place: pointer, problem: 'the body is not JSON', rule }]
  if (validate(body.value)) return []
  const members = new Map<string, [Problem, ...Problem[]]>()
  for (const problem of validate.errors ?? []) {
    const known = members.get(findMember(problem))
    if (known === undefined) members.set(findMember(problem), [problem])
    else known.push(problem)
  }
  return [...members.values()].map((problems) => ({
    place: `${pointer}${problems[0].instancePath}`,
    problem: describeProblems(problems, body.value, { whole: 'the body' }),
    rule: findRule(problems[0], body.value),
  }))
}

/** Judges the bodies of an interaction by the schemas, ids exactly: that of the request where it is to create a plant. */
export function judgeBodies(interaction: PactInteraction): Found[] {
  const { request, response } = interaction
  const found: Found[] = []
  if (expectsSuccess(interaction)) {
    const missing: Found = {
      place: request.bodyPointer,
      problem: 'the body is missing',
      rule: 'refuses-empty-body',
    }
    found.push(
      ...(request.body === undefined ? [missing] : judge(request.body, request.bodyPointer, newPlant)),
    )
  }
  const documented = Object.entries(operation.answers).find(([status]) =>
    allowsStatus(response, Number(status)),
  )
  const schema = answers[documented?.[1] ?? '']
  if (response.body !== undefined && schema !== undefined)
    found.push(...judge(response.body, response.bodyPointer, schema))
  return found
}
