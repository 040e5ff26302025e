import { applyBaseline } from '../reports/baseline.ts'
import type { Case } from '../reports/report.ts'
import type { DriftCase } from './cases.ts'
import { chooseCases } from './choose-cases.ts'
import { type CompareContext, type Compared, compareCase, findPinned } from './compare-case.ts'
import { type DiffOptions, ServiceError } from './options.ts'
import { type DiffReport, type KnownDifference, toReport } from './report.ts'
import { openService } from './service.ts'
import { startFake } from './start-fake.ts'
import { suggestKeys } from './suggest-keys.ts'

/** Adds the keys of the configuration that end differences; they are right only if all cases of a failure were compared. */
function addHints(compared: readonly Compared[]): Case[] {
  const keys = suggestKeys(compared.flatMap(({ refused }) => refused ?? []))
  return compared.map(({ result, refused }) => {
    const hint = result.status === 'failed' && refused && keys.get(refused.failure)
    return { ...result, ...(hint && { hints: [hint] }) }
  })
}

/**
 * Sends the same requests to a real service and to a fake, and compares the answers: statuses, the headers that clients
 * act on, the members of bodies and their types, names and tags of a 200, error numbers, and messages that the options of
 * the fake set. For pages of other origins, it compares whether they may read the answers. It leaves plants behind.
 *
 * @example
 * const { outcome, cases } = await diff('https://staging.example', { token: 'local-token', fake: options })
 *
 * @throws {OptionsError} if an option has a wrong value
 */
export async function diff(url: string | URL, options: DiffOptions): Promise<DiffReport> {
  const judge = await compareAll(url, options)
  return judge(options.baseline ?? [])
}

/** Does the same as {@link diff}, but returns what makes the report with a baseline. */
export async function compareAll(
  url: string | URL,
  options: DiffOptions,
): Promise<(baseline: readonly KnownDifference[]) => DiffReport> {
  const cases = chooseCases(options)
  const { fake: fakeOptions = {}, only, skip, baseline: _baseline, onProgress, ...serviceOptions } = options
  const limits = options.limits ?? fakeOptions.limits
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const compared = new Map<DriftCase, Compared>()
  let opened = start
  const estimate = (): number =>
    Math.round((performance.now() - opened) * (cases.length / Math.max(1, compared.size) - 1))
  const measure = () => ({
    progress: `when ${compared.size} of ${cases.length} cases were done`,
    timeLeft: estimate(),
  })
  function finish(
    requests: number,
    unjudged?: DiffReport['unjudged'],
  ): (baseline: readonly KnownDifference[]) => DiffReport {
    const all = cases.flatMap((one) => compared.get(one) ?? [])
    const results = unjudged || only ? all.map(({ result }) => result) : addHints(all)
    const duration = Math.round(performance.now() - start)
    const end = { subject: String(url), startedAt, duration, requests, ...(unjudged && { unjudged }) }
    return (baseline) =>
      toReport(end, applyBaseline(results, baseline, 'known to differ', !only && !skip), baseline)
  }
  try {
    using service = await openService(url, { ...serviceOptions, ...(limits && { limits }) }, measure)
    opened = performance.now()
    const { session, run } = service
    await using fake = await startFake(fakeOptions, session)
    const context: CompareContext = {
      service,
      fake,
      pinned: findPinned(fakeOptions.answers),
      hasCors: fakeOptions.cors !== undefined,
      showToken: options.showToken ?? false,
    }
    const compare = (one: DriftCase): Promise<Compared> => compareCase(one, context)
    await service.forEach(cases, compare, (one, result) => {
      compared.set(one, result)
      onProgress?.({ cases: compared.size, total: cases.length, title: one.title, timeLeft: estimate() })
    })
    return finish(run.sender.sent)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, message, requests } = error
    return finish(requests, { kind, message })
  }
}
