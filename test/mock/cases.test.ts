import { expect, test } from 'vitest'
import { createMock, parseExactJson } from '../../src/index.ts'
import { failureNames } from '../../src/mock/failures.ts'
import { plainData } from '../adapters/adapters.ts'
import { cases } from '../adapters/cases.ts'
import { describeCases } from '../adapters/run-cases.ts'
import { matchesSchema } from '../tools/matches-schema.ts'

describeCases(plainData, cases)

const rejected = cases.filter(({ failure }) => failure !== undefined)

test('each rejection has a name, and a message that the recording has', async () => {
  const lines = new Set<string>()
  for (const { topic, title, options, stored, request, failure, response } of rejected) {
    const mock = createMock(options)
    await mock.records('plants').replaceAll(parseExactJson(stored) as unknown[])
    const rejection = await mock.handle(request)
    expect(rejection.failure, title).toBe(failure)
    if (response.error === undefined) continue
    const error = JSON.parse(String(rejection.body))
    expect(matchesSchema(error, 'Error'), title).toBe(true)
    lines.add(`${topic}: ${title}\n  ${error.message}\n`)
  }
  await expect([...lines].join('')).toMatchFileSnapshot('recordings/messages.txt')
})

/** What only a server, a failing storage, or an operation that the plant store hasn't can get. */
const elsewhere = [
  'malformed-request',
  'headers-too-large',
  'request-timeout',
  'invalid-parameter',
  'not-acceptable',
  'unknown-record',
  'wrong-state',
  'precondition-failed',
  'reused-idempotency-key',
]

test('each failure has a case', () => {
  const missing = failureNames.filter((name) => !rejected.some(({ failure }) => failure === name))
  expect(missing.filter((name) => !elsewhere.includes(name))).toEqual([])
})

test('titles are unique in a topic', () => {
  const names = cases.map(({ topic, preset, title }) => `${topic} ${preset} ${title}`)
  expect(names).toEqual([...new Set(names)])
})
