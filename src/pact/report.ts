import type { Rule } from '../judge/generated/rules.ts'
import type { Case, Finding, Judgment } from '../reports/judgment.ts'
import type { ShownExchange } from '../reports/show.ts'
import { type TextOptions, toText } from '../reports/to-text.ts'
import type { Pact, PactInteraction } from './file/pact-interaction.ts'

/** A problem of an interaction, or a note about it. */
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

export interface InteractionResult {
  /** The file or URL of its pact. */
  pact: string
  consumer: string
  provider: string
  description: string
  /** The names of its provider states. */
  states: string[]
  /** The ids that were sent instead of those of the pact, which is possible only for the kit's own states. */
  substitutes?: { id: string; sent: string }[]
  /** `pending` means that the interaction failed, but is allowed to fail. */
  status: 'passed' | 'failed' | 'pending'
  findings: PactFinding[]
  /** The request and the answer of the provider, if the interaction failed; secrets are masked. */
  exchange?: ShownExchange
}

/** Why a provider can't be verified. */
export interface Unjudged {
  kind: 'unreachable' | 'refused' | 'not-found' | 'stopped' | 'crashed'
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
  /** `passed`, `failed`, or `unjudged` if the provider can't be verified or the run was stopped. */
  outcome: Judgment['outcome']
  unjudged?: Unjudged
  interactions: InteractionResult[]
  /** Which files or URLs could not be read or aren't pacts, and why. Any of them fails the run. */
  broken: string[]
  /** Further notes, such as which pacts are for another provider. */
  notes: string[]
}

/** Creates the result of an interaction. It failed if a finding is an error. */
export function toResult(
  { source, document: { consumer, provider } }: Pact,
  { description, states }: PactInteraction,
  findings: PactFinding[],
  isAllowedToFail = false,
): InteractionResult {
  const isPassed = findings.every(({ severity }) => severity === 'note')
  return {
    pact: source,
    consumer: consumer.name,
    provider: provider.name,
    description,
    states: states.map(({ name }) => name),
    status: isPassed ? 'passed' : isAllowedToFail ? 'pending' : 'failed',
    findings,
  }
}

/** Decides how a run ended. */
export const toOutcome = (
  interactions: readonly InteractionResult[],
  broken: readonly string[],
): 'passed' | 'failed' =>
  broken.length > 0 || interactions.some(({ status }) => status === 'failed') ? 'failed' : 'passed'

function describeOutcome({ outcome, interactions }: PactReport): string {
  if (outcome === 'unjudged') return "The provider can't be verified"
  if (outcome === 'passed') return 'Every interaction passed'
  return toOutcome(interactions, []) === 'failed' ? 'Interactions failed' : 'Not every pact could be read'
}

/** Describes a finding: its place, the problem, and the expected and the actual value. */
function describeProblem({ place, problem, expected = '', actual = '' }: PactFinding): string {
  // Pact's own words often name both values.
  const isNamed = [expected.replaceAll('"', ''), actual.replaceAll('"', '')].every((one) =>
    problem.includes(one),
  )
  const values = isNamed ? '' : ` (expected ${expected}, got ${actual})`
  return `${place === undefined ? '' : `${place}: `}${problem}${values}`
}

const toFinding = (finding: PactFinding, exchanges: readonly ShownExchange[]): Finding => ({
  severity: finding.severity,
  problem: describeProblem(finding),
  ...(finding.rule !== undefined && { rule: finding.rule }),
  exchanges,
})

function toCase(result: InteractionResult): Case {
  const { pact, consumer, description, states, status, substitutes = [], findings, exchange } = result
  const aside = substitutes.map(({ id, sent }) => `sent with the id ${sent} instead of ${id}`).join(', ')
  return {
    title: `${consumer}: ${description}`,
    ...(aside !== '' && { aside }),
    origin: [pact, states.length > 0 && `given ${states.join(' and ')}`].filter(Boolean).join('; '),
    group: consumer,
    className: `pact.${consumer}`,
    status: status === 'pending' ? 'warning' : status,
    word: status,
    // The exchange is the same for all findings.
    findings: findings.map((one, index) => toFinding(one, index === 0 && exchange ? [exchange] : [])),
  }
}

const toBrokenCase = (problem: string): Case => ({
  title: 'a broken pact',
  origin: problem,
  group: 'broken pacts',
  className: 'pact.broken',
  status: 'failed',
  word: 'broken',
  findings: [{ severity: 'error', problem, exchanges: [] }],
})

/** Converts a report about pacts to the form that all report formats are written from. */
export function toJudgment(report: PactReport): Judgment {
  const { command, subject, startedAt, duration, outcome, unjudged, interactions, broken } = report
  const notes = report.notes.map((text) => ({ about: command, text }))
  return {
    command,
    subject,
    startedAt,
    duration,
    outcome,
    headline: describeOutcome(report),
    noun: 'interaction',
    facts: [],
    ...(unjudged !== undefined && { unjudged }),
    cases: [...interactions.map(toCase), ...broken.map(toBrokenCase)],
    notes: notes.length === 0 ? [] : [{ title: 'Notes', isWarning: true, notes }],
    remarks: [],
    data: report,
  }
}

/** Writes a report about pacts as text for people: the verdict, the findings of each interaction, and the verdict again. */
export const describePactReport = (report: PactReport, options?: TextOptions): string =>
  toText(toJudgment(report), options)
