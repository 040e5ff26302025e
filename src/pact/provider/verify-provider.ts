import { openAccess } from '../../http/access.ts'
import { createMask, maskTexts } from '../../http/create-mask.ts'
import { hideQuery, maskUrl } from '../../http/mask.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { OptionsError } from '../../options/options-error.ts'
import { showExchange } from '../../reports/show.ts'
import { PactFileError, readPacts } from '../file/read-pacts.ts'
import { findCore } from '../load-core.ts'
import { type PactReport, type PactRunEnd, toCase, toReport } from '../report.ts'
import { VerifierCrash } from '../verifier/run-verifier.ts'
import type { RunOptions } from './connect.ts'
import { checkProviderOptions, isUrl, type VerifyProviderOptions } from './provider-options.ts'
import { runPacts, toList } from './run-pacts.ts'
import { judgeTurn } from './to-findings.ts'

/** Chooses the files and URLs that Pact's verifier gets. Throws an error if all files are broken, or for other services. */
function choosePacts({ pacts, provider }: VerifyProviderOptions) {
  const urls = [...new Set(toList(pacts).filter(isUrl))]
  const files = toList(pacts).filter((name) => !isUrl(name))
  if (files.length === 0) return { pactUrls: urls, broken: [], notes: [] }
  const { pacts: own, broken, notes } = readPacts(files, provider)
  const providers = [...new Set(own.map((one) => `"${one.provider}"`))]
  if (providers.length > 1)
    throw new OptionsError(`is missing, and the pacts are for ${providers.join(', ')}`, ['provider'])
  return { pactUrls: [...own.map(({ source }) => source), ...urls], broken, notes }
}

async function verify(base: URL, options: RunOptions): Promise<PactRunEnd> {
  const { pactUrls, notes, ...chosen } = choosePacts(options)
  const run = await runPacts(base, pactUrls, options)
  if (run.kind !== undefined) return { unjudged: run, broken: chosen.broken, notes }
  const { verdict, unpublished, turns } = run
  const broken = [...chosen.broken, ...verdict.failures]
  if (verdict.results.length === 0) throw new PactFileError(options.mask(broken.join('; ')))
  const shown = { base, secrets: options.secrets, showToken: false }
  const cases = verdict.results.map((result, at) => {
    const turn = turns[at] ?? { states: [], failures: [] }
    const findings = judgeTurn(turn, result)
    const exchange = findings.length > 0 && turn.exchange ? showExchange(turn.exchange, shown) : undefined
    const { consumer, provider, description, providerStates: states, pending } = result
    const described = { consumer, provider, description, states }
    return toCase(described, findings, { isAllowedToFail: pending, exchange })
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
 * @throws {OptionsError} if an option is unknown or has an invalid value, or a filter leaves nothing
 * @throws {PactFileError} if there are no pacts, or none that can be loaded
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(url: string | URL, options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(url, options)
  const access = openAccess(options)
  findCore('verify the pacts')
  const start = Date.now()
  const { broker = {}, pacts, headers = {} } = options
  const { limit = serviceOptions.limit.default, requestLimit = serviceOptions.requestLimit.default } = options
  const urls = [...toList(pacts).filter(isUrl), ...(broker.pactBrokerUrl ? [broker.pactBrokerUrl] : [])]
  const ofHeaders = access.headers.map(({ name, shell }) => (shell === undefined ? '' : headers[name]))
  const { pactBrokerToken, pactBrokerPassword } = broker
  const secrets = [pactBrokerToken, pactBrokerPassword, ...ofHeaders].filter((one) => !!one) as string[]
  const mask = (text: string): string =>
    createMask(secrets)(urls.reduce((rest, one) => rest.replaceAll(one, hideQuery(maskUrl(one))), text))
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  let end: PactRunEnd
  try {
    end = await verify(base, { ...options, access, secrets, requestLimit, signal, mask })
  } catch (error) {
    if (!signal.aborted && !(error instanceof VerifierCrash)) throw error
    const advice = `Pass --limit ${Math.max(2 * limit, serviceOptions.limit.default)}`
    const ofEnd = timeout.aborted
      ? `the limit of ${limit} ms ended the run. ${advice}`
      : 'the run was stopped'
    end = {
      unjudged: signal.aborted
        ? { kind: 'stopped', message: ofEnd }
        : { kind: 'crashed', message: (error as Error).message },
    }
  }
  return maskTexts(toReport('verify-pacts', String(url), start, end), mask) as PactReport
}
