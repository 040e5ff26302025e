import { expect, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import { correct, toJsonAnswer } from './backends/parts.ts'
import { findBroken, judgePlants } from './judge.ts'

test.each([
  { failing: [200], failOnFlaky: true, status: 'failed', outcome: 'failed' },
  { failing: [120, 200, 300], failOnFlaky: false, status: 'warning', outcome: 'passed' },
])(
  'a service that responds with 502 to the requests $failing gets a warning, or fails the run if that is asked for',
  async ({ failing, failOnFlaky, status, outcome }) => {
    let sent = 0
    await using server = await startBackend({
      handle(exchange, parts) {
        if (!failing.includes(++sent)) return correct.handle(exchange, parts)
        return Promise.resolve(toJsonAnswer(502, '{"error":502,"message":"no"}'))
      },
    })
    const report = await judgePlants(server.url, { failOnFlaky, concurrency: 1 })
    const flaky = report.cases.find(({ title }) => title === 'flaky-requests')
    expect([findBroken(report), flaky?.status, report.outcome]).toEqual([[], status, outcome])
  },
)
