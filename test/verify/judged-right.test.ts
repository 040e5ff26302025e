import { describe, expect, test } from 'vitest'
import { rightBackends } from './backends/right-backends.ts'
import { describeCorrect } from './describe-corpus.ts'
import { findBroken, judge } from './judge.ts'
import { startExpressBackend, startFastifyBackend } from './written-backends.ts'

// `npm run test:corpus` judges all of them.
describeCorrect(rightBackends.filter((_backend, index) => index % 12 === 0))

describe('no rule is broken by', () => {
  test.each([
    ['Fastify', startFastifyBackend],
    ['Express', startExpressBackend],
  ])('a hand-written backend with %s', async (_name, start) => {
    await using backend = await start()
    const report = await judge(backend.url, 3000)
    expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
  })
})
