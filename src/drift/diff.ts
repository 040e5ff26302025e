import { applyBaseline } from '../reports/baseline.ts'
import { chooseCases } from './choose-cases.ts'
import { type Compared, compareCases } from './compare-case.ts'
import { applyLearned } from './known-differences.ts'
import { type DiffOptions, ServiceError } from './options.ts'
import { type DiffReport, type KnownDifference, toReport } from './report.ts'
import { openService } from './service.ts'
import { suggestLine } from './suggest-line.ts'

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
  const compared = new Map<string, Compared>()
  let opened = start
  let mask = (text: string): string => text
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
    const all = cases.flatMap(({ title }) => compared.get(title) ?? [])
    const duration = Math.round(performance.now() - start)
    const end = { subject: String(url), startedAt, duration, requests, ...(unjudged && { unjudged }) }
    const isComplete = !only && !skip && !unjudged
    const results = applyLearned(
      all.map(({ result }) => result),
      fakeOptions.differences ?? [],
      isComplete,
    )
    const toHint = (place: string, titles: readonly string[]): string =>
      mask(
        suggestLine(
          place,
          titles.flatMap((title) => compared.get(title) ?? []),
          fakeOptions.answers,
        ),
      )
    return (baseline) =>
      toReport(end, applyBaseline(results, baseline, 'known to differ', { isComplete }), baseline, toHint)
  }
  try {
    using service = await openService(url, { ...serviceOptions, ...(limits && { limits }) }, measure)
    opened = performance.now()
    mask = service.mask
    await compareCases(service, cases, fakeOptions, {
      showToken: options.showToken,
      onDone(one, result) {
        compared.set(one.title, result)
        onProgress?.({ cases: compared.size, total: cases.length, title: one.title, timeLeft: estimate() })
      },
    })
    return finish(service.run.sender.sent)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, message, requests } = error
    return finish(requests, { kind, message })
  }
}
