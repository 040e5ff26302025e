import { expect, test } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { measure } from '../../src/verify/ledger.ts'

/** An exchange whose request has such a body. */
const exchangeOf = (body: string): Exchange => ({
  request: { method: 'POST', path: '/plants', headers: [], pieces: [Buffer.from(body)] },
  outcome: { kind: 'dropped', message: '', reused: false },
  duration: 1,
})
const plantOf = (bytes: number): string => `{"id":1,"name":"${'a'.repeat(bytes - 18)}"}`

test.each([
  [[plantOf(199)], 1198],
  [[plantOf(200)], 1300],
  [['{"id":12345,"name":"a"}'], 1018],
  [['{"id":1,"name":"a b"}'], 1121],
  [['{"id":1,"name":""}'], 1118],
  [['{"id":-1,"name":"a","tag":"b"}', ''], 2129],
])('exchanges are simpler the fewer and shorter they are, and if they are simple JSON', (bodies, size) => {
  expect(measure(bodies.map(exchangeOf))).toBe(size)
})
