import { expect, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { writeBehind } from './backends/right/services.ts'
import { rightBackends } from './backends/right-backends.ts'
import { describeCorrect } from './describe-corpus.ts'
import { findBroken, judge } from './judge.ts'
import { startExpressBackend } from './written-backends.ts'

// `npm run test:corpus` judges all of them.
describeCorrect(rightBackends.filter((_backend, index) => index % 20 === 0))

/** All rules but those about ids. */
const skip = rules.map(({ id }) => id).filter((id) => !isIn(id, 'ids'))

const alike: Overrides = { toStatus: () => 400, toError: () => ({ error: 0, message: '' }) }

test.each<[title: string, backend: Overrides]>([
  ['stores plants a moment after their answers', writeBehind],
  ['refuses a stored id like an invalid one', alike],
])(
  'a backend that %s gets the same verdict when the plants of earlier runs are stored',
  async (_title, backend) => {
    await using started = await startBackend(backend)
    for (const run of [1, 2]) {
      const report = await judge(started.url, 3000, { skip })
      expect([run, report.outcome, report.unjudged?.message]).toEqual([run, 'passed', undefined])
    }
  },
)

test('no must rule is broken by a hand-written backend with Express', async () => {
  await using backend = await startExpressBackend()
  const report = await judge(backend.url, 3000)
  expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
})
