import { openAccess } from '../../http/access.ts'
import { createMask, maskTexts } from '../../http/create-mask.ts'
import { hideQuery, maskUrl } from '../../http/mask.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { showExchange } from '../../reports/show.ts'
import { PactFileError, readPacts } from '../file/read-pacts.ts'
import { findCore } from '../load-core.ts'
import { type PactReport, type PactRunEnd, toCase, toReport } from '../report.ts'
import { VerifierCrash } from '../verifier/run-verifier.ts'
import { checkProviderOptions, isUrl, type VerifyProviderOptions } from './provider-options.ts'
import { runPacts, toList } from './run-pacts.ts'
import { judgeTurn } from './to-findings.ts'

/** Chooses the files and URLs that Pact's verifier gets. Throws an error if all files are broken, or for other services. */
function choosePacts({ pacts, provider }: VerifyProviderOptions) {
  const named = toList(pacts)
  const urls = [...new Set(named.filter(isUrl))]
  const files = named.filter((name) => !isUrl(name))
  if (files.length === 0) return { pactUrls: urls, broken: [], notes: [] }
  const { pacts: own, ...others } = readPacts(files, provider)
  return { pactUrls: [...own.map(({ source }) => source), ...urls], ...others }
}

async function verify(base: URL, options: Parameters<typeof runPacts>[2]): Promise<PactRunEnd> {
  const { pactUrls, notes, ...chosen } = choosePacts(options)
  const run = await runPacts(base, pactUrls, options)
  if (run.kind !== undefined) return { unjudged: run, broken: chosen.broken, notes }
  const { verdict, unpublished, turns } = run
  const broken = [...chosen.broken, ...verdict.failures]
  if (verdict.results.length === 0) throw new PactFileError(options.mask(broken.join('; ')))
  const shown = { base, secrets: options.secrets, showToken: false }
  const cases = turns.flatMap((turn, at) => {
    const result = verdict.results[at]
    if (result === undefined) return []
    const findings = judgeTurn(turn, result)
    const exchange = findings.length > 0 && turn.exchange ? showExchange(turn.exchange, shown) : undefined
    const described = { ...result, states: result.providerStates }
    return toCase(described, findings, { isAllowedToFail: result.pending, exchange })
  })
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
  const access = openAccess(options)
  findCore('verify the pacts')
  const start = Date.now()
  const { invalidToken = '', broker = {}, pacts, headers = {} } = options
  const { limit = serviceOptions.limit.default, requestLimit = serviceOptions.requestLimit.default } = options
  const urls = [...toList(pacts).filter(isUrl), ...(broker.pactBrokerUrl ? [broker.pactBrokerUrl] : [])]
  const secrets = [
    invalidToken,
    broker.pactBrokerToken ?? '',
    broker.pactBrokerPassword ?? '',
    ...access.headers.flatMap(({ name, shell }) => (shell === undefined ? [] : [headers[name] ?? ''])),
  ].filter(Boolean)
  const mask = (text: string): string =>
    createMask(secrets)(urls.reduce((rest, one) => rest.replaceAll(one, hideQuery(maskUrl(one))), text))
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any(options.signal === undefined ? [timeout] : [timeout, options.signal])
  const advice = `Pass --limit ${Math.max(2 * limit, serviceOptions.limit.default)}`
  const end = await verify(base, { ...options, access, secrets, requestLimit, signal, mask }).catch(
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
