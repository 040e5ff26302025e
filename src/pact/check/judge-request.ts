import { operation } from '../../contract/generated/operation.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { getRule, toServerErrorRule } from '../../judge/rules.ts'
import { stateNames } from '../provider-states.ts'
import { findRefusalRule, findRuleOfCredentials, findStatusRule } from '../reading/find-refusal-rule.ts'
import { toKnownState } from '../reading/known-state.ts'
import { allowsStatus, expectsSuccess, type PactInteraction } from '../reading/pact-interaction.ts'
import type { Found } from './found.ts'

/** Says that an interaction is about another operation; nothing where it is about this one. What is refused there is left open. */
export function findOtherOperation(interaction: PactInteraction): Found | undefined {
  const { pointer, request } = interaction
  const { method, path } = operation
  if (request.method === method && request.path === path) return undefined
  const isOtherPath = request.path !== path
  return {
    place: `${pointer}/request/${isOtherPath ? 'path' : 'method'}`,
    problem: `openapi.yaml has no ${request.method} ${request.path}`,
    rule: isOtherPath ? 'other-paths' : 'other-methods',
    isOpen: !expectsSuccess(interaction),
  }
}

const isDocumented = ({ response }: PactInteraction): boolean =>
  Object.keys(operation.answers).some((status) => allowsStatus(response, Number(status)))

function findRuleOfStatus(interaction: PactInteraction): RuleId {
  const { status } = interaction.response
  const rule = findRefusalRule(interaction)
  if (status >= 400 && status < 500) return findStatusRule(rule, interaction)
  if (status < 500 || rule === undefined) return 'created-is-200'
  return toServerErrorRule(rule)
}

function judgeStatus(interaction: PactInteraction): Found[] {
  const { pointer, response, states } = interaction
  const place = `${pointer}/response/status`
  const isFree = states.length > 0 && states.every((state) => toKnownState(state).name === stateNames.noPlant)
  if (isFree && !allowsStatus(response, 200) && findRefusalRule(interaction) === undefined) {
    const problem = `a valid plant with a free id is answered 200, and not ${response.status}`
    return [{ place, problem, rule: 'created-is-200' }]
  }
  if (isDocumented(interaction)) return []
  const rule = findRuleOfStatus(interaction)
  const documented = Object.keys(operation.answers).join(' and ')
  const problem = `the specification lists ${documented}, and not ${response.status}`
  return [{ place, problem, rule, isOpen: getRule(rule).level === 'open' }]
}

/** Judges what is asked for and whether it can have this answer. */
export function judgeRequest(interaction: PactInteraction): Found[] {
  const rule = findRuleOfCredentials(interaction)
  const place = `${interaction.pointer}/request/headers`
  const problem = 'a plant is created with credentials that have to be refused'
  return [
    ...(expectsSuccess(interaction) && rule !== undefined ? [{ place, problem, rule }] : []),
    ...judgeStatus(interaction),
  ]
}
