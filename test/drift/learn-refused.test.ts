import { expect, test } from 'vitest'
import { learn } from '../../src/drift/drift.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { token } from './fake-service.ts'

test('a limit of nesting is found, roughly, and ids with a fraction, queries, and half pairs are refused', async () => {
  await using started = await startBackend({
    readBody(exchange) {
      if (exchange.request.url?.includes('?')) throw new Refusal('path', 'there is nothing here')
      return correct.readBody(exchange)
    },
    parse(text) {
      if (/"id":\s*-?\d+[.e]/i.test(text)) throw new Refusal('body', 'id must be an int64')
      if (/\\ud800/i.test(text) || text.includes('['.repeat(200)))
        throw new Refusal('body', 'the body is not JSON')
      return correct.parse(text)
    },
  })
  const { options, differences } = await learn(started.url, { token })
  expect(Object.keys(options.refuses ?? {}).sort()).toEqual([
    'deep-nesting',
    'fractional-id',
    'half-surrogate',
    'unexpected-query',
  ])
  expect(options.refuses?.['deep-nesting']).toContain('{201}')
  expect(differences).toEqual([])
})
