import { expect, test } from 'vitest'
import { createPace } from '../../src/http/pace.ts'

/** Decides at a time whether a service accepts a request. */
type Limiter = (now: number) => boolean

/** Accepts requests that are far enough from the last accepted one, as nginx does without a burst. */
function limitSpacing(perSecond: number): Limiter {
  let next = 0
  return (now) => {
    if (now < next) return false
    next = now + 1000 / perSecond
    return true
  }
}

/** Accepts so many requests in each second. */
function limitWindow(perSecond: number): Limiter {
  let second = -1
  let count = 0
  return (now) => {
    if (Math.floor(now / 1000) !== second) count = 0
    second = Math.floor(now / 1000)
    return ++count <= perSecond
  }
}

const latency = 2
const backoff = [50, 100, 200, 400, 800]

/** Sends requests with so many workers, in simulated milliseconds. */
function simulate(accepts: Limiter, workers: number, requests: number) {
  const pace = createPace()
  const events: { at: number; run: (now: number) => void }[] = []
  const later = (at: number, run: (now: number) => void): void => void events.push({ at, run })
  let started = 0
  let done = 0
  let refused = 0
  let longest = 0
  let end = 0
  const waiting: number[] = []
  let isWaiting = false
  /** Sends the next request in line as soon as the pace allows it. */
  function next(now: number): void {
    const delay = pace.delay(now)
    if (delay > 0) {
      later(now + delay, next)
      return
    }
    isWaiting = false
    const tries = waiting.shift()
    if (tries === undefined) return
    transmit(now, tries)
    isWaiting = waiting.length > 0
    if (isWaiting) later(now, next)
  }
  function send(now: number, tries: number): void {
    waiting.push(tries)
    if (isWaiting) return
    isWaiting = true
    next(now)
  }
  function transmit(sentAt: number, tries: number): void {
    pace.send(sentAt)
    const isAccepted = accepts(sentAt)
    later(sentAt + latency, (answered) => {
      if (isAccepted) {
        pace.accept()
        done++
        end = answered
        return work(answered)
      }
      refused++
      longest = Math.max(longest, tries)
      pace.limit(answered, sentAt)
      later(answered + (backoff[tries - 1] ?? 800), (again) => send(again, tries + 1))
    })
  }
  function work(now: number): void {
    if (started++ < requests) send(now, 1)
  }
  for (let worker = 0; worker < workers; worker++) later(0, work)
  while (events.length > 0) {
    const first = events.reduce((one, other) => (other.at < one.at ? other : one))
    events.splice(events.indexOf(first), 1)
    first.run(first.at)
  }
  return { done, refused, longest, perSecond: (done * 1000) / end }
}

test.each<
  [title: string, workers: number, perSecond: number, limit: (perSecond: number) => Limiter, used: number]
>([
  ['one after another, 100 per second spaced', 1, 100, limitSpacing, 0.6],
  ['24 at once, 100 per second spaced', 24, 100, limitSpacing, 0.6],
  ['24 at once, 10 per second spaced', 24, 10, limitSpacing, 0.6],
  ['24 at once, 100 in each second', 24, 100, limitWindow, 0.3],
])(
  'most requests pass a limit, and enough of the limit is used: %s',
  (_title, workers, perSecond, limit, used) => {
    const { done, refused, longest, ...ended } = simulate(limit(perSecond), workers, 1000)
    expect(done).toBe(1000)
    expect(refused).toBeLessThan(250)
    expect(longest).toBeLessThanOrEqual(5)
    expect(ended.perSecond).toBeGreaterThan(perSecond * used)
  },
)

test('without a refusal there is no limit', () => {
  expect(simulate(() => true, 24, 1000).perSecond).toBeGreaterThan(10_000)
})

test('a limit that no pace changes is released', () => {
  const pace = createPace()
  pace.send(0)
  pace.limit(2, 0)
  expect(pace.delay(2)).toBeGreaterThan(0)
  pace.release()
  expect([pace.rate, pace.delay(2)]).toEqual([Number.POSITIVE_INFINITY, 0])
})
