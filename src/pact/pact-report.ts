import type { Rule } from '../judge/generated/rules.ts'
import type { ShownRequest } from '../reports/show.ts'
import type { PactInteraction } from './reading/pact-interaction.ts'

/** Something that is wrong with an interaction, or worth a look. */
export interface PactFinding {
  /** An `error` fails the run; a `note` does not. */
  severity: 'error' | 'note'
  /** Where: in the answer, as `$.body.name`, `$.status` or `$.headers.content-type`; or in the pact, as a JSON pointer. */
  place?: string
  problem: string
  expected?: string
  actual?: string
  /** The rule of `contracts/rules.yaml` that it touches, where one does. */
  rule?: Rule
}

/** An interaction and what came of it. */
export interface InteractionResult {
  /** The file or URL of its pact. */
  pact: string
  consumer: string
  provider: string
  description: string
  /** Its provider states, by their names. */
  states: string[]
  /** `pending` is one that failed and is allowed to for now. */
  status: 'passed' | 'failed' | 'pending'
  findings: PactFinding[]
  /** The request as the pact has it, if a provider failed the interaction. */
  request?: ShownRequest
}

/** Why nothing can be said of a provider. */
export interface Unverified {
  kind: 'unreachable' | 'refused' | 'stopped' | 'crashed'
  message: string
}

/** What came of pacts: verified with a provider, or checked against the specification. */
export interface PactReport {
  command: 'verify-pacts' | 'check-pact'
  /** The base address of the provider; `openapi.yaml` where pacts are checked against it. */
  subject: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  /** `passed`, `failed`, or `unverified` where the provider could not be verified or the run was stopped. */
  outcome: 'passed' | 'failed' | 'unverified'
  unverified?: Unverified
  interactions: InteractionResult[]
  /** What is told besides, as pacts that are for another provider. */
  notes: string[]
}

function toStatus(findings: readonly PactFinding[], isAllowedToFail: boolean): InteractionResult['status'] {
  if (findings.every(({ severity }) => severity === 'note')) return 'passed'
  return isAllowedToFail ? 'pending' : 'failed'
}

/** Says what came of an interaction: it failed where a finding is an error. */
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
