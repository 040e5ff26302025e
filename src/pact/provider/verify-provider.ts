import { createMask, maskTexts } from '../../http/create-mask.ts'
import { maskUrl } from '../../http/mask.ts'
import { serviceOptions } from '../../http/service-options.ts'
import { OptionsError } from '../../options/options-error.ts'
import { showExchange } from '../../reports/show.ts'
import { PactFileError, readPacts } from '../file/read-pacts.ts'
import { findCore } from '../load-core.ts'
import { type PactReport, type PactRunEnd, toCase, toPactFinding, toReport } from '../report.ts'
import { connectToService } from './connect.ts'
import { checkProviderOptions, isPactUrl, type VerifyProviderOptions } from './provider-options.ts'
import { runPacts } from './run-pacts.ts'
import { toFindings } from './to-findings.ts'

/** Milliseconds that the verifier waits longer than the service may take. */
const grace = 10_000

/** Chooses the files and URLs that Pact's verifier gets. */
function choosePacts({ pacts = [], provider }: VerifyProviderOptions) {
  const all = [...new Set([pacts].flat())]
  const urls = all.filter(isPactUrl)
  if (urls.length === all.length) return { pactUrls: urls, notes: [] }
  const { pacts: own, notes } = readPacts(
    all.filter((name) => !isPactUrl(name)),
    provider,
  )
  const providers = [...new Set(own.map((one) => `"${one.provider}"`))]
  if (providers.length > 1)
    throw new OptionsError(`is missing, and the pacts are for ${providers.join(', ')}`, ['provider'])
  return { pactUrls: [...own.map(({ source }) => source), ...urls], notes }
}

/**
 * Verifies a running service with pacts, by Pact's own verifier. It passes only if every interaction was verified.
 *
 * @example
 * const { outcome } = await verifyProvider('http://127.0.0.1:4010', {
 *   token: 'local-token',
 *   pacts: 'pacts/*.json',
 * })
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value, or a filter leaves nothing
 * @throws {PactFileError} if there are no pacts, or one can't be loaded
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function verifyProvider(url: string | URL, options: VerifyProviderOptions): Promise<PactReport> {
  const base = checkProviderOptions(url, options)
  findCore('verify the pacts')
  const start = Date.now()
  const { pactUrls, notes } = choosePacts(options)
  const { limit = serviceOptions.limit.default, requestLimit = serviceOptions.requestLimit.default } = options
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  using service = await connectToService(base, options, signal)
  const { pactBrokerToken = '', pactBrokerPassword = '' } = options.broker ?? {}
  const mask = (text: string): string =>
    createMask([...service.secrets(), pactBrokerToken, pactBrokerPassword])(maskUrl(text))

  async function verify(): Promise<PactRunEnd> {
    const headers = [{ name: 'Host', value: base.host }]
    const { outcome } = await service.send({ method: 'GET', path: base.pathname, headers, pieces: [] })
    if (outcome.kind === 'unreachable') {
      const message = `${base.href} is not reachable: ${outcome.message}`
      return { unjudged: { kind: 'unreachable', message }, notes }
    }
    const timeouts = { pactUrls, timeout: 2 * requestLimit + grace }
    const { verdict, turns, unpublished } = await runPacts(base, service, options, timeouts, { signal, mask })
    const { interactionResults: results, errors = [], notices = [] } = verdict
    const broken = errors.filter(
      ({ interaction = 'Failed to load pact' }) => interaction === 'Failed to load pact',
    )
    if (broken.length > 0)
      throw new PactFileError(
        mask(broken.map((one) => one.mismatch?.message ?? JSON.stringify(one)).join('; ')),
      )
    if (results.length === 0)
      throw new OptionsError('there are no interactions to verify, or the filters leave none')
    const cases = results.map((result, at) => {
      const { exchange, failures } = turns[at] ?? { failures: [] }
      const shown = exchange && showExchange(exchange, { base, secrets: service.secrets(), showToken: false })
      const findings = failures.map((problem) => toPactFinding('error', problem))
      const { consumer, provider, description, providerStates: states, pending: isPending } = result
      const found = failures.length > 0 ? findings : toFindings(result, shown)
      return toCase({ consumer, provider, description, states }, found, { isPending })
    })
    const said = notices.filter(({ when }) => when === 'before_verification')
    return { cases, unpublished, notes: [...notes, ...said.map(({ text }) => `The broker says: ${text}`)] }
  }

  function explain(error: Error): PactRunEnd {
    const more = Math.max(2 * limit, serviceOptions.limit.default)
    const message = timeout.aborted
      ? `the limit of ${limit} ms ended the run. Pass --limit ${more}`
      : 'the run was stopped'
    const kind = signal.aborted ? 'stopped' : 'crashed'
    return { unjudged: { kind, message: kind === 'stopped' ? message : error.message }, notes }
  }

  const end = await verify().catch((error: Error) => {
    if (error instanceof PactFileError || error instanceof OptionsError) throw error
    return explain(error)
  })
  return maskTexts(toReport('verify-pacts', String(url), start, end), mask) as PactReport
}
