import { expect, test } from 'vitest'
import type { HttpAnswer } from '../../src/http/exchange.ts'
import { judgeHead } from '../../src/judge/judge-head.ts'

/** An answer with some header fields, of which an array of values is several ones; to a POST, if there is no other method. */
type Case = readonly [
  status: number,
  fields: Record<string, string | readonly string[]>,
  more?: Partial<HttpAnswer>,
  method?: string,
]

const date = 'Tue, 15 Nov 1994 08:12:31 GMT'
const [body, x] = [Buffer.from('{}'), Buffer.from('x')]

const cases: readonly Case[] = [
  [200, { 'content-type': 'application/json', 'content-length': '2', date }, { body }],
  [401, { 'content-type': 'application/problem+json; charset="utf-8"; a=b' }],
  [401, { 'content-type': 'text/html;' }],
  [404, { 'content-type': ['text/html', 'text/html'] }],
  [404, { 'x-any': 'é\tf', 'x-empty': '', expires: '0', 'set-cookie': ['a=1', 'b=2'] }],
  [204, { 'content-length': '0' }],
  [304, { 'content-length': '12', etag: '"a"' }],
  ...['PUT', '', ['GET, HEAD', 'PUT']].map((allow): Case => [405, { allow }]),
  [429, { 'retry-after': '120' }],
  [503, { 'retry-after': date }],
  [100, {}],
  [599, {}, { version: '1.0' }],
  [200, { etag: 'W/"é"', 'last-modified': date }],
  [200, { location: '/plants/%C3%A9?a=[b]#c', 'content-encoding': 'identity' }],
  [200, { etag: 'abc' }],
  [200, { location: '/plants/a b' }],
  [400, {}, { isUnspaced: true }],
  [401, { 'content-type': 'application/json' }, { body: Buffer.from([34, 0xe9, 34]) }],
  // The rules about these bodies judge them.
  [200, { 'content-type': 'json' }],
  [400, { 'content-type': '' }],
  [200, { 'content-encoding': 'gzip' }, { isMiscoded: true, body }],
  ...[99, 600, 405].map((status): Case => [status, {}]),
  [400, {}, { version: '2.0' }],
  [405, { allow: `!,!${'\t,!'.repeat(100)} GET` }],
  [401, { 'content-type': `!/!;!="${'\t!=";\t;!=";'.repeat(100)}\t` }],
  [405, { allow: 'POST GET' }],
  [404, { 'content-type': 'html' }],
  [200, { 'content-type': 'application/json; charset' }],
  [200, { date: '1994-11-15T08:12:31Z' }],
  [429, { 'retry-after': '1.5' }],
  [404, { 'x-trace': 'a\u0001' }],
  [404, { 'content-length': '1', 'transfer-encoding': 'chunked' }],
  [204, { 'content-length': '2' }],
  [204, { 'transfer-encoding': 'chunked' }],
  [204, {}, { excess: 2 }],
  [304, {}, { excess: 2 }],
  [200, {}, { excess: 1 }],
  [404, { 'content-encoding': 'gzip' }, { isMiscoded: true, body: x }],
  ...['GET, POST', 'HEAD', 'POST, PUT'].map((allow): Case => [405, { allow }, {}, 'GET']),
  ...[
    // With two readings of each comma, this would never end.
    `Bearer a=b${' , '.repeat(200)}"`,
    'Bearer',
    'bearer realm="a, b", error="x", Basic realm = y',
    'Negotiate YWJj==, Bearer',
    'Bearer realm=the plants',
    'Bearer realm="plants',
    '',
  ].map((challenge): Case => [401, { 'www-authenticate': challenge }]),
  [200, { 'content-length': '12' }, {}, 'HEAD'],
  [200, {}, { excess: 12 }, 'HEAD'],
]

test('the heads of answers that HTTP allows, and what is wrong with others, are as recorded', async () => {
  const lines = cases.map(([status, fields, more = {}, method = 'POST']) => {
    const headers = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value] as const),
    )
    const answer = { version: '1.1', status, headers, body: Buffer.alloc(0), ...more }
    const request = { method, path: '/plants', headers: [], pieces: [], isRaw: true as const }
    const verdicts = judgeHead(request, answer, 0)
    expect(new Set(verdicts.map(({ rule }) => rule))).toEqual(new Set(['answer-follows-http']))
    const problems = verdicts.flatMap(({ kind, place, problem }) =>
      kind === 'kept' ? [] : [`\n  ${place}: ${problem}`],
    )
    const shown = JSON.stringify([fields, { ...more, ...(more.body && { body: String(more.body) }) }])
    return `${method} ${status} ${shown.slice(0, 200)}${problems.join('')}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('recordings/heads.txt')
})
