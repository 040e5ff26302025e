import { type Running, startRun } from '../reports/running.ts'
import { chooseCases } from './choose-cases.ts'
import { diff } from './diff.ts'
import type { DiffOptions } from './options.ts'
import type { DiffReport } from './report.ts'

interface NamedCase {
  readonly title: string
  readonly topic: string
}

/** A comparison whose cases can be checked one by one. */
export interface RunningDiff extends Running<NamedCase, DiffReport> {
  /** The cases; make a test of each. */
  readonly cases: readonly NamedCase[]
}

/**
 * Starts to compare a fake with a real service, so that each case can be a test. It stops at the end of the scope of
 * `await using`.
 *
 * @example
 * const running = startDiff('http://127.0.0.1:8080', { token: 'local-token', fake: options })
 * afterAll(() => running[Symbol.asyncDispose]())
 * test.for(running.cases)('$topic: $title', async (one, { skip }) => {
 *   const { status, reason } = await running.check(one)
 *   skip(status === 'skipped', reason)
 * })
 *
 * @throws {OptionsError} if an option has a wrong value, no case has a given name, or no case is left
 */
export function startDiff(url: string | URL, options: DiffOptions): RunningDiff {
  const cases = chooseCases(options).map(({ title, topic }) => ({ title, topic }))
  return {
    ...startRun(
      (signal) => diff(url, { ...options, signal }),
      options.signal,
      // Cases that show the same difference are one case of the report.
      (one, { title, topic }: NamedCase) =>
        (one.title === title && one.group === topic) ||
        one.findings.some(({ tried, alike }) => tried === title || alike?.includes(title)),
    ),
    cases,
  }
}
