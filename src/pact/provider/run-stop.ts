/** Ends a run early. */
export interface RunStop {
  signal: AbortSignal
  /** Says that the run was stopped; if its time was up, also after how long. */
  describe(): string
}

/** Ends a run after so many milliseconds, or with a signal. */
export function createRunStop(limit: number, asked: AbortSignal | undefined): RunStop {
  const timeout = AbortSignal.timeout(limit)
  return {
    signal: asked === undefined ? timeout : AbortSignal.any([timeout, asked]),
    describe: () => `the run was stopped${timeout.aborted ? ` after ${limit / 1000} s` : ''}`,
  }
}
