import { expect, test } from 'vitest'
import type { HttpAnswer, HttpRequest } from '../../src/http/exchange.ts'
import type { Verdict } from '../../src/judge/finding.ts'
import { values } from '../../src/judge/generated/values.ts'
import { type CreatedExpectation, judgeCreated } from '../../src/judge/judge-created.ts'
import { judgeExchange, type Known } from '../../src/judge/judge-exchange.ts'
import { judgeRefused, type RefusedExpectation } from '../../src/judge/judge-refused.ts'

const json = ['content-type', 'application/json'] as const
const bearer = ['authorization', 'Bearer token'] as const
const fern = '{"name":"Fern"}'
const error = '{"error":1,"message":"no"}'

type Pair = readonly [name: string, value: string]

interface Sent {
  method?: string
  path?: string
  query?: string[]
  headers?: Pair[]
  body?: string | Buffer
}

function toRequest(sent: Sent = {}): HttpRequest {
  const { method = 'POST', path = '/plants', query = [], headers = [json, bearer] } = sent
  const { body = '{"id":1,"name":"Fern"}' } = sent
  return {
    method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: headers.map(([name, value]) => ({ name, value })),
    pieces: [Buffer.from(body)],
  }
}

const answer = (
  status: number,
  body: string | Buffer = '',
  headers: HttpAnswer['headers'] = [json],
): HttpAnswer => ({ version: '1.1', status, headers, body: Buffer.from(body) })

/** Writes down verdicts: problems with their places and values, and in one line the rules that are kept. */
function describeVerdicts(title: string, verdicts: readonly Verdict[]): string {
  const kept: string[] = []
  const found: string[] = []
  for (const { kind, rule, place, problem, expected, actual } of verdicts) {
    const values = (expected ?? actual) ? ` [${expected} / ${actual}]` : ''
    const text = kind === 'moot' ? `(${problem})` : problem
    if (kind !== 'kept') found.push(`${rule} ${place}: ${text}${values}`)
    else kept.push(`${rule} ${place}`)
  }
  if (kept.length > 0) found.push(`✓ ${kept.join(', ')}`)
  return `${[title, ...found].join('\n  ')}\n`
}

const expectRecorded = (name: string, lines: readonly string[]) =>
  expect(lines.join('')).toMatchFileSnapshot(`recordings/${name}.txt`)

test('a request is judged without an answer', async () => {
  const authorized = (value: string): Sent => ({ headers: [json, ['authorization', value]] })
  const typed = (value: string): Sent => ({ headers: [bearer, ['content-type', value]] })
  const cases: Sent[] = [
    {},
    { headers: [json] },
    ...[' ', 'Basic eDp5', 'Bearer', 'bearer a b', 'BEARER  a', 'Bearer "a"', 'Bearer a,b'].map(authorized),
    { headers: [bearer] },
    ...['text/plain', 'Application/JSON;charset=utf-8', 'application/jsonp'].map(typed),
    ...['', ' \n\t\r', '{"id":1', '[]', 'null', '"plant"', '{}', Buffer.from('"\xff"', 'latin1')].map(
      (body) => ({ body }),
    ),
    ...[
      '"1"',
      '1.5',
      '9223372036854775808',
      '1e400',
      '-9223372036854775809',
      'null',
      '7.0',
      '9007199254740993.5',
    ].map((id) => ({ body: `{"id":${id},"name":"a"}` })),
    { body: '{"id":1,"name":5,"tag":null}' },
    // Lenient parsers accept these, and not the last four.
    ...Object.values(values['refuses-json-extensions'])
      .filter((body) => !/^(?:callback|while)/.test(body))
      .map((body) => ({ body: body.replaceAll(/\$sign/g, '').replaceAll(/\$(?:id|digits|hex)/g, '7') })),
    ...['{"id":1,,"name":"a"}', '{"id":1 "name":"a"}', 'plant', '<id>1</id>'].map((body) => ({ body })),
    { method: 'GET' },
    { method: 'GET', path: '/pots', headers: [] },
    { query: ['a', 'b'], headers: [json], body: '{}' },
  ]
  await expectRecorded(
    'requests',
    cases.map((sent) => describeVerdicts(JSON.stringify(sent), judgeExchange(toRequest(sent)))),
  )
})

