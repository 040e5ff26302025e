import { expect, test } from 'vitest'
import type { HttpAnswer } from '../../src/http/exchange.ts'
import { judgeCoding, judgeHead } from '../../src/judge/judge-head.ts'

type Case = readonly [
  status: number,
  fields: Record<string, string | readonly string[]>,
  more?: Partial<HttpAnswer> | undefined,
]

/** Judges an answer with some header fields; an array of values is several fields. */
function findProblems([status, fields, more]: Case, method = 'POST'): string[] {
  const headers = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  )
  const answer = { version: '1.1', status, headers, body: Buffer.alloc(0), ...more }
  const verdicts = judgeHead({ method, path: '/plants', headers: [], pieces: [] }, answer)
  expect(new Set(verdicts.map(({ rule }) => rule))).toEqual(new Set(['answer-follows-http']))
  return verdicts.flatMap(({ kind, place, problem }) => (kind === 'kept' ? [] : [`${place}: ${problem}`]))
}

const date = 'Tue, 15 Nov 1994 08:12:31 GMT'

test.each<readonly [number, Record<string, string | readonly string[]>, Partial<HttpAnswer>?]>([
  [200, { 'content-type': 'application/json', 'content-length': '2', date }, { body: Buffer.from('{}') }],
  [401, { 'content-type': 'application/problem+json; charset="utf-8"; a=b' }],
  [401, { 'content-type': 'text/html;' }],
  [404, { 'content-type': ['text/html', 'text/html'] }],
  [404, { 'x-any': 'é\tf', 'x-empty': '', expires: '0', 'set-cookie': ['a=1', 'b=2'] }],
  [204, { 'content-length': '0' }],
  [304, { 'content-length': '12', etag: '"a"' }],
  [405, { allow: 'PUT' }],
  [405, { allow: '' }],
  [405, { allow: ['GET, HEAD', 'PUT'] }],
  [429, { 'retry-after': '120' }],
  [503, { 'retry-after': date }],
  [100, {}],
  [599, {}, { version: '1.0' }],
  [200, { date, 'last-modified': 'Tue, 15 Nov 1994 08:12:32 GMT' }],
  // The rules about these bodies judge them.
  [200, { 'content-type': 'json' }],
  [400, { 'content-type': '' }],
  [200, { 'content-encoding': 'gzip' }, { isMiscoded: true, body: Buffer.from('{}') }],
])('HTTP allows %s with %o', (...one) => {
  expect(findProblems(one as unknown as Case)).toEqual([])
})

