import { type Case, type Report, type ShownFinding, toNotes } from '../reports/report.ts'

/**
 * The result of an interaction. It is a `warning` if it failed but is allowed to, and `skipped` if it is a message or for a plugin. The places of its findings are in the
 * response, such as `$.body.name`, `$.status`, or `$.headers.content-type`; or in the pact, as JSON pointers, with names of headers in lower case.
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
  cases: readonly InteractionCase[]
}

/** Makes a finding; an error fails the interaction, and a note never does. */
export const toPactFinding = (kind: 'error' | 'note', problem: string, place = ''): ShownFinding => ({
  kind,
  place,
  problem: place === '' ? problem : `${place}: ${problem}`,
  exchanges: [],
})

/** Creates the case of an interaction. It failed if a finding is an error, unless it is skipped or may fail. */
export function toCase(
  described: Pick<InteractionCase, 'pact' | 'consumer' | 'provider' | 'description' | 'states'>,
  findings: readonly ShownFinding[],
  { skipped, isPending = false }: { skipped?: string | undefined; isPending?: boolean } = {},
): InteractionCase {
  const { pact, consumer, provider, description, states } = described
  const source = pact ?? `the pact between ${consumer} and ${provider}`
  const ofFailed = isPending ? 'pending' : 'failed'
  const ofJudged = findings.some(({ kind }) => kind === 'error') ? ofFailed : 'passed'
  const word = skipped === undefined ? ofJudged : 'skipped'
  return {
    title: `${consumer}: ${description}`,
    origin: states.length > 0 ? `${source}; given ${states.join(' and ')}` : source,
    group: consumer,
    className: `pact.${consumer}`,
    status: word === 'pending' ? 'warning' : word,
    word,
    ...(skipped !== undefined && { reason: skipped }),
    findings,
    ...described,
  }
}

/** What a run about pacts found. */
export interface PactRunEnd {
  unjudged?: Unjudged
  cases?: readonly InteractionCase[]
  /** Which results could not be published, and why. */
  unpublished?: readonly string[]
  /** Such as which pacts are for another service. */
  notes?: readonly string[]
}

/** Makes a report about pacts; `start` is in milliseconds since 1970. */
export function toReport(
  command: string,
  subject: string,
  start: number,
  { unjudged, cases = [], unpublished = [], notes = [] }: PactRunEnd,
): PactReport {
  const isFailed = cases.some(({ status }) => status === 'failed')
  const said = [...notes, ...unpublished].map((text) => ({ about: command, text }))
  const ofPassed = unpublished.length > 0 ? 'The results could not be published' : 'Every interaction passed'
  const headline = isFailed ? 'Interactions failed' : ofPassed
  return {
    command,
    subject,
    startedAt: new Date(start).toISOString(),
    duration: Date.now() - start,
    outcome: unjudged ? 'unjudged' : isFailed || unpublished.length > 0 ? 'failed' : 'passed',
    headline: unjudged ? "The service can't be verified" : headline,
    noun: 'interaction',
    facts: [],
    ...(unjudged && { unjudged }),
    cases,
    notes: toNotes('Notes', said, true),
    remarks: [],
  }
}
