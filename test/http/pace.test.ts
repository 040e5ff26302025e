import { expect, test } from 'vitest'
import { createPace } from '../../src/http/pace.ts'

/** Sends requests at these times, in milliseconds; gives the pace after them. */
function sendAt(...times: number[]) {
  const pace = createPace()
  for (const time of times) pace.send(time)
  return pace
}

test('without a refusal there is no limit', () => {
  const pace = sendAt(0, 1)
  pace.accept()
  expect([pace.rate, pace.delay(1)]).toEqual([Number.POSITIVE_INFINITY, 0])
})

test.each<[sent: number[], rate: number]>([
  [[0, 10], 70],
  [[0, 0], 7000],
  [[0, 5000], 1],
  [[0], 1],
  [[], 1],
])(
  'the first refusal after requests at %j limits the rate to 0.7 of theirs, but at least 1: %i',
  (sent, rate) => {
    const pace = sendAt(...sent)
    pace.limit(11, 10)
    expect(pace.rate).toBeCloseTo(rate, 9)
  },
)

test('a limited request waits for its turn', () => {
  const pace = sendAt(0, 7)
  pace.limit(20, 7)
  expect(pace.rate).toBeCloseTo(100, 9)
  expect([7, 8, 17, 30].map((now) => Math.round(pace.delay(now) * 1000))).toEqual([10_000, 9000, 0, 0])
  pace.accept()
  expect(pace.rate).toBeCloseTo(100.08, 9)
})

test.each([
  [17, true],
  [18, false],
])('a limit is lowered by the third refusal within twenty answers: %i others, %s', (others, isLowered) => {
  const pace = sendAt(0, 7)
  pace.limit(20, 7)
  // These were sent before the limit.
  for (let left = 5; left > 0; left--) pace.limit(25, 19.9)
  pace.limit(30, 20)
  pace.limit(31, 21)
  for (let left = others; left > 0; left--) pace.accept()
  pace.limit(32, 22)
  expect(pace.rate).toBeCloseTo((100 + others * 0.08) * (isLowered ? 0.7 : 1), 9)
})

test('a limit that changes nothing is released, and its refusals are forgotten', () => {
  const pace = sendAt(0, 7)
  for (const time of [8, 9, 10]) pace.limit(time, time)
  pace.release()
  expect([pace.rate, pace.delay(10)]).toEqual([Number.POSITIVE_INFINITY, 0])
  pace.send(20)
  pace.send(30)
  pace.limit(31, 30)
  for (const time of [32, 33]) pace.limit(time, time)
  expect(pace.rate).toBeCloseTo(70, 9)
})
