import { describe, expect, test } from 'vitest'
import type { JudgedAnswer, JudgedRequest } from '../../src/judge/exchange.ts'
import { judgeExchange, type Known } from '../../src/judge/judge-exchange.ts'
import { showsTrace } from '../../src/judge/judge-refused.ts'
import { toSignature } from '../../src/judge/signature.ts'

const json = ['content-type', 'application/json'] as const
const bearer = ['authorization', 'Bearer token'] as const
const right = '{"id":1,"name":"Fern"}'

interface Sent {
  body?: string
  headers?: JudgedRequest['headers']
  method?: string
  path?: string
}

const toRequest = ({
  body = right,
  headers = [json, bearer],
  method = 'POST',
  path = '/plants',
}: Sent = {}) => ({
  method,
  path,
  headers,
  body: Buffer.from(body),
})

const answer = (status: number, body = '', contentType = 'application/json'): JudgedAnswer => ({
  status,
  headers: [['content-type', contentType]],
  body: Buffer.from(body),
})
const error = '{"error":1,"message":"no"}'

/** Names what is wrong: each rule and its place. */
const findBroken = (sent: Sent, received?: JudgedAnswer, known?: Known): string[] =>
  judgeExchange(toRequest(sent), received, known)
    .filter(({ problem }) => problem !== undefined)
    .map(({ rule, place }) => `${rule} ${place}`)

describe('a request is judged without an answer', () => {
  test.each<[sent: Sent, ...found: string[]]>([
    [{}],
    [{ headers: [json] }, 'refuses-missing-credentials /request/headers'],
    [{ headers: [json, ['authorization', 'Basic eDp5']] }, 'refuses-other-scheme /request/headers'],
    [{ headers: [json, ['authorization', 'Bearer ']] }, 'refuses-empty-token /request/headers'],
    [{ headers: [json, ['authorization', 'bearer a b']] }, 'refuses-text-after-token /request/headers'],
    [{ headers: [bearer] }, 'refuses-other-content-type /request/headers/content-type'],
    [{ body: ' \n' }, 'refuses-empty-body /request/body'],
    [{ body: '{"id":1' }, 'refuses-malformed-json /request/body'],
    [{ body: '[]' }, 'refuses-non-object /request/body'],
    [{ body: '{}' }, 'refuses-missing-id /request/body/id', 'refuses-missing-name /request/body/name'],
    [{ body: '{"id":"1","name":"a"}' }, 'refuses-id-of-wrong-type /request/body/id'],
    [{ body: '{"id":1.5,"name":"a"}' }, 'refuses-fractional-id /request/body/id'],
    [{ body: '{"id":9223372036854775808,"name":"a"}' }, 'refuses-id-beyond-int64 /request/body/id'],
    [{ body: '{"id":1e400,"name":"a"}' }, 'refuses-id-beyond-int64 /request/body/id'],
    [
      { body: '{"id":1,"name":5,"tag":null}' },
      'refuses-name-of-wrong-type /request/body/name',
      'refuses-tag-of-wrong-type /request/body/tag',
    ],
    [{ method: 'GET' }, 'other-methods /request/method'],
    [{ path: '/pots', headers: [] }, 'other-paths /request/path'],
  ])('%j: %s', (sent, ...found) => {
    expect(findBroken(sent)).toEqual(found)
  })
})

