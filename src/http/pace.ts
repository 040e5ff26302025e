/** How fast requests may follow each other; it adapts to a service that limits their rate. Times are in milliseconds. */
export interface Pace {
  /** Requests per second; Infinity until the service asks for fewer. */
  readonly rate: number
  /** Returns how long to wait after the last request; 0 if the next one may be sent. */
  delay(now: number): number
  send(now: number): void
  /** Counts an answer that doesn't ask for fewer requests. */
  accept(): void
  /** Slows down, but only once for all requests that were sent before it last slowed down. */
  limit(now: number, sentAt: number): void
  /** Ends the limit, because slowing down changed nothing. */
  release(): void
}

/** How many of the last answers count, and how many of them may be refusals: requests that were sent in time may arrive close together. */
const remembered = 20
const tolerated = 2

/** A refusal multiplies the rate by this. */
const decrease = 0.7

/** Requests per second that are added for each one that is accepted: 8% in a second. */
const growth = 0.08

const slowest = 1

/** Creates a pace without a limit: additive increase, multiplicative decrease. */
export function createPace(): Pace {
  let rate = Number.POSITIVE_INFINITY
  /** The time between the last two requests, as measured by a rate limiter without a burst. */
  let gap = 1000
  let last = Number.NEGATIVE_INFINITY
  let slowedAt = Number.NEGATIVE_INFINITY
  let answers: boolean[] = []
  function remember(isAccepted: boolean): void {
    answers = [...answers.slice(1 - remembered), isAccepted]
  }
  return {
    get rate() {
      return rate
    },
    delay: (now) => Math.max(0, last + 1000 / rate - now),
    send(now) {
      gap = Math.max(0.1, now - last)
      last = now
    },
    accept() {
      rate += growth
      remember(true)
    },
    limit(now, sentAt) {
      if (sentAt < slowedAt) return
      remember(false)
      const isLimited = Number.isFinite(rate)
      if (isLimited && answers.filter((isAccepted) => !isAccepted).length <= tolerated) return
      slowedAt = now
      answers = []
      rate = Math.max(slowest, (isLimited ? rate : 1000 / gap) * decrease)
    },
    release() {
      rate = Number.POSITIVE_INFINITY
      answers = []
    },
  }
}
