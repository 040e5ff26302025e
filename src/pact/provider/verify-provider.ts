import { createMask } from '../../http/create-mask.ts'
import type { Exchange } from '../../http/exchange.ts'
import { showExchange } from '../../reports/show.ts'
import { type BrokerPact, createBroker } from '../broker/broker.ts'
import { BrokerError } from '../broker/broker-options.ts'
import { type Judged, publishResults } from '../broker/publish-results.ts'
import { expectsSuccess, type PactInteraction, readInteractions } from '../file/pact-interaction.ts'
import { PactOptionsError } from '../pact-options.ts'
import { type InteractionResult, type PactReport, toResult, type Unverified } from '../pact-report.ts'
import { collectPacts } from './collect-pacts.ts'
import { toKey } from './prepare-pact.ts'
import { checkProviderOptions, type VerifyProviderOptions } from './provider-options.ts'
import { type PactRun, runPacts } from './run-pacts.ts'
import { createRunStop, type RunStop } from './run-stop.ts'
import { judgeVerified } from './to-findings.ts'

const defaults = { requestLimit: 10_000, limit: 120_000 }

type Mask = ReturnType<typeof createMask>

/** The part of a report that a run decides. */
type Told = Pick<PactReport, 'outcome' | 'unverified' | 'interactions' | 'notes'>

/** An interaction to verify, with its pact and its key. */
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
  { results, failures, exchanges }: Exclude<PactRun, { unverified: unknown }>,
  base: URL,
  { token, invalidToken, enablePending = false }: VerifyProviderOptions,
): InteractionResult {
  const verified = results.filter(({ description }) => description === key)
  const exchange = exchanges.get(key)
  const basePath = base.pathname.replace(/\/$/, '')
  const findings = judgeVerified(interaction, verified, failures.get(key) ?? [], exchange, basePath)
  const result = toResult(interaction, findings, enablePending && (pact.isPending || interaction.isPending))
  if (findings.length === 0 || exchange === undefined) return result
  const secrets = [token, ...(invalidToken === undefined ? [] : [invalidToken])]
  return { ...result, exchange: showExchange(exchange, { base, secrets, showToken: false }) }
}

/** Says that the provider refuses the token: it refuses every plant that it should create in the same way. */
function describeRefusedToken(
  chosen: readonly Chosen[],
  exchanges: ReadonlyMap<string, Exchange>,
): string | undefined {
  const statuses = chosen
    .filter(({ interaction }) => interaction.otherKind === undefined && expectsSuccess(interaction))
    .map(({ key }) => exchanges.get(key)?.outcome)
    .map((outcome) => (outcome?.kind === 'answer' ? outcome.answer.status : undefined))
  const [status] = statuses
  if (statuses.length === 0 || statuses.some((other) => other !== 401 && other !== 403)) return undefined
  return `the provider refuses the token: it answers ${status} to every plant that should be created. Pass a valid token`
}

/** Creates the function that masks the tokens of a run. */
function createTokenMask({ token, invalidToken }: VerifyProviderOptions): Mask {
  return createMask(invalidToken === undefined ? [token] : [token, invalidToken])
}

/** Masks all texts of a report. */
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
  const { description = '' } = options
  const isChosen = (interaction: PactInteraction): boolean => interaction.description.includes(description)
  const chosen = choose(pacts, isChosen)
  if (chosen.length === 0)
    throw new PactOptionsError(`no interaction has "${description}" in its description`)

  const run = await runPacts(base, pacts, isChosen, { ...defaults, ...options, mask }, stop)
  if ('unverified' in run) return tellUnverified(run.unverified, notes)
  const refusal = describeRefusedToken(chosen, run.exchanges)
  if (refusal !== undefined) return tellUnverified({ kind: 'refused', message: refusal }, notes)
  const judged: Judged[] = chosen.map((one) => [one.interaction, judge(one, run, base, options)])
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
 * Verifies a running provider with pacts, by Pact's own verifier. It passes only if every interaction was verified.
 *
 * @example
 * const { outcome } = await verifyProvider('http://127.0.0.1:4010', {
 *   token: 'local-token',
 *   pacts: 'pacts/*.json',
 * })
 *
 * @throws {PactOptionsError} if an option is unknown or has an invalid value, or a filter matches nothing
 * @throws {PactFileError} if there are no pacts, or if one isn't a pact
 * @throws {BrokerError} if a broker can't be reached, or doesn't answer like a broker
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(url: string | URL, options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(url, options)
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
    subject: String(url),
    startedAt,
    duration: Math.round(performance.now() - start),
    ...told,
  }
  return maskReport(report, mask)
}
