import { expect, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import { correct, toJsonAnswer } from './backends/parts.ts'
import { findBroken, judgePlants } from './judge.ts'

test.each([
  ['responds with 502 once', [200]],
  ['responds with 502 several times', [120, 200, 300]],
])('a service that %s gets a warning, or fails the run if that is asked for', async (_what, failing) => {
  for (const failOnFlaky of [false, true]) {
    let sent = 0
    await using server = await startBackend({
      handle(exchange, parts) {
        if (!failing.includes(++sent)) return correct.handle(exchange, parts)
        return Promise.resolve(toJsonAnswer(502, '{"error":502,"message":"no"}'))
      },
    })
    const report = await judgePlants(server.url, { failOnFlaky, concurrency: 1 })
    expect(findBroken(report)).toEqual([])
    const flaky = report.cases.find(({ title }) => title === 'flaky-requests')
    expect([flaky?.status, report.outcome]).toEqual(
      failOnFlaky ? ['failed', 'failed'] : ['warning', 'passed'],
    )
  }
})
