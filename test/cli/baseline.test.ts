import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openBaseline } from '../../src/cli/baseline.ts'
import { anything } from '../../src/options/schema.ts'
import { applyBaseline } from '../../src/reports/baseline.ts'
import type { AnyBaselineEntry, Report } from '../../src/reports/report.ts'
import { judgments } from '../reports/sample-judgments.ts'
import { createFolder } from '../tools/folder.ts'

test.each(['known.yaml', 'known.json'])('what reorders text is an escape in %s', async (name) => {
  await using folder = createFolder({})
  const file = folder.file(name)
  const problem = 'the message is "\u202edetser\u2066"'
  const findings = [{ kind: 'error', place: '', problem, stable: problem, exchanges: [] }] as const
  const open = () => openBaseline({ baseline: file, updateBaseline: true }, anything, expect.unreachable)
  const failed = judgments['failed'] as Report
  const cases = failed.cases.slice(0, 1).map((one) => ({ ...one, findings }))
  const toReport = (entries: readonly AnyBaselineEntry[]) => ({
    ...failed,
    ...applyBaseline(cases, entries, 'known'),
  })
  ;(await open()).judge(toReport)
  expect(readFileSync(file, 'utf8')).not.toMatch(/\p{Cf}/u)
  expect((await open()).entries).toMatchObject([{ difference: problem }])
})
