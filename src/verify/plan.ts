/** How much a run sends, depending on how fast the service answers. */
export interface Plan {
  /** Whether trials run at the same time, unless they are about their order. */
  isSlow: boolean
  inARow: number
  atOnce: number
}

/** The plan for a service that answers quickly. */
export const fullPlan: Plan = { isSlow: false, inARow: 25, atOnce: 48 }

/** If an answer takes at most this many milliseconds, the run sends everything: a busy machine is as likely the cause as the service. */
const fast = 120

const clamp = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)))

/** Plans a run from the milliseconds that an answer takes and the accepted requests per second, so that judging a correct service takes about fifty times as long as one answer. */
export function planRun({
  latency,
  rate,
  concurrency,
}: {
  latency: number
  rate: number
  concurrency: number
}): Plan {
  const alone = Math.max(latency, 1000 / rate)
  const amongOthers = Math.max(latency, (concurrency * 1000) / rate)
  if (amongOthers <= fast) return fullPlan
  return {
    isSlow: alone > fast,
    // Ten requests reveal a mistake in every tenth request of a connection.
    inARow: clamp(2400 / alone, 10, fullPlan.inARow),
    atOnce: clamp(6000 / amongOthers, Math.min(concurrency, 24), fullPlan.atOnce),
  }
}

export function describeLeftOut({ inARow, atOnce }: Plan): string[] {
  const parts: [sent: number, all: number, what: string][] = [
    [inARow, fullPlan.inARow, 'plain plants in a row'],
    [atOnce, fullPlan.atOnce, 'plain plants at once'],
  ]
  return parts.filter(([sent, all]) => sent < all).map(([sent, all, what]) => `${sent} of ${all} ${what}`)
}
