import { describe, expect, test } from 'vitest'
import {
  asksForFewer,
  type Exchange,
  gatewayStatuses,
  type HttpAnswer,
  isLimiting,
  readAnswerHeader,
  readRetryAfter,
  readStatus,
  toHost,
  toPairs,
  toPathBelow,
  wasTaken,
} from '../../src/http/exchange.ts'

const toAnswer = (status: number, headers: HttpAnswer['headers'] = []): HttpAnswer => ({
  version: '1.1',
  status,
  headers,
  body: Buffer.alloc(0),
})

const request = { method: 'POST', path: '/plants', headers: [], pieces: [] }

test('several fields of a header are joined, and an odd list of names and values has an empty last value', () => {
  const headers = toPairs(['allow', 'GET', 'x', 'y', 'allow', 'POST', 'last'])
  expect(headers).toEqual([
    ['allow', 'GET'],
    ['x', 'y'],
    ['allow', 'POST'],
    ['last', ''],
  ])
  expect(readAnswerHeader({ headers }, 'allow')).toBe('GET, POST')
  expect(readAnswerHeader({ headers }, 'none')).toBeUndefined()
})

test.each([
  ['http://[::1]:80/a//', '::1', '/a/plants'],
  ['http://plants.example', 'plants.example', '/plants'],
])('the base address %s has the host %s, and paths start after its own', (base, host, path) => {
  expect([toHost(new URL(base)), toPathBelow(new URL(base), '/plants')]).toEqual([host, path])
})

describe('what a status says', () => {
  test.each<[status: number, headers: HttpAnswer['headers'], says: string]>([
    [199, [], ''],
    [200, [], 'taken'],
    [299, [], 'taken'],
    [300, [], ''],
    [429, [], 'limiting fewer'],
    [502, [], 'gateway'],
    [503, [], 'fewer gateway'],
    [503, [['retry-after', '1']], 'limiting fewer gateway'],
    [504, [['retry-after', '1']], 'gateway'],
  ])('%i with %j: %s', (status, headers, says) => {
    const answer = toAnswer(status, headers)
    const exchange: Exchange = { request, outcome: { kind: 'answer', answer }, duration: 1 }
    const words = { taken: wasTaken(exchange), limiting: isLimiting(answer), fewer: asksForFewer(answer) }
    const found = Object.entries({ ...words, gateway: gatewayStatuses.has(status) })
    expect(found.flatMap(([word, isTrue]) => (isTrue ? [word] : [])).join(' ')).toBe(says)
    expect(readStatus(exchange)).toBe(status)
  })

  test('no answer has no status', () => {
    const outcome = { kind: 'timeout', message: 'none', reused: false } as const
    const exchange: Exchange = { request, outcome, duration: 1 }
    expect([readStatus(exchange), wasTaken(exchange)]).toEqual([undefined, false])
  })
})

test.each<[value: string | undefined, expected: number | undefined]>([
  [undefined, undefined],
  [' 2 ', 2000],
  ['soon', undefined],
  ['-1', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [new Date(Date.now() + 2 ** 31 * 1000).toUTCString(), expect.closeTo(2 ** 31 * 1000, -6)],
])('Retry-After: %s', (value, expected) => {
  const headers: HttpAnswer['headers'] = value === undefined ? [] : [['retry-after', value]]
  expect(readRetryAfter(toAnswer(429, headers))).toEqual(expected)
})
