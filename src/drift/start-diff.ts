import { chooseCases } from './choose-cases.ts'
import { diff } from './diff.ts'
import type { DiffOptions } from './options.ts'
import type { CaseResult, DiffReport } from './report.ts'

/** A comparison whose cases can be checked one by one. */
export interface RunningDiff extends AsyncDisposable {
  /** The cases; make a test of each. */
  readonly cases: readonly { readonly title: string; readonly topic: string }[]
  /** The report, when the comparison is done. */
  readonly report: Promise<DiffReport>
  /** Resolves with the result of a case; rejects if the answers differ, unless the baseline says so, with both answers and the commands that send the requests again. */
  check(one: { readonly title: string; readonly topic: string }): Promise<CaseResult>
}

/** Explains in a few lines how the answers to a case differ. */
function describeDifference({ title, differences, real = [], fake, hint }: CaseResult): string {
  function show(who: string, exchanges: CaseResult['real']): string {
    const { answer, failure } = exchanges?.at(-1) ?? {}
    return `${who}: ${answer === undefined ? `no answer: ${failure}` : `${answer.status} ${answer.body}`}`
  }
  return [
    title,
    ...differences.map(({ problem, reason }) =>
      reason === undefined ? problem : `${problem} (known: ${reason})`,
    ),
    show('service', real),
    show('fake', fake),
    ...(hint === undefined ? [] : [hint]),
    ...real.map(({ request }) => request.curl),
  ].join('\n')
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
 * @throws {OptionsError} if an option has a wrong value, there is no case of a name, or none is left
 */
export function startDiff(url: string | URL, options: DiffOptions): RunningDiff {
  const cases = chooseCases(options).map(({ title, topic }) => ({ title, topic }))
  const stop = new AbortController()
  const { signal } = options
  const report = diff(url, {
    ...options,
    signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
  })
  report.catch(() => {})
  return {
    cases,
    report,
    async check({ title, topic }) {
      const { cases: results, unjudged } = await report
      const result = results.find((one) => one.title === title && one.topic === topic)
      if (result === undefined)
        throw new Error(
          unjudged === undefined
            ? `there is no case ${title}`
            : `the service can't be compared: ${unjudged.message}`,
        )
      if (result.status === 'different') throw new Error(describeDifference(result))
      return result
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await report.catch(() => {})
    },
  }
}
