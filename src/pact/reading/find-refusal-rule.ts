import { isJsonContentType } from '../../contract/content-type.ts'
import { operation } from '../../contract/generated/operation.ts'
import { validateNewPlant } from '../../contract/generated/validators.ts'
import type { Problem } from '../../contract/problems.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { toStatusRule } from '../../judge/rules.ts'
import { stateNames } from '../provider-states.ts'
import { toKnownState } from './known-state.ts'
import type { PactInteraction } from './pact-interaction.ts'

/** Names the rule by which credentials are refused; nothing where they are valid. */
export function findRuleOfCredentials({ request, states }: PactInteraction): RuleId | undefined {
  const authorization = request.headers.get('authorization')?.trim()
  if (!authorization) return 'refuses-missing-credentials'
  const [scheme = '', ...token] = authorization.split(/ +/)
  if (scheme.toLowerCase() !== 'bearer') return 'refuses-other-scheme'
  if (token.length === 0) return 'refuses-empty-token'
  if (token.length > 1) return 'refuses-text-after-token'
  if (states.some(({ name }) => name === stateNames.invalidToken)) return 'refuses-unissued-token'
  return undefined
}

/** Names the rule by which a body is refused for a problem that the schema of a NewPlant finds. */
export function findRuleOfProblem({ keyword, params, instancePath }: Problem, body: unknown): RuleId {
  if (keyword === 'required')
    return params['missingProperty'] === 'id' ? 'refuses-missing-id' : 'refuses-missing-name'
  if (instancePath === '/name') return 'refuses-name-of-wrong-type'
  if (instancePath === '/tag') return 'refuses-tag-of-wrong-type'
  if (instancePath !== '/id') return 'refuses-non-object'
  const { id } = Object(body) as { id?: unknown }
  if (typeof id !== 'number' && typeof id !== 'bigint') return 'refuses-id-of-wrong-type'
  const isInteger = typeof id === 'bigint' || Number.isInteger(id) || Math.abs(id) === Infinity
  return isInteger ? 'refuses-id-beyond-int64' : 'refuses-fractional-id'
}

function findRuleOfBody({ request: { headers, body } }: PactInteraction): RuleId | undefined {
  if (body === undefined) return 'refuses-empty-body'
  const contentType = headers.get('content-type') ?? operation.contentType
  if (!isJsonContentType(contentType)) return 'refuses-other-content-type'
  if ('text' in body) return body.text.trim() === '' ? 'refuses-empty-body' : 'refuses-malformed-json'
  if (validateNewPlant(body.value)) return undefined
  const [problem] = validateNewPlant.errors ?? []
  return problem === undefined ? 'refuses-non-object' : findRuleOfProblem(problem, body.value)
}

/** Names the rule of `contracts/rules.yaml` by which a request is refused; nothing where it is one that creates a plant. */
export const findRefusalRule = (interaction: PactInteraction): RuleId | undefined =>
  findRuleOfCredentials(interaction) ?? findRuleOfBody(interaction)

/** Names the open rule about the status of a refusal, which the specification does not show. */
export function findStatusRule(refusalRule: RuleId | undefined, interaction: PactInteraction): RuleId {
  if (refusalRule !== undefined) return toStatusRule(refusalRule)
  const isStored = interaction.states.some((state) => toKnownState(state).name === stateNames.plant)
  return isStored ? 'status-for-stored-id' : 'status-for-invalid-body'
}
