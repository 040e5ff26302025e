/** How much a run sends, depending on how fast the service answers. */
export interface Plan {
  /** Whether trials run at the same time, unless they are about their order. */
  isSlow: boolean
  inARow: number
  atOnce: number
  /** The part of the groups that enumerate a dimension, from 0 to 1. */
  share: number
}

/** How many requests a run sends to a correct service that answers quickly, at most. */
export const usualRequests = 860

/** The plan for a service that answers quickly. */
export const fullPlan: Plan = { isSlow: false, inARow: 25, atOnce: 48, share: 1 }

/** If an answer takes at most this many milliseconds, the run sends everything: a busy machine is as likely the cause as the service. */
const fast = 120

/** The least part of the groups that enumerate a dimension. */
const leastShare = 0.1

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
    share: Math.min(1, Math.max(leastShare, fast / amongOthers)),
  }
}

/** What is known about the speed of a run. */
interface Progress {
  /** Milliseconds so far. */
  elapsed: number
  /** How many answers the run waited for, one after another, and has still to wait for. */
  waited: number
  waitsLeft: number
  /** How many requests are left, at least. */
  requestsLeft: number
  sent: number
  /** How many answers asked for fewer requests. */
  limited: number
  /** Requests per second that the service accepts; Infinity if it doesn't limit them. */
  rate: number
}

/** Estimates the milliseconds that are left of a run. If the service limits requests, sending many at once saves no time. */
export function estimateTimeLeft(progress: Progress): number {
  const { elapsed, waited, waitsLeft, requestsLeft, sent, limited, rate } = progress
  // With a limit per minute, the pace at the moment says little.
  const spacing = limited > sent / 10 ? elapsed / Math.max(1, sent - limited) : 1000 / rate
  return Math.round(Math.max((elapsed / Math.max(1, waited)) * waitsLeft, spacing * requestsLeft))
}

export function describeLeftOut({ inARow, atOnce, share }: Plan): string[] {
  const parts: [sent: number, all: number, what: string][] = [
    [inARow, fullPlan.inARow, 'plain plants in a row'],
    [atOnce, fullPlan.atOnce, 'plain plants at once'],
  ]
  return [
    ...parts.filter(([sent, all]) => sent < all).map(([sent, all, what]) => `${sent} of ${all} ${what}`),
    ...(share < 1 ? [`${Math.round(share * 100)} % of the requests in unusual forms`] : []),
  ]
}
