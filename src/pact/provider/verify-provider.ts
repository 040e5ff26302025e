import { createMask, maskTexts } from '../../http/create-mask.ts'
import { hideQuery } from '../../http/mask.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { showExchange } from '../../reports/show.ts'
import { PactFileError } from '../file/read-pact.ts'
import { type InteractionCase, type PactReport, type PactRunEnd, toCase, toReport } from '../report.ts'
import { type VerifiedInteraction, VerifierCrash } from '../verifier/run-verifier.ts'
import { readId } from './ask-service.ts'
import { choosePacts, toList } from './choose-pacts.ts'
import { checkProviderOptions, isUrl, type VerifyProviderOptions } from './provider-options.ts'
import { type PactRun, runPacts } from './run-pacts.ts'
import { judgeTurn } from './to-findings.ts'

function judge(
  result: VerifiedInteraction,
  { turns, expected }: PactRun,
  at: number,
  base: URL,
  { token, invalidToken = token }: VerifyProviderOptions,
): InteractionCase {
  const turn = turns[at]
  const { exchange, substitutes = new Map<bigint, bigint>() } = turn ?? {}
  const findings = turn === undefined ? [] : judgeTurn(turn, result, expected[at] ?? 0, base)
  const sent = exchange && readId(exchange.request)
  return toCase({ ...result, states: result.providerStates }, findings, {
    isAllowedToFail: result.pending,
    substitutes: [...substitutes]
      .filter(([, other]) => other === sent)
      .map(([id]) => ({ id: String(id), sent: String(sent) })),
    exchange:
      findings.length > 0 && exchange
        ? showExchange(exchange, { base, secrets: [token, invalidToken], showToken: false })
        : undefined,
  })
}

async function verify(
  base: URL,
  options: VerifyProviderOptions & { requestLimit: number; signal: AbortSignal; mask(text: string): string },
): Promise<PactRunEnd> {
  const { pactUrls, notes, ...chosen } = await choosePacts(options)
  const run = await runPacts(base, pactUrls, options)
  if (run.kind !== undefined) return { unjudged: run, broken: chosen.broken, notes }
  const { verdict, unpublished } = run
  const broken = [...chosen.broken, ...verdict.failures]
  if (verdict.results.length === 0) throw new PactFileError(options.mask(broken.join('; ')))
  const cases = verdict.results.map((result, at) => judge(result, run, at, base, options))
  const notices = verdict.notices.filter(({ when }) => when === 'before_verification')
  const said = notices.map(({ text }) => `The broker says: ${text}`)
  return { cases, broken, unpublished, notes: [...notes, ...said] }
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
 * @throws {PactFileError} if there are no pacts, or none that can be loaded
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(url: string | URL, options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(url, options)
  const start = Date.now()
  const { token, invalidToken = token, broker = {}, pacts } = options
  const { limit = serviceOptions.limit.default, requestLimit = serviceOptions.requestLimit.default } = options
  const urls = [...toList(pacts).filter(isUrl), ...(broker.pactBrokerUrl ? [broker.pactBrokerUrl] : [])]
  const secrets = [token, invalidToken, broker.pactBrokerToken ?? '', broker.pactBrokerPassword ?? '']
  const maskSecrets = createMask(secrets)
  const mask = (text: string): string =>
    maskSecrets(urls.reduce((rest, one) => rest.replaceAll(one, hideQuery(one)), text))
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any(options.signal === undefined ? [timeout] : [timeout, options.signal])
  const advice = `Pass --limit ${Math.max(2 * limit, serviceOptions.limit.default)}`
  const end = await verify(base, { ...options, requestLimit, signal, mask }).catch(
    (error: unknown): PactRunEnd => {
      if (signal.aborted) {
        const message = timeout.aborted
          ? `the limit of ${limit} ms ended the run. ${advice}`
          : 'the run was stopped'
        return { unjudged: { kind: 'stopped', message } }
      }
      if (!(error instanceof VerifierCrash)) throw error
      return { unjudged: { kind: 'crashed', message: error.message } }
    },
  )
  return maskTexts(toReport('verify-pacts', String(url), start, end), mask) as PactReport
}