test('what is wrong with a request decides what its answer must be', async () => {
  const wrong = { body: '{"id":1.5,"name":"Fern"}' }
  const missing = { headers: [json] }
  const tagged = { body: '{"id":1,"name":"Fern","tag":"a"}' }
  const cases: [title: string, sent: Sent, received: HttpAnswer, known?: Known][] = [
    ['created', {}, answer(200, fern)],
    ['created, with a tag', tagged, answer(200, '{"name":"Fern","tag":"a"}')],
    ['created, with a query', { query: ['a'] }, answer(200, fern)],
    ['another name', {}, answer(200, '{"name":"fern"}')],
    ['another tag', tagged, answer(200, '{"name":"Fern","tag":"b"}')],
    ['no tag', tagged, answer(200, fern)],
    ['a tag that is a number', tagged, answer(200, '{"name":"Fern","tag":1}')],
    ['half of a surrogate pair', { body: '{"id":1,"name":"\\ud800"}' }, answer(200, '{"name":"�"}')],
    ['no name', {}, answer(200, '{"tag":1,"id":2}')],
    ['a name that is a number', {}, answer(200, '{"name":5}')],
    ['a tag that was not sent', {}, answer(200, '{"name":"Fern","tag":""}')],
    ['a tag of null', {}, answer(200, '{"name":"Fern","tag":null}')],
    ['an id', {}, answer(200, '{"name":"Fern","id":1}')],
    ['201', {}, answer(201, fern)],
    ['204', {}, answer(204, '')],
    ['303', {}, answer(303, '')],
    ['an Error with 200', {}, answer(200, error)],
    ['a Plant with the members of an Error', {}, answer(200, '{"name":"Fern","error":1,"message":"no"}')],
    ['a 200 that is text/plain', {}, answer(200, fern, [['content-type', 'text/plain']])],
    ['a 200 without a content type', {}, answer(200, fern, [])],
    ...[
      ['', 'an empty body'],
      ['{', 'malformed JSON'],
      ['[]', 'an array'],
      [Buffer.from('"\xff"', 'latin1'), 'Latin-1'],
    ].map(([body, title]): (typeof cases)[number] => [`a 200 with ${title}`, {}, answer(200, body)]),
    ['a 200 in no coding', {}, { ...answer(200, fern), isMiscoded: true }],
    ['a 200 whose body is cut', {}, { ...answer(200, fern), isCut: true }],
    ['500', {}, answer(500, '')],
    ['409, which may be right', {}, answer(409, '')],
    ['422, which may be right', {}, answer(422, '')],
    ['400 that is no Error', {}, answer(400, '{}')],
    ['401 without a challenge', {}, answer(401, '')],
    ['403', {}, answer(403, '')],
    ['413', {}, answer(413, '')],
    ['429', {}, answer(429, '')],
    ['409 for a free id', {}, answer(409, ''), { id: 'free' }],
    ['422 for a stored id', {}, answer(422, ''), { id: 'stored' }],
    ['the stored texts for a stored id', tagged, answer(200, '{"name":"Moss","tag":"x"}'), { id: 'stored' }],
    ['the stored plant without a tag', tagged, answer(200, '{"name":"Moss"}'), { id: 'stored' }],
    ['a tag for a stored id', {}, answer(200, '{"name":"Moss","tag":"x"}'), { id: 'stored' }],
    ['no name for a stored id', {}, answer(200, '{}'), { id: 'stored' }],
    ['refused', wrong, answer(400, error)],
    ['422 for a body', wrong, answer(422, '')],
    ['303 for a body', wrong, answer(303, '')],
    ['a body that is accepted by mistake', wrong, answer(200, '{"name":5}')],
    ['malformed JSON that is accepted by mistake', { body: '{' }, answer(200, '{"name":"a","tag":"b"}')],
    ['an Error with 200 for a body', wrong, answer(200, error)],
    ['half an Error with 200 for a body', wrong, answer(200, '{"message":"no"}')],
    ['a 5xx for a body', wrong, answer(500, '')],
    ['a 5xx for credentials', missing, answer(500, '')],
    ['403 without credentials', missing, answer(403, '')],
    ['401 without credentials', missing, answer(401, '', [['www-authenticate', 'Bearer realm="a"']])],
    ['a 200 for an invalid token', {}, answer(200, fern), { isTokenInvalid: true }],
    ['403 for an invalid token', {}, answer(403, ''), { isTokenInvalid: true }],
    ['missing credentials with an invalid token', missing, answer(403, ''), { isTokenInvalid: true }],
  ]
  await expectRecorded(
    'answers',
    cases.map(([title, sent, received, known]) =>
      describeVerdicts(title, judgeExchange(toRequest(sent), received, known)),
    ),
  )
})

