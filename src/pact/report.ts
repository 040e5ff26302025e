import { type Case, type Report, type ShownFinding, toNotes } from '../reports/report.ts'
import type { ShownExchange } from '../reports/show.ts'

/**
 * The result of an interaction. It is a `warning` if it failed but is allowed to, and `skipped` if it is a message or for a plugin. The places of its findings are in the
 * response, such as `$.body.name`, `$.status`, or `$.headers.content-type`; or in the pact, as JSON pointers.
 */
export interface InteractionCase extends Case {
  /** The file of its pact, for `check-pact`. */
  pact?: string
  consumer: string
  provider: string
  description: string
  /** The names of its provider states. */
  states: readonly string[]
}

/** Why a service can't be verified. */
export interface Unjudged {
  kind: 'unreachable' | 'stopped' | 'crashed'
  message: string
}

/** The result of verifying a service with pacts, or of checking pacts against the specification. */
export interface PactReport extends Report {
  unjudged?: Unjudged
  /** The interactions, and then the broken pacts, which have only what every case has. */
  cases: readonly (Case & Partial<InteractionCase>)[]
  /** Which files or URLs could not be read or aren't pacts, and why. Any of them fails the run. */
  broken: readonly string[]
}

/** Writes the place of a finding, the problem, and the expected and the actual value in one sentence. */
function describeProblem({ place, problem, expected = '', actual = '' }: ShownFinding): string {
  // Pact's own words often name both values.
  const isNamed = [expected, actual].every((one) => problem.includes(one.replaceAll('"', '')))
  return `${place && `${place}: `}${problem}${isNamed ? '' : ` (expected ${expected}, got ${actual})`}`
}

/** Makes a finding; an error fails the interaction, and a note never does. */
export const toFinding = (kind: 'error' | 'note', problem: string, place = ''): ShownFinding => ({
  kind,
  place,
  problem,
  exchanges: [],
})

/** How an interaction was verified. */
interface Verified {
  /** Why it was not judged. */
  skipped?: string | undefined
  isAllowedToFail?: boolean
  exchange?: ShownExchange | undefined
}

/** Creates the case of an interaction. It failed if a finding is an error. */
export function toCase(
  described: Pick<InteractionCase, 'pact' | 'consumer' | 'provider' | 'description' | 'states'>,
  findings: readonly ShownFinding[],
  { skipped, isAllowedToFail = false, exchange }: Verified = {},
): InteractionCase {
  const { consumer, description, states } = described
  const ofFailed = isAllowedToFail ? 'pending' : 'failed'
  const ofJudged = findings.every(({ kind }) => kind === 'note') ? 'passed' : ofFailed
  const word = skipped === undefined ? ofJudged : 'skipped'
  const source = described.pact ?? `the pact between ${consumer} and ${described.provider}`
  return {
    title: `${consumer}: ${description}`,
    origin: states.length > 0 ? `${source}; given ${states.join(' and ')}` : source,
    group: consumer,
    className: `pact.${consumer}`,
    status: word === 'pending' ? 'warning' : word,
    word,
    ...(skipped !== undefined && { reason: skipped }),
    // The exchange is the same for all findings.
    findings: findings.map((finding, index) => ({
      ...finding,
      problem: describeProblem(finding),
      exchanges: index === 0 && exchange ? [exchange] : [],
    })),
    ...described,
  }
}

const toBrokenCase = (problem: string): Case => ({
  title: 'a broken pact',
  origin: problem,
  group: 'broken pacts',
  className: 'pact.broken',
  status: 'failed',
  word: 'broken',
  findings: [toFinding('error', problem)],
})

/** What a run about pacts found. */
export interface PactRunEnd {
  unjudged?: Unjudged
  cases?: readonly InteractionCase[]
  broken?: readonly string[]
  /** Which results could not be published. */
  unpublished?: readonly string[]
  /** Further notes, such as which pacts are for another service. */
  notes?: readonly string[]
}

/** Says in a few words what failed; undefined if nothing did. */
function describeFailure({
  unjudged,
  cases = [],
  broken = [],
  unpublished = [],
}: PactRunEnd): string | undefined {
  if (unjudged !== undefined) return "The service can't be verified"
  if (cases.some(({ status }) => status === 'failed')) return 'Interactions failed'
  if (broken.length > 0) return 'Not every pact could be read'
  return unpublished.length > 0 ? 'The results could not be published' : undefined
}

/** Makes a report about pacts; `start` is in milliseconds since 1970. */
export function toReport(command: string, subject: string, start: number, end: PactRunEnd): PactReport {
  const { unjudged, cases = [], broken = [], unpublished = [], notes = [] } = end
  const failure = describeFailure(end)
  return {
    command,
    subject,
    startedAt: new Date(start).toISOString(),
    duration: Date.now() - start,
    outcome: unjudged !== undefined ? 'unjudged' : failure === undefined ? 'passed' : 'failed',
    headline: failure ?? 'Every interaction passed',
    noun: 'interaction',
    facts: [],
    ...(unjudged !== undefined && { unjudged }),
    cases: [...cases, ...broken.map(toBrokenCase)],
    notes: toNotes(
      'Notes',
      [...notes, ...unpublished].map((text) => ({ about: command, text })),
      true,
    ),
    remarks: [],
    broken,
  }
}
