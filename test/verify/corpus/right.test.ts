import { expect, test } from 'vitest'
import { rules } from '../../../src/judge/generated/rules.ts'
import { isIn } from '../../../src/judge/rules.ts'
import { type Overrides, startBackend } from '../backends/create-backend.ts'
import { writeBehind } from '../backends/right/services.ts'
import { rightBackends } from '../backends/right-backends.ts'
import { startPrismMock } from '../backends/start-prism-mock.ts'
import { describeCorrect, findBrokenMust } from '../describe-corpus.ts'
import { judge } from '../judge.ts'

describeCorrect(rightBackends, 3)

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

test("Prism's mock answers with its examples, loses digits, and hangs", async () => {
  await using mock = await startPrismMock()
  const report = await judge(mock.url, 500)
  expect(report.outcome).toBe('failed')
  expect(findBrokenMust(report)).toEqual([
    'plant-echoes-name',
    'plant-echoes-tag',
    'id-over-2-53',
    'refuses-fractional-id',
    'refused-body-no-5xx',
    'refuses-unissued-token',
    'answers-every-request',
  ])
})
