import { describe, expect, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { connections, startRawBackend } from './backends/right/connections.ts'
import { findBroken, judge, rulesOfEachPhase } from './judge.ts'

describe('a correct backend breaks no rule, however it handles connections', () => {
  test.each(connections)('%s', async (_title, write) => {
    await using server = await startRawBackend(write)
    const report = await judge(server.url, 3000, { only: rulesOfEachPhase })
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  })
})

test('credentials that stick to a connection are one finding, whose command shows it on one connection', async () => {
  const known = new WeakSet<object>()
  await using server = await startBackend({
    getHeader(exchange, name) {
      const value = correct.getHeader(exchange, name)
      if (name !== 'Authorization') return value
      if (correct.isAuthorized(value)) known.add(exchange.request.socket)
      return known.has(exchange.request.socket) ? 'Bearer local-token' : value
    },
  })
  const only = ['refuses-missing-credentials', 'refuses-unissued-token', 'refuses-malformed-token'] as const
  const report = await judge(server.url, 60_000, { only, concurrency: 1 })
  expect(report.cases.map(({ word }) => word)).toEqual(['broken', 'hidden', 'hidden'])
  const [finding] = report.cases[0]?.findings ?? []
  expect(finding?.tried).toMatch(/, after a plain plant on its connection$/)
  expect(finding?.exchanges.map(({ request }) => request.curl)).toEqual([
    expect.stringMatching(/^curl -i -X POST .+ \$PLANT_STORE_TOKEN.+ --next -i -X POST /),
    '',
  ])
})
