import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plantStore } from '../../src/contract/plant-store.ts'
import type { ExchangeOutcome } from '../../src/http/exchange.ts'
import { createSecondOpinion } from '../../src/prism/second-opinion.ts'
import { judgeTraffic } from '../../src/prism/violation.ts'

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
  { ...taken, body: '{"id":1,"name":"Fern","height":3}' },
  { ...taken, headers: { authorization: 'bearer local-token' } },
  { ...taken, body: '{"id":9007199254740993,"name":"Fern"}' },
  { ...taken, headers: { 'content-encoding': 'GZIP' }, body: gzipSync('{"id":1,"name":"Fern"}') },
  // Requests
  ...[
    '{"id":1}',
    '{"id":1.5,"name":"Fern"}',
    '{"id":9223372036854775808,"name":"Fern"}',
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

// Prism is large: how long it takes to load counts for no test.
const contract = plantStore()
const askPrism = await createSecondOpinion(contract)

test('violations of exchanges, and the opinions of Prism about them, are as recorded', async () => {
  const lines: string[] = []
  for (const row of rows) {
    const { target: path = '/plants', method = 'POST', body = '{"id":1,"name":"Fern"}', status } = row
    const { headers = {}, type = 'application/json', answer = '{"name":"Fern"}' } = row
    const fields = { authorization: 'Bearer local-token', 'content-type': 'application/json', ...headers }
    const sent = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    )
    const request = { method, path, headers: sent, pieces: [Buffer.from(body)] }
    const came =
      status === undefined
        ? undefined
        : {
            version: '1.1',
            status,
            headers: [['content-type', type] as const],
            body: Buffer.from(answer),
          }
    const outcome: ExchangeOutcome = came
      ? { kind: 'answer', answer: came }
      : { kind: 'unreachable', message: 'gone', reused: false }
    const judged = judgeTraffic(contract, { request, outcome, duration: 0 })
    const opinions = await askPrism(request, came, judged)
    const shown = { ...headers, body: typeof body === 'string' ? body : 'gzipped' }
    lines.push(`${method} ${path} ${JSON.stringify(shown)} → ${status} ${type} ${answer}`)
    for (const { side, severity, rule, place, message } of judged.violations)
      lines.push(`  ${severity} of the ${side}: ${rule}, ${place}: ${message}`)
    for (const { side, message } of opinions) lines.push(`  Prism of the ${side}: ${message}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/violations.txt')
})
