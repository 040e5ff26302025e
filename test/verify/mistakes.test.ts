import { expect, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import type { Mistake } from './backends/mistakes/mistake.ts'
import { mistakesAbout } from './backends/mistakes.ts'
import { describeReport } from './describe-report.ts'
import { fixIds } from './fix-ids.ts'
import { findBroken, judge } from './judge.ts'

/** Judges a backend by the rule of its mistake alone, one request at a time, so that each run reports the same. */
async function judgeByRule({ rule, check = rule, backend, limits, isOfLoad }: Mistake) {
  await using server = await startBackend(backend)
  const options = { only: [rule, check], ...(!isOfLoad && { concurrency: 1 }), ...(limits && { limits }) }
  return await judge(server.url, 1000, options)
}

// `npm run test:corpus` judges all of them by all rules.
test.for(Object.entries(mistakesAbout))(
  'every mistake is found by its rule alone, and explained: %s',
  async ([topic, mistakes]: [string, readonly Mistake[]]) => {
    using _ids = fixIds()
    const missed: string[] = []
    const found: string[] = []
    for (const mistake of mistakes.filter(({ isSlow }) => !isSlow)) {
      const report = await judgeByRule(mistake)
      const name = `${mistake.rule}: ${mistake.title}`
      if (!findBroken(report).includes(mistake.rule)) missed.push(name)
      if (!mistake.isOfLoad) found.push(`${name}\n  ${describeReport(report)}\n`)
    }
    expect(missed).toEqual([])
    await expect(found.join('')).toMatchFileSnapshot(`recordings/mistakes/${topic}.txt`)
  },
)
