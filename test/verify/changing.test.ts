import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { describeChanging } from './describe-corpus.ts'
import { rulesOfEachPhase } from './judge.ts'

describeChanging(rulesOfEachPhase)

test('a slow backend is judged with fewer requests, and the report says what was left out', async () => {
  let count = 0
  await using backend = await startBackend({
    async handle(exchange, parts) {
      // The first answers decide the plan, so the others needn't be slow.
      if (++count <= 10) await sleep(250)
      return correct.handle(exchange, parts)
    },
  })
  const report = await verify(backend.url, { token: 'local-token', only: rulesOfEachPhase })
  expect(report).toMatchObject({
    outcome: 'passed',
    leftOut: [
      '10 of 25 plain plants in a row',
      '24 of 48 plain plants at once',
      expect.stringMatching(/^\d+ % of the requests in unusual forms$/),
    ],
  })
})
