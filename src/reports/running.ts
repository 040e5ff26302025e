import { type Case, describeFailure, describeVerdict, type Report } from './report.ts'

/** A run whose cases can be checked one by one; the end of the scope of `await using` stops it. */
export interface Running<Entry, R extends Report> extends AsyncDisposable {
  readonly report: Promise<R>
  /** Resolves with the result of a case; rejects if it fails, with the answers and the commands that send the requests again. */
  check(one: Entry): Promise<Case>
}

/**
 * Starts a run, so that each case can be a test.
 *
 * @param isSame finds the case of an entry
 */
export function startRun<Entry, R extends Report>(
  run: (signal: AbortSignal) => Promise<R>,
  signal: AbortSignal | undefined,
  isSame: (one: Case, entry: Entry) => boolean,
): Running<Entry, R> {
  const stop = new AbortController()
  const report = run(signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]))
  report.catch(() => {})
  return {
    report,
    async check(entry) {
      const ended = await report
      const found = ended.cases.find((one) => isSame(one, entry))
      if (found?.status === 'failed' || found?.status === 'warning') throw new Error(describeFailure(found))
      if (ended.unjudged !== undefined) throw new Error(`${describeVerdict(ended)}`)
      if (found === undefined) throw new Error('the run has no such case')
      return found
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await report.catch(() => {})
    },
  }
}
