import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { HttpAnswer } from '../../src/http/exchange.ts'
import { createValidateExchange } from '../../src/prism/validate-exchange.ts'

/** How an exchange differs from a right one; without a status, there is no answer. */
interface Row {
  target?: string
  method?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
  status?: number
  type?: string
  answer?: string
}

const error = '{"error":1,"message":"no"}'
const refused = { status: 400, answer: error }
const taken = { status: 200 }

const rows: readonly Row[] = [
  taken,
  {},
  { ...taken, target: '/plants?a=1' },
  { ...taken, body: '{"id":1,"name":"Fern","height":3}' },
  { ...taken, headers: { authorization: 'bearer local-token' } },
  { ...taken, body: '{"id":9007199254740993,"name":"Fern"}' },
  { ...taken, headers: { 'content-encoding': 'GZIP' }, body: gzipSync('{"id":1,"name":"Fern"}') },
  // Requests
  ...[
    '{"name":"Fern"}',
    '{"id":1}',
    '{"id":"1","name":"Fern"}',
    '{"id":1.5,"name":"Fern"}',
    '{"id":9223372036854775808,"name":"Fern"}',
    '{"id":1,"name":5}',
    '{"id":1,"name":"Fern","tag":null}',
    '{"id":"1","name":5}',
    '[]',
    '',
    '{"id":1',
  ].map((body): Row => ({ ...refused, body })),
  { body: '{"id":1}' },
  { ...refused, headers: { 'content-encoding': 'gzip' } },
  { ...refused, headers: { authorization: undefined }, status: 401 },
  { ...refused, headers: { authorization: 'Basic eDp5' }, status: 401 },
  { ...refused, headers: { authorization: 'Bearer other' }, status: 401 },
  { ...refused, headers: { 'content-type': 'text/plain' }, status: 415 },
  { ...refused, method: 'GET', body: '', status: 405 },
  { ...refused, target: '/other', status: 404 },
  // Answers
  ...['[]', '{"name"', '', '{}', '{"name":5}', '{"name":"Fern","tag":null}', '{"name":"Fern","tag":5}'].map(
    (answer): Row => ({ ...taken, answer }),
  ),
  { ...taken, answer: '{"name":"Fern","id":9007199254740993}' },
  { ...taken, type: 'text/plain' },
  { ...taken, type: 'application/json; charset=utf-8' },
  { status: 201 },
  ...['no', '', '{"message":"no"}', '{"error":1}', '{"error":2147483648,"message":"no"}'].map(
    (answer): Row => ({ ...refused, answer }),
  ),
  { ...refused, answer: '{"error":9223372036854775808,"message":"no"}' },
  ...[409, 413, 422, 500].map((status): Row => ({ status, answer: '' })),
]

test('violations of exchanges are as recorded', async () => {
  const validate = await createValidateExchange()
  const lines: string[] = []
  for (const row of rows) {
    const { target = '/plants', method = 'POST', body = '{"id":1,"name":"Fern"}', status } = row
    const { headers = {}, type = 'application/json', answer = '{"name":"Fern"}' } = row
    const fields = { authorization: 'Bearer local-token', 'Content-Type': 'application/json', ...headers }
    const sent = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    )
    const came = {
      status,
      headers: [['content-type', type]],
      body: Buffer.from(answer),
    } as unknown as HttpAnswer
    const found = await validate(
      { method, path: target, headers: sent, pieces: [Buffer.from(body)] },
      target,
      status === undefined ? undefined : came,
    )
    const shown = { ...headers, body: typeof body === 'string' ? body : 'gzipped' }
    lines.push(`${method} ${target} ${JSON.stringify(shown)} → ${status} ${type} ${answer}`)
    for (const { side, severity, rule, place, message } of found)
      lines.push(`  ${severity} of the ${side}: ${rule}, ${place}: ${message}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/violations.txt')
})
