import { createMask, maskTexts } from '../../http/create-mask.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { OptionsError } from '../../options/options-error.ts'
import { showExchange } from '../../reports/show.ts'
import { BrokerError, createBroker, listNotices } from '../broker/broker.ts'
import {
  checkNotAllSkipped,
  type InteractionCase,
  type PactReport,
  type PactRunEnd,
  toCase,
  toReport,
} from '../report.ts'
import { createTrial } from '../verifier/prepare-pact.ts'
import type { ServiceTrial } from './ask-service.ts'
import { choosePacts } from './choose-pacts.ts'
import { checkProviderOptions } from './option-table.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import { runPacts } from './run-pacts.ts'
import { judgeTrial } from './to-findings.ts'

function judge(
  trial: ServiceTrial,
  base: URL,
  { token, invalidToken, enablePending = false }: VerifyProviderOptions,
): InteractionCase {
  const { pact, interaction, exchange } = trial
  const findings = judgeTrial(trial, base.pathname.replace(/\/$/, ''))
  const show = { base, secrets: [token, invalidToken ?? token], showToken: false }
  return toCase(pact, interaction, findings, {
    isAllowedToFail: enablePending && (pact.isPending === true || interaction.isPending),
    substitutes: [...trial.substitutes].map(([id, sent]) => ({ id: String(id), sent: String(sent) })),
    exchange: findings.length > 0 && exchange ? showExchange(exchange, show) : undefined,
  })
}

async function verify(
  base: URL,
  options: VerifyProviderOptions,
  signal: AbortSignal,
  mask: (text: string) => string,
  describeStop: () => string,
): Promise<PactRunEnd> {
  const broker = options.broker && createBroker(options.broker, signal)
  const { pacts, broken, notes } = await choosePacts(options, broker, signal)
  const { description = '', requestLimit = serviceOptions.requestLimit.default } = options
  const trials = pacts.flatMap((pact, index) =>
    pact.interactions
      .filter((interaction) => interaction.description.includes(description))
      .map(
        (interaction): ServiceTrial => ({
          ...createTrial(`${index}${interaction.pointer}`, pact, interaction),
          ready: [],
          substitutes: new Map(),
        }),
      ),
  )
  if (trials.length === 0) throw new OptionsError(`no interaction has "${description}" in its description`)
  checkNotAllSkipped(trials)

  const sent = trials.filter(({ interaction }) => interaction.skipped === undefined)
  const run = await runPacts(base, sent, { ...options, requestLimit, signal, mask }, describeStop)
  if (run.kind !== undefined) return { unjudged: run, broken, notes }
  // The broker gets the problems, too.
  const judged = trials.map((one) => ({
    ...one,
    result: maskTexts(judge(one, base, options), mask) as InteractionCase,
  }))
  const cases = judged.map(({ result }) => result)
  if (run.failure !== undefined && cases.every(({ status }) => status === 'passed')) {
    const message = `Pact's verifier failed, although no interaction failed: ${run.failure}`
    return { unjudged: { kind: 'crashed', message }, broken, notes }
  }
  const unpublished = (await broker?.publish(pacts, judged)) ?? []
  const isPublished = options.broker?.publish !== undefined && unpublished.length === 0
  const notices = pacts.flatMap((pact) => {
    const isPassed = judged.every((one) => one.pact !== pact || one.result.status === 'passed')
    return listNotices(pact, isPassed, isPublished)
  })
  return { cases, broken, unpublished, notes: [...notes, ...notices] }
}

/**
 * Verifies a running service with pacts, by Pact's own verifier. It passes only if every interaction was verified. A
 * broken pact is in the report and fails the run. If there are only broken pacts, the function throws.
 *
 * @example
 * const { outcome } = await verifyProvider('http://127.0.0.1:4010', {
 *   token: 'local-token',
 *   pacts: 'pacts/*.json',
 * })
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value, or a filter matches nothing
 * @throws {PactFileError} if there are no pacts or only broken ones
 * @throws {BrokerError} if a broker can't be reached, or doesn't answer like a broker
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(url: string | URL, options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(url, options)
  const start = Date.now()
  const { token, invalidToken = token, limit = serviceOptions.limit.default } = options
  const mask = createMask([token, invalidToken])
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any(options.signal === undefined ? [timeout] : [timeout, options.signal])
  const describeStop = () =>
    timeout.aborted
      ? `the limit of ${limit} ms ended the run. Pass --limit ${Math.max(2 * limit, serviceOptions.limit.default)}`
      : 'the run was stopped'
  const result = await verify(base, options, signal, mask, describeStop).catch((error: unknown) => {
    if (!signal.aborted || !(error instanceof BrokerError)) throw error
    return { unjudged: { kind: 'stopped', message: describeStop() } } as PactRunEnd
  })
  return maskTexts(toReport('verify-pacts', String(url), start, result), mask) as PactReport
}
