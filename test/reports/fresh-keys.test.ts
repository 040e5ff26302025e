import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { quote } from '../../src/http/quote.ts'
import { type FreshKeys, refreshKeys } from '../../src/reports/fresh-keys.ts'

const int64: FreshKeys = { from: -(2n ** 63n), to: 2n ** 63n - 1n }

function toExchange(body: string, status: number): Exchange {
  const answer = { version: '1.1', status, headers: [], body: Buffer.alloc(0) }
  return {
    request: { method: 'POST', path: '/plants', headers: [], pieces: [Buffer.from(body)] },
    outcome: { kind: 'answer', answer },
    duration: 1,
  }
}

/** Sends bodies again, in one shell, and returns what the commands send, and what is said about them. */
function sendAgain(bodies: readonly string[], status = 200, fresh = int64) {
  const commands = bodies.map((body) => `printf '%s\\n' ${quote(body)}`)
  const made = refreshKeys(
    commands,
    bodies.map((body) => toExchange(body, status)),
    fresh,
  )
  const script = made.map(({ command }) => command).join('\n')
  return {
    sent: execFileSync('sh', ['-c', script]).toString().split('\n').slice(0, -1),
    notes: made.flatMap(({ note = [] }) => note),
    script,
  }
}

const readId = (body: string): bigint => BigInt(/-?\d{2,}/.exec(body)?.[0] ?? 0)

test.each<[id: string, from: bigint, to: bigint, fresh?: Partial<FreshKeys>]>([
  ['3234638875625750528', 10n ** 18n, 2n ** 62n],
  ['-1234567890', -(2n ** 31n), -(10n ** 9n)],
  ['10295373293271040', 2n ** 53n, 2n ** 54n],
  ['9223371999999999999', 2n ** 63n - 2n ** 40n - 1n, 2n ** 63n - 3n],
  ['12345678', 12_000_000n, 12_999_999n, { from: 12_000_000n, to: 12_999_999n }],
  // What is there for its value, if the finding has others, too
  ['-1', -(2n ** 31n), -(10n ** 9n)],
  ['4294967296', 2n ** 32n, 2n ** 33n],
  ['9223372036854775808', 2n ** 63n, 2n ** 64n],
])('the key %s is made anew, and about as large', (id, from, to, more = {}) => {
  const { sent, notes } = sendAgain([`{"id":${id},"name":"it's 5 %"}`], 200, { ...int64, ...more })
  const [body = ''] = sent
  expect([body.replace(/-?\d+(?=,)/, 'N'), notes]).toEqual(['{"id":N,"name":"it\'s 5 %"}', []])
  expect(body).not.toContain(`${id},`)
  expect(readId(body)).toBeGreaterThanOrEqual(from)
  expect(readId(body)).toBeLessThanOrEqual(to)
})

test.each([
  ['{"id":"3234638875625750528"}', /^\{"id":"\d{19}"\}$/],
  ['{"id":1.5}', /^\{"id":1\d{9}\.5\}$/],
  ['{"_id":3234638875625750528}', /^\{"_id":\d{19}\}$/],
  [String.raw`"{\"id\":3234638875625750528}"`, /^"\{\\"id\\":\d{19}\}"$/],
  ['id=3234638875625750528&name=a', /^id=\d{19}&name=a$/],
])('the key in %s is made anew', (body, pattern) => {
  const { sent, notes } = sendAgain([body])
  expect([sent, notes]).toEqual([[expect.stringMatching(pattern)], []])
  expect(sent[0]).not.toBe(body)
})

test.each<[body: string, fresh: Partial<FreshKeys>, note: string]>([
  ['{"id":0}', {}, 'the service has stored the id 0 by now'],
  [
    '{"id":9223372036854775808}',
    { isOfValue: true },
    'the service has stored the id 9223372036854775808 by now',
  ],
  ['{"id":3234638875625750528}', { to: 5n }, 'the service has stored the id 3234638875625750528 by now'],
  [`{"id":${'9'.repeat(500)}}`, {}, `the service has stored the id ${'9'.repeat(20)}… by now`],
  ['{"id":null}', {}, 'the service has stored what it has made of this by now'],
])('%s with %o stays, and the reader learns that it is stored', (body, fresh, note) => {
  expect(sendAgain([body], 200, { ...int64, ...fresh })).toMatchObject({ sent: [body], notes: [note] })
  expect(sendAgain([body], 400, { ...int64, ...fresh })).toMatchObject({ sent: [body], notes: [] })
})

describe('keys of several requests stay', () => {
  const first = 3234638875625750528n
  test.each<[what: string, keys: readonly bigint[], isSo: (one: bigint, other: bigint) => boolean]>([
    ['the same', [first, first], (one, other) => one === other],
    [
      'next to each other',
      [10295373293271040n, 10295373293271041n],
      (one, other) => other - one === 1n && one % 2048n === 0n,
    ],
    [
      'alike in their lowest 32 bits',
      [1234567890n, 1234567890n + 2n ** 32n],
      (one, other) => other - one === 2n ** 32n,
    ],
    [
      'alike in their lowest 63 bits',
      [1234567890n, 1234567890n - 2n ** 63n],
      (one, other) => one - other === 2n ** 63n,
    ],
    ['alike but for their sign', [first, -first], (one, other) => one === -other],
    ['independent', [first, 4081126004884646729n], (one, other) => one !== other],
  ])('%s', (_what, keys, isSo) => {
    const { sent, notes, script } = sendAgain(keys.map((key) => `{"id":${key},"name":"Fern"}`))
    const [one = 0n, other = 0n] = sent.map(readId)
    expect(notes).toEqual([])
    expect(isSo(one, other), script).toBe(true)
    expect([one, other]).not.toContain(keys[0])
  })

  test('in one command, too', () => {
    const body = `{"id":${first}}`
    const command = `printf '%s %s' ${quote(body)} ${quote(body)}`
    const [made] = refreshKeys([command, ''], [toExchange(body, 200), toExchange(body, 409)], int64)
    expect(made?.command).toBe(`id=$(date +%s%N); printf '%s %s' '{"id":'$id'}' '{"id":'$id'}'`)
  })
})

test('each of many requests at once has another key', () => {
  const command = `seq 3 | xargs -I NNN echo '{"id":3234638875625750NNN}'`
  const [made] = refreshKeys([command], [toExchange('{"id":3234638875625750528}', 500)], int64)
  expect(made?.command).toBe(`seq 3 | xargs -I NNN echo '{"id":'$(date +%s%N | cut -c-16)'NNN}'`)
})
