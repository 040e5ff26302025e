import { expect, test } from 'vitest'
import { rightBackends } from './backends/right-backends.ts'
import { describeCorrect } from './describe-corpus.ts'
import { findBroken, judge } from './judge.ts'
import { startExpressBackend } from './written-backends.ts'

// `npm run test:corpus` judges all of them.
describeCorrect(rightBackends.filter((_backend, index) => index % 20 === 0))

test('no rule is broken by a hand-written backend with Express', async () => {
  await using backend = await startExpressBackend()
  const report = await judge(backend.url, 3000)
  expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
})