describe('the mistakes in a request decide what its answer must be', () => {
  const wrong = { body: '{"id":1.5,"name":"Fern"}' }
  const missing = { headers: [json] }
  test.each<[what: string, sent: Sent, received: JudgedAnswer, known: Known, ...found: string[]]>([
    ['created', {}, answer(200, '{"name":"Fern"}'), {}],
    ['another name', {}, answer(200, '{"name":"fern"}'), {}, 'plant-echoes-name /response/body/name'],
    [
      'another half of a surrogate pair',
      { body: '{"id":1,"name":"\\ud800"}' },
      answer(200, '{"name":"�"}'),
      {},
    ],
    ['no name', {}, answer(200, '{}'), {}, 'plant-has-name /response/body/name'],
    [
      'a tag that was not sent',
      {},
      answer(200, '{"name":"Fern","tag":""}'),
      {},
      'omitted-tag-stays-out /response/body/tag',
    ],
    ['a 201', {}, answer(201, '{"name":"Fern"}'), {}, 'created-is-200 /response/status'],
    ['an Error with 200', {}, answer(200, error), {}, 'refusal-is-not-200 /response/status'],
    [
      'text',
      {},
      answer(200, '{"name":"Fern"}', 'text/plain'),
      {},
      'created-content-type /response/headers/content-type',
    ],
    ['a 500', {}, answer(500), {}, 'created-is-200 /response/status'],
    ['a 409, which may be right', {}, answer(409), {}, 'status-for-stored-id /response/status'],
    ['a 409 for a free id', {}, answer(409), { id: 'free' }, 'created-is-200 /response/status'],
    ['a 422 for a stored id', {}, answer(422), { id: 'stored' }, 'status-for-stored-id /response/status'],
    ['the stored name for a stored id', {}, answer(200, '{"name":"Moss","tag":"x"}'), { id: 'stored' }],
    [
      'no name for a stored id',
      {},
      answer(200, '{}'),
      { id: 'stored' },
      'plant-has-name /response/body/name',
    ],
    [
      'a 400 that is no Error',
      wrong,
      answer(400, '{}'),
      {},
      'refuses-fractional-id /request/body/id',
      'error-has-error /response/body/error',
      'error-has-message /response/body/message',
    ],
    ['refused', wrong, answer(400, error), {}, 'refuses-fractional-id /request/body/id'],
    [
      'accepted by mistake',
      wrong,
      answer(200, '{"name":5}'),
      {},
      'refuses-fractional-id /request/body/id',
      'refuses-fractional-id /response/status',
      'plant-has-name /response/body/name',
    ],
    [
      'a 5xx for a body',
      wrong,
      answer(500),
      {},
      'refuses-fractional-id /request/body/id',
      'refused-body-no-5xx /response/status',
    ],
    [
      'a 5xx for credentials',
      missing,
      answer(500),
      {},
      'refuses-missing-credentials /request/headers',
      'refused-credentials-no-5xx /response/status',
    ],
    [
      'a 403 without credentials',
      missing,
      answer(403),
      {},
      'refuses-missing-credentials /request/headers',
      'status-for-missing-credentials /response/status',
    ],
    [
      'a 200 for an invalid token',
      {},
      answer(200, '{"name":"Fern"}'),
      { isTokenInvalid: true },
      'refuses-unissued-token /request/headers',
      'refuses-unissued-token /response/status',
    ],
  ])('%s', (_what, sent, received, known, ...found) => {
    expect(findBroken(sent, received, known)).toEqual(found)
  })

  test('a finding names the expected and the actual value', () => {
    const found = judgeExchange(toRequest(), answer(200, '{"name":5}')).find(
      ({ problem }) => problem !== undefined,
    )
    expect(found).toEqual({
      rule: 'plant-has-name',
      place: '/response/body/name',
      problem: 'name must be a string, got 5',
      expected: 'a string',
      actual: '5',
    })
  })
})

describe('a long message costs no more than a short one', () => {
  const plant = { id: 77n, name: 'Fern' }
  const refuse = (message: string) => ({
    version: '1.1',
    ...answer(400, JSON.stringify({ error: 1, message })),
    body: Buffer.from(JSON.stringify({ error: 1, message })),
  })

  test('at most 2,000 characters of a refusal are compared, without what belongs to the plant', () => {
    expect(toSignature(refuse('a'.repeat(120_000)), plant).length).toBeLessThan(2100)
    const long = { ...plant, name: 'x'.repeat(10_000) }
    expect(toSignature(refuse(`${long.name} is taken at 2026-01-31T10:00:00Z`), long)).toBe(
      '400 1 @ is taken at ~',
    )
  })

  test.each<[text: string, isTrace: boolean]>([
    ['Error: no\n    at create (/app/plants.js:10:5)', true],
    ['{"stack":"Error\\n    at create (/app/plants.js:10:5)"}', true],
    ['Traceback (most recent call last):', true],
    ['the plant is at 10:30 in the garden', false],
    [`${'\n'.repeat(120_000)}${' at '.repeat(30_000)}`, false],
    [` at ${':'.repeat(120_000)}`, false],
  ])('%.40j shows a stack trace: %s', (text, isTrace) => {
    expect(showsTrace(text)).toBe(isTrace)
  })
})

test.each([
  ['Fern\n', 'Fern', 'name must be "Fern\\n", got "Fern"'],
  ['e\u0301', 'é', 'name must be "e\\u{301}", got "\\u{e9}"'],
  ['Fern', 'Moss\n', 'name must be "Fern", got "Moss\\n"'],
  [
    `${'a'.repeat(50)}é${'z'.repeat(50)}`,
    `${'a'.repeat(50)}e${'z'.repeat(50)}`,
    `name must be "…${'a'.repeat(10)}é${'z'.repeat(29)}…" (101 characters), got "…${'a'.repeat(10)}e${'z'.repeat(29)}…" (101 characters)`,
  ],
  [
    'a'.repeat(50),
    'a'.repeat(35),
    `name must be "…${'a'.repeat(25)}" (50 characters), got "${'a'.repeat(35)}"`,
  ],
  ['a'.repeat(50), 'Fern', `name must be "${'a'.repeat(40)}…" (50 characters), got "Fern"`],
])('texts that look the same are shown apart: %j and %j', (sent, got, problem) => {
  const request = toRequest({ body: JSON.stringify({ id: 1, name: sent }) })
  const verdicts = judgeExchange(request, answer(200, JSON.stringify({ name: got })))
  expect(verdicts.flatMap((verdict) => verdict.problem ?? [])).toEqual([problem])
})
