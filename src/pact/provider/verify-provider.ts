import { createMask } from '../../http/create-mask.ts'
import { PactOptionsError } from '../pact-options-error.ts'
import { type InteractionResult, type PactReport, toResult, type Unverified } from '../pact-report.ts'
import { type PactInteraction, readInteractions } from '../reading/pact-interaction.ts'
import { type BrokerPact, createBroker } from './broker.ts'
import { BrokerError } from './broker-options.ts'
import { collectPacts } from './collect-pacts.ts'
import { judgeInteraction } from './judge-interaction.ts'
import { toKey } from './prepare-pact.ts'
import { checkProviderOptions, type VerifyProviderOptions } from './provider-options.ts'
import { type Judged, publishResults } from './publish-results.ts'
import { type PactRun, runPacts } from './run-pacts.ts'
import { createRunStop, type RunStop } from './run-stop.ts'
import { showPactRequest } from './show-request.ts'

const defaults = { requestLimit: 10_000, limit: 120_000 }

type Mask = ReturnType<typeof createMask>

/** What a report tells of a run. */
type Told = Pick<PactReport, 'outcome' | 'unverified' | 'interactions' | 'notes'>

/** An interaction that is verified, with its pact and what it is called. */
interface Chosen {
  key: string
  pact: BrokerPact
  interaction: PactInteraction
}

/** Chooses the interactions to verify. */
function choose(pacts: readonly BrokerPact[], isChosen: (interaction: PactInteraction) => boolean): Chosen[] {
  return pacts.flatMap((pact, index) =>
    readInteractions(pact)
      .filter(isChosen)
      .map((interaction) => ({ key: toKey(index, interaction), pact, interaction })),
  )
}

function judge(
  { key, pact, interaction }: Chosen,
  { results, failures }: Exclude<PactRun, { unverified: unknown }>,
  base: URL,
  enablePending: boolean,
): InteractionResult {
  const verified = results.filter(({ description }) => description === key)
  const findings = judgeInteraction(interaction, verified, failures.get(key) ?? [])
  const result = toResult(interaction, findings, enablePending && (pact.isPending || interaction.isPending))
  return { ...result, ...(findings.length > 0 && { request: showPactRequest(interaction, base) }) }
}

/** Makes what masks the tokens of a run. */
function createTokenMask({ token, invalidToken }: VerifyProviderOptions): Mask {
  return createMask(invalidToken === undefined ? [token] : [token, invalidToken])
}

/** Masks every text of a report. */
function maskReport(report: PactReport, mask: Mask): PactReport {
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? mask(value) : value,
  )
}

const tellUnverified = (unverified: Unverified, notes: string[] = []): Told => ({
  outcome: 'unverified',
  unverified,
  interactions: [],
  notes,
})

async function verify(base: URL, options: VerifyProviderOptions, mask: Mask, stop: RunStop): Promise<Told> {
  const broker = options.broker && createBroker(options.broker, stop.signal)
  const { pacts, notes } = await collectPacts(options, broker, stop.signal)
  const { description = '', enablePending = false } = options
  const isChosen = (interaction: PactInteraction): boolean => interaction.description.includes(description)
  const chosen = choose(pacts, isChosen)
  if (chosen.length === 0)
    throw new PactOptionsError(`no interaction has "${description}" in its description`)

  const run = await runPacts(base, pacts, isChosen, { ...defaults, ...options, mask }, stop)
  if ('unverified' in run) return tellUnverified(run.unverified, notes)
  const judged: Judged[] = chosen.map((one) => [one.interaction, judge(one, run, base, enablePending)])
  if (run.failure !== undefined && judged.every(([, { status }]) => status === 'passed')) {
    const message = `Pact's verifier failed, and no interaction did: ${run.failure}`
    return tellUnverified({ kind: 'crashed', message }, notes)
  }
  const unpublished = broker === undefined ? [] : await publishResults(broker, pacts, judged)
  const hasFailed = unpublished.length > 0 || judged.some(([, { status }]) => status === 'failed')
  return {
    outcome: hasFailed ? 'failed' : 'passed',
    interactions: judged.map(([, result]) => result),
    notes: [...notes, ...unpublished],
  }
}

/**
 * Verifies a running provider with pacts, by Pact's own verifier. It passes only where every interaction was verified.
 *
 * @example
 * const { outcome } = await verifyProvider({
 *   providerBaseUrl: 'http://127.0.0.1:4010',
 *   token: 'local-token',
 *   pacts: 'pacts/*.json',
 * })
 *
 * @throws {PactOptionsError} where an option has a value that it cannot have, or a filter matches nothing
 * @throws {PactFileError} where there is no pact, or something else in its place
 * @throws {BrokerError} where a broker does not answer as one
 * @throws {Error} where `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(options)
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const mask = createTokenMask(options)
  const stop = createRunStop(options.limit ?? defaults.limit, options.signal)
  const told = await verify(base, options, mask, stop).catch((error: unknown) => {
    if (!stop.signal.aborted || !(error instanceof BrokerError)) throw error
    return tellUnverified({ kind: 'stopped', message: stop.describe() })
  })
  const report: PactReport = {
    command: 'verify-pacts',
    subject: String(options.providerBaseUrl),
    startedAt,
    duration: Math.round(performance.now() - start),
    ...told,
  }
  return maskReport(report, mask)
}
