import { expect, test } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { measure } from '../../src/verify/ledger.ts'

/** An exchange whose request has such a body. */
const exchangeOf = (body: string): Exchange => ({
  request: { method: 'POST', path: '/plants', headers: [], pieces: [Buffer.from(body)] },
  outcome: { kind: 'dropped', message: '', reused: false },
  duration: 1,
})
const plantOf = (bytes: number): string => `{"id":1000,"name":"${'a'.repeat(bytes - 21)}"}`

test.each([
  [[plantOf(99)], 1099],
  [[plantOf(100)], 1200],
  [['{"id":1000,"name":"a b"}'], 1124],
  [['{"id":0,"name":"a"}'], 1119],
  [['{"id":-1000,"name":"a","tag":"b"}', ''], 2133],
])(
  'exchanges are simpler the fewer and shorter they are, and if they are short plain plants',
  (bodies, size) => {
    expect(measure(bodies.map(exchangeOf))).toBe(size)
  },
)
