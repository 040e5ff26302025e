import { expect, test } from 'vitest'
import { rightBackends } from '../backends/right-backends.ts'
import { describeCorrect, findBrokenMust } from '../describe-corpus.ts'
import { judge } from '../judge.ts'
import { startPrismMock } from '../start-prism-mock.ts'

describeCorrect(rightBackends)

test("Prism's mock answers with its examples, loses digits, and hangs", async () => {
  await using mock = await startPrismMock()
  const report = await judge(mock.url, 500)
  expect(report.outcome).toBe('failed')
  expect(findBrokenMust(report)).toEqual([
    'plant-echoes-name',
    'plant-echoes-tag',
    'id-over-2-53',
    'refuses-fractional-id',
    'refuses-unissued-token',
    'answers-every-request',
  ])
})