test('an Error is judged by its members, a challenge by its scheme, and no refusal may show internals', async () => {
  const bodies = [
    '',
    'no',
    '[]',
    error,
    '{"error":"1"}',
    '{"error":1.5,"message":null}',
    '{"error":2147483647,"message":""}',
    '{"error":2147483648,"message":"no"}',
    '{"error":-2147483648,"message":"no"}',
    '{"error":-2147483649,"message":"no"}',
    '{"error":9007199254740993,"message":[]}',
    '{"error":1e400,"message":{}}',
    '{"error":-1e400,"message":true}',
  ]
  const challenges = [
    'Bearer',
    'bearer realm="a"',
    'Basic, Bearer',
    'Bearer,Basic',
    'Basic realm="Bearer"',
    'Bearers',
  ]
  const traces = [
    'Error: no\n    at create (/app/plants.js:10:5)',
    '{"stack":"Error\\n    at create (/app/plants.js:10:5)"}',
    'at Plants.create(Plants.java:10)',
    'Traceback (most recent call last):',
    '{"message":"File \\"/app/plants.py\\", line 12"}',
    'goroutine 1 [running]:',
    "thread 'main' panicked at src/main.rs",
    '/app/plants.rb:10:in create',
    'Plants.cs:line 10',
    'Stack trace: #0',
    'the plant is at 10:30 in the garden',
    `${'\n'.repeat(120_000)}${' at '.repeat(30_000)}`,
    ` at ${':'.repeat(120_000)}`,
    `${'x'.repeat(490)}goroutine 1 [running]:`,
    `${'x'.repeat(480)}goroutine 1 [running]:`,
  ]
  const rule = 'refuses-malformed-json'
  const judge = (title: string, received: HttpAnswer, more: Partial<RefusedExpectation> = {}) =>
    describeVerdicts(title, judgeRefused(received, { rule, ...more }))
  await expectRecorded('refusals', [
    ...bodies.map((body) => judge(`400 ${body}`, answer(400, body))),
    judge('400 of another type', answer(400, error, [['content-type', 'text/html']])),
    judge('400 for a proxy', answer(400, 'no'), { isForHttpLayer: true }),
    judge('500 by another rule', answer(500, ''), { serverErrorRule: 'survives-deep-nesting' }),
    judge('499', answer(499, '')),
    ...challenges.map((value) => judge(`401 ${value}`, answer(401, '', [['www-authenticate', value]]))),
    ...traces.map((text) => judge(`418 ${text.slice(0, 70).trim()} (${text.length})`, answer(418, text))),
  ])
})

test('an answer to a valid plant is judged by the rule that the plant is about', async () => {
  const plant = { name: 'Fern', tag: 'a' }
  const expectations: CreatedExpectation[] = [
    { rule: 'id-zero' },
    { rule: 'text-keeps-unicode', textRule: 'text-keeps-unicode', openRule: 'text-limits' },
    { textRule: (text) => (text === 'a' ? 'text-keeps-digits' : undefined), openRule: 'text-limits' },
    { rule: 'accepts-chunked-body', legalStatus: 411 },
    { rule: 'survives-deep-nesting', openRule: 'unknown-members' },
  ]
  const received = [
    answer(200, '{"name":"Fern","tag":"a"}'),
    answer(200, '{"name":1,"tag":"b"}'),
    answer(200, '{"tag":"a"}'),
    answer(411, ''),
    answer(400, '{}'),
    answer(500, 'goroutine 1 [running]:'),
  ]
  await expectRecorded(
    'plants',
    expectations.flatMap((expectation) =>
      received.map((one) =>
        describeVerdicts(
          `${JSON.stringify(expectation)}: ${one.status} ${one.body}`,
          judgeCreated(one, plant, expectation),
        ),
      ),
    ),
  )
})

test('texts that look the same are shown apart', async () => {
  const [a50, z50, a30] = ['a'.repeat(50), 'z'.repeat(50), 'a'.repeat(30)]
  const pairs = [
    ['Fern\n', 'Fern'],
    ['e\u0301', 'é'],
    ['Fern', 'Moss\n'],
    [`${a50}é${z50}`, `${a50}e${z50}`],
    [a50, 'a'.repeat(35)],
    [`${a30}é`, `${a30}e`],
    [a50, 'Fern'],
  ] as const
  const lines = pairs.map(([sent, name]) => {
    const request = toRequest({ body: JSON.stringify({ id: 1, name: sent }) })
    const verdicts = judgeExchange(request, answer(200, JSON.stringify({ name })))
    return describeVerdicts(JSON.stringify([sent, name]), verdicts)
  })
  await expectRecorded('texts', lines)
})

test('deeply nested arrays in place of a text are refused like any other wrong value', () => {
  const nested = '['.repeat(10_000) + ']'.repeat(10_000)
  const [first] = judgeExchange(toRequest({ body: `{"id":1,"name":${nested}}` }), answer(200, fern))
  expect(first?.rule).toBe('refuses-name-of-wrong-type')
})
