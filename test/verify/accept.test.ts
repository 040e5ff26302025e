import { describe, expect, test } from 'vitest'
import type { Exchange, Outcome } from '../../src/http/exchange.ts'
import { describeSeen, divide } from '../../src/verify/accept.ts'
import type { Found, Tried } from '../../src/verify/ledger.ts'

function toExchange(status: number, body: string, contentType?: string): Exchange {
  const headers = contentType === undefined ? [] : [['content-type', contentType] as const]
  const answer = { version: '1.1', status, headers, body: Buffer.from(body) }
  return toFailed({ kind: 'answer', answer })
}

const toFailed = (outcome: Outcome): Exchange => ({
  request: { method: 'POST', path: '/plants', headers: [], pieces: [] },
  outcome,
  duration: 1,
})

const json = 'application/json; charset=utf-8'
const at = '/response/body/message'
const [ofBody, ofStatus] = ['/response/body', '/response/status']
const crashed = toExchange(500, '<h1>Oh no: 17</h1>', 'text/HTML')
const object = 'application/json, an object'

test.each([
  [toExchange(400, '{"message":"Fern"}', json), at, `400, ${object}, at ${at}, a string`],
  [toExchange(400, '{"message":null}', json), at, `400, ${object}, at ${at}, null`],
  [toExchange(400, '{"error":9007199254740993}', json), at, `400, ${object}, at ${at}, missing`],
  [toExchange(422, '[1]', json), ofBody, '422, application/json, an array, at /response/body'],
  [crashed, ofBody, '500, text/html, markup, at /response/body'],
  [toExchange(502, 'Bad gateway'), ofStatus, '502, no type, text, at /response/status'],
  [toExchange(204, ''), ofStatus, '204, no type, no body, at /response/status'],
  [toFailed({ kind: 'dropped', message: 'gone', reused: false }), '/response', 'no answer (dropped)'],
])('%#: what was seen is %3$s', (exchange, place, seen) => {
  expect(describeSeen({ place, exchanges: [exchange] })).toBe(seen)
})

describe('requests that an entry names', () => {
  const page = toExchange(400, '<h1>', 'text/html')
  const seen = '400, text/html, markup, at /response/body'
  const toTrial = (name: string, check: Found['rule'], more: Partial<Tried> = {}): Tried => ({
    title: name,
    planned: { name, check },
    ...more,
  })
  const toFound = (...[first, ...others]: [Tried, ...Tried[]]): Found => ({
    kind: 'error',
    rule: 'error-is-json',
    place: '/response/body',
    problem: 'one',
    exchanges: [page],
    trials: [first, ...others],
  })
  const long = toTrial('a long query', 'other-paths')
  const other = toExchange(400, '<p>', 'text/html')
  const wrong = toTrial('name is 1', 'refuses-name-of-wrong-type', {
    shown: { kind: 'error', rule: 'error-is-json', place: ofBody, problem: 'two', exchanges: [other] },
  })
  const own = toTrial('the first 400', 'error-is-json')
  const drawn = toTrial('a random plant', 'text-keeps-unicode', { isDrawn: true })
  const plain = toTrial('a plain plant', 'created-status', { kind: 'plain' })

  test.each<[what: string, trials: [Tried, ...Tried[]], names: string[]]>([
    [
      'by the rules that they test, or by their titles',
      [long, wrong, own],
      ['other-paths', 'refuses-name-of-wrong-type', 'the first 400'],
    ],
    ['each once', [long, { ...long, title: 'after another one' }], ['other-paths']],
    ['without those that are drawn', [long, drawn], ['other-paths']],
    ['unless all are drawn', [drawn], ['a random plant']],
    ['all, if a plain plant is one of them', [long, plain], ['every request']],
    ['all, if they belong to no check', [{ title: 'the first request' }], ['every request']],
  ])('%s', (_what, trials, names) => {
    expect(divide(toFound(...trials), [])).toMatchObject([{ seen, names, exchanges: [page] }])
  })

  test('are divided from those that it does not name, which have exchanges of their own', () => {
    const entry = { rule: 'error-is-json', seen, requests: ['other-paths'], reason: 'known' } as const
    const others = [
      { ...entry, rule: 'id-zero' },
      { ...entry, seen: '500' },
    ] as const
    expect(divide(toFound(long, wrong, drawn), [...others, entry])).toMatchObject([
      { names: ['other-paths'], trials: [long, drawn], problem: 'one', exchanges: [page] },
      {
        names: ['refuses-name-of-wrong-type'],
        trials: [{ title: 'name is 1' }],
        problem: 'two',
        exchanges: [other],
      },
    ])
    expect(divide(toFound(drawn), [entry])).toMatchObject([{ names: [], trials: [drawn] }])
    expect(divide(toFound(long, wrong), [{ ...entry, requests: ['every request'] }])).toMatchObject([
      { names: ['every request'] },
    ])
    expect(divide(toFound(long, wrong), others)).toHaveLength(1)
  })
})
