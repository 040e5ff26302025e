import type { Rule } from '../judge/generated/rules.ts'
import type { ShownExchange } from '../reports/show.ts'
import type { PactInteraction } from './file/pact-interaction.ts'

/** Something that is wrong with an interaction, or that is worth knowing. */
export interface PactFinding {
  /** An `error` fails the run; a `note` does not. */
  severity: 'error' | 'note'
  /** Its location: in the answer, such as `$.body.name`, `$.status` or `$.headers.content-type`; or in the pact, as a JSON pointer. */
  place?: string
  problem: string
  expected?: string
  actual?: string
  /** The rule of `contracts/rules.yaml` that it touches, if any. */
  rule?: Rule
}

/** An interaction and its result. */
export interface InteractionResult {
  /** The file or URL of its pact. */
  pact: string
  consumer: string
  provider: string
  description: string
  /** The names of its provider states. */
  states: string[]
  /** `pending`: it failed, but is allowed to fail. */
  status: 'passed' | 'failed' | 'pending'
  findings: PactFinding[]
  /** The request and the answer of the provider, if the interaction failed; secrets are masked. */
  exchange?: ShownExchange
}

/** Why a provider can't be verified. */
export interface Unverified {
  kind: 'unreachable' | 'refused' | 'stopped' | 'crashed'
  message: string
}

/** The result of verifying a provider with pacts, or of checking pacts against the specification. */
export interface PactReport {
  command: 'verify-pacts' | 'check-pact'
  /** The base address of the provider; `openapi.yaml` if pacts are checked against it. */
  subject: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  /** `passed`, `failed`, or `unverified` if the provider can't be verified or the run was stopped. */
  outcome: 'passed' | 'failed' | 'unverified'
  unverified?: Unverified
  interactions: InteractionResult[]
  /** Further notes, such as which pacts are for another provider. */
  notes: string[]
}

function toStatus(findings: readonly PactFinding[], isAllowedToFail: boolean): InteractionResult['status'] {
  if (findings.every(({ severity }) => severity === 'note')) return 'passed'
  return isAllowedToFail ? 'pending' : 'failed'
}

/** Creates the result of an interaction. It failed if a finding is an error. */
export function toResult(
  { pact, description, states }: PactInteraction,
  findings: PactFinding[],
  isAllowedToFail = false,
): InteractionResult {
  const { consumer, provider } = pact.document
  return {
    pact: pact.source,
    consumer: consumer.name,
    provider: provider.name,
    description,
    states: states.map(({ name }) => name),
    status: toStatus(findings, isAllowedToFail),
    findings,
  }
}
