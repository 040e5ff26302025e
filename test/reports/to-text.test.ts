import { expect, test } from 'vitest'
import type { Report } from '../../src/reports/report.ts'
import { toText } from '../../src/reports/to-text.ts'
import { judgments } from './sample-judgments.ts'

test.each([60, 80, 400])('at %i columns only what has no space is longer than a line', (width) => {
  const { cases, ...rest } = judgments['failed'] as Report
  const judgment = { ...rest, cases: cases.map((one) => ({ ...one, reason: 'Not now. '.repeat(60).trim() })) }
  const lines = toText(judgment, { width }).split('\n')
  const long = lines.filter((line) => line.length > width).map((line) => line.trim())
  expect(long.filter((line) => /[^\\] /.test(line.replace(/ \\$/, '')) && !line.startsWith('http'))).toEqual(
    [],
  )
  const wordsOf = (text: string) => text.split(/(?: \\)?\s+/).join(' ')
  expect(wordsOf(lines.join('\n'))).toBe(wordsOf(toText(judgment)))
})