test.each<readonly [...Required<Case>, problem: string]>([
  [99, {}, {}, '/response/status: the status must be from 100 to 599, got 99'],
  [600, {}, {}, '/response/status: the status must be from 100 to 599, got 600'],
  [400, {}, { version: '2.0' }, '/response: the answer must be HTTP/1.1 or HTTP/1.0, got HTTP/2.0'],
  [
    404,
    { date, 'last-modified': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    {},
    '/response/headers/last-modified: the header Last-Modified must not be later than the header Date',
  ],
  [101, {}, {}, '/response/headers/upgrade: a 101 must have the header Upgrade'],
  [405, {}, {}, '/response/headers/allow: a 405 must have the header Allow'],
  [426, {}, {}, '/response/headers/upgrade: a 426 must have the header Upgrade'],
  [407, {}, {}, '/response/headers/proxy-authenticate: a 407 must have the header Proxy-Authenticate'],
  [405, { allow: `!,!${',\t,!'.repeat(100)} GET` }, {}, expect.stringMatching(/must be a list of methods/)],
  [
    401,
    { 'content-type': `!/!;!="${'\t!=";\t;!=";'.repeat(100)}\t` },
    {},
    expect.stringMatching(/must be a media type/),
  ],
  [
    405,
    { allow: 'POST GET' },
    {},
    '/response/headers/allow: the header Allow must be a list of methods, got "POST GET"',
  ],
  [
    404,
    { 'content-type': 'html' },
    {},
    '/response/headers/content-type: the header Content-Type must be a media type, got "html"',
  ],
  [
    200,
    { 'content-type': 'application/json; charset' },
    {},
    '/response/headers/content-type: the header Content-Type must be a media type, got "application/json; charset"',
  ],
  [
    200,
    { date: '1994-11-15T08:12:31Z' },
    {},
    '/response/headers/date: the header Date must be a date such as Tue, 15 Nov 1994 08:12:31 GMT, got "1994-11-15T08:12:31Z"',
  ],
  [
    429,
    { 'retry-after': '1.5' },
    {},
    '/response/headers/retry-after: the header Retry-After must be a number of seconds or a date, got "1.5"',
  ],
  [
    404,
    { 'x-trace': 'a\u0001' },
    {},
    '/response/headers/x-trace: the header X-Trace must not have control characters',
  ],
  [
    404,
    { 'content-type': ['text/html', 'text/plain'] },
    {},
    '/response/headers/content-type: the answer must have one header Content-Type, got "text/html" and "text/plain"',
  ],
  [
    404,
    { 'content-length': ['1', '2'] },
    {},
    '/response/headers/content-length: the answer must have one header Content-Length, got "1" and "2"',
  ],
  [
    404,
    { 'content-length': '1', 'transfer-encoding': 'chunked' },
    {},
    '/response/headers/content-length: the answer must not have both a Content-Length and a Transfer-Encoding',
  ],
  [
    204,
    { 'content-length': '2' },
    {},
    '/response/headers/content-length: a 204 must not have a Content-Length',
  ],
  [
    204,
    { 'transfer-encoding': 'chunked' },
    {},
    '/response/headers/transfer-encoding: a 204 must not have a Transfer-Encoding',
  ],
  [205, {}, { body: Buffer.from('x') }, '/response/body: a 205 must not have a body'],
  [204, {}, { excess: 2 }, '/response/body: a 204 must not have a body'],
  [304, {}, { excess: 2 }, '/response/body: a 304 must not have a body'],
  [200, {}, { excess: 1 }, '/response/body: the answer has 1 byte after the end of its body'],
  [
    404,
    { 'content-encoding': 'gzip' },
    { isMiscoded: true, body: Buffer.from('x') },
    '/response/body: the body is not encoded as its Content-Encoding says',
  ],
])('HTTP forbids %s with %o and %o', (status, fields, more, problem) => {
  expect(findProblems([status, fields, more])).toEqual([problem])
})

test.each([
  ['GET', 'GET, POST', 'the header Allow of a 405 must not name GET, which it refuses'],
  ['GET', 'HEAD', 'the header Allow must name POST'],
  ['GET', 'POST, PUT', undefined],
])('a 405 for %s with the Allow %s', (method, allow, problem) => {
  const expected = problem === undefined ? [] : [`/response/headers/allow: ${problem}`]
  expect(findProblems([405, { allow }], method)).toEqual(expected)
})

test.each([
  // With two readings of each comma, this would never end.
  [`Bearer a=b${' , '.repeat(200)}"`, false],
  ['Bearer', true],
  ['bearer realm="a, b", error="x", Basic realm = y', true],
  ['Negotiate YWJj==, Bearer', true],
  ['Bearer realm=the plants', false],
  ['Bearer realm="plants', false],
  ['', false],
])('the challenge %s has the form of one: %s', (challenge, isRight) => {
  expect(findProblems([401, { 'www-authenticate': challenge }]).length === 0).toBe(isRight)
})

test('an answer to HEAD has no body', () => {
  expect(findProblems([200, { 'content-length': '12' }], 'HEAD')).toEqual([])
  expect(findProblems([200, {}, { excess: 12 }], 'HEAD')).toEqual([
    '/response/body: an answer to HEAD must not have a body',
  ])
})

test.each([
  [undefined, 'gzip', []],
  ['gzip', undefined, ['kept']],
  ['gzip, br;q=0.5', 'BR', ['kept']],
  ['*', 'gzip', ['kept']],
  ['gzip;q=0, *', 'gzip', ['error']],
  ['identity', 'gzip', ['error']],
  ['', 'gzip', ['error']],
  ['gzip', 'br', ['error']],
])('for a request that accepts %j, the content coding %j is judged as %j', (accepted, coding, kinds) => {
  const headers = accepted === undefined ? [] : [{ name: 'Accept-Encoding', value: accepted }]
  const request = { method: 'POST', path: '/plants', headers, pieces: [] }
  const fields = coding === undefined ? [] : [['content-encoding', coding] as const]
  const answer = { version: '1.1', status: 200, headers: fields, body: Buffer.alloc(0) }
  expect(judgeCoding(request, answer).map(({ kind }) => kind)).toEqual(kinds)
})
