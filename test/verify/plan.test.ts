import { describe, expect, test } from 'vitest'
import { describeLeftOut, estimateTimeLeft, fullPlan, planRun } from '../../src/verify/plan.ts'

const concurrency = 24
const rate = Number.POSITIVE_INFINITY

describe('a plan depends on the speed of the service', () => {
  test.each<[title: string, service: Partial<Parameters<typeof planRun>[0]>, plan: Partial<typeof fullPlan>]>(
    [
      ['2 ms per answer', { latency: 2 }, fullPlan],
      ['120 ms per answer', { latency: 120 }, fullPlan],
      ['125 ms per answer', { latency: 125 }, { isSlow: true, inARow: 19, atOnce: 48 }],
      ['250 ms per answer', { latency: 250 }, { isSlow: true, inARow: 10, atOnce: 24 }],
      ['2 s per answer', { latency: 2000 }, { isSlow: true, inARow: 10, atOnce: 24 }],
      ['100 requests per second', { latency: 5, rate: 100 }, { isSlow: false, inARow: 25, atOnce: 25 }],
      ['3 requests per second', { latency: 5, rate: 3 }, { isSlow: true, inARow: 10, atOnce: 24 }],
      ['two at once', { latency: 2000, concurrency: 2 }, { isSlow: true, atOnce: 3 }],
    ],
  )('%s', (_title, service, plan) => {
    expect(planRun({ latency: 0, rate, concurrency, ...service })).toMatchObject(plan)
  })

  test('and the report says what the run left out', () => {
    expect(describeLeftOut(fullPlan)).toEqual([])
    const left = [
      '10 of 25 plain plants in a row',
      '24 of 48 plain plants at once',
      '10 % of the requests in unusual forms',
    ]
    expect(describeLeftOut(planRun({ latency: 2000, rate, concurrency }))).toEqual(left)
  })
})

describe('the time left depends on what the service limits', () => {
  // 93 of 634 trials in two minutes, most of them one after another.
  const waits = { elapsed: 120_000, waited: 150, waitsLeft: 60 }
  const started = { ...waits, requestsLeft: 540, sent: 201, limited: 0, rate }
  test.each<[title: string, progress: Partial<typeof started>, seconds: number]>([
    ['nothing', {}, 48],
    ['two requests per second', { rate: 2 }, 270],
    ['100 requests per minute', { sent: 403, limited: 202, rate: 5 }, 322],
    ['a restart', { sent: 206, limited: 5 }, 48],
  ])('%s', (_title, progress, seconds) => {
    expect(Math.round(estimateTimeLeft({ ...started, ...progress }) / 1000)).toBe(seconds)
  })
})
