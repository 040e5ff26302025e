import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createReport } from '../../src/cli/proxy/create-report.ts'
import { openReports } from '../../src/cli/reports/open-reports.ts'
import { createFolder } from '../tools/folder.ts'

test('a job summary is cut at the size that GitHub Actions accepts', async () => {
  await using folder = createFolder({ 'summary.md': '' })
  vi.stubEnv('GITHUB_STEP_SUMMARY', folder.file('summary.md'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { writeFiles } = openReports({ report: [{ format: 'github' }] })
  const judgment = createReport('http://plants.example', 'error').toReport()
  const most = 1024 * 1024 - 100
  for (const [length, size] of [
    [10, undefined],
    [2 * most, most + Buffer.byteLength('…\n')],
  ] as const) {
    const before = readFileSync(folder.file('summary.md'))
    writeFiles({ ...judgment, facts: ['x'.repeat(length)] })
    const added = readFileSync(folder.file('summary.md')).subarray(before.length)
    if (size === undefined) expect(added.toString()).not.toContain('…')
    else expect(added.length).toBe(size)
  }
})
