import { expect, test } from 'vitest'
import { rightBackends } from '../backends/right-backends.ts'
import { startPrismMock } from '../backends/start-prism-mock.ts'
import { describeCorrect, findBrokenMust } from '../describe-corpus.ts'
import { findBroken, judge } from '../judge.ts'
import { startFastifyBackend } from '../written-backends.ts'

describeCorrect(rightBackends, 3)

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

test('no must rule is broken by a hand-written backend with Fastify', async () => {
  await using backend = await startFastifyBackend()
  const report = await judge(backend.url, 3000)
  expect([report.outcome, findBroken(report)]).toEqual(['passed', []])
})
