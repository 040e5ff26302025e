import { describe, expect, test } from 'vitest'
import { type VerifyReport, verify } from '../../../src/verify/verify.ts'
import { type Overrides, startBackend } from '../backends/create-backend.ts'
import { mistakesAbout } from '../backends/mistakes.ts'
import { rightBackends } from '../backends/right-backends.ts'

async function judge(backend: Overrides, runs = 1): Promise<VerifyReport[]> {
  await using server = await startBackend(backend)
  const reports: VerifyReport[] = []
  while (reports.length < runs)
    reports.push(
      await verify(server.url, {
        token: 'local-token',
        requestLimit: 1000,
        limit: 600_000,
        level: 'protocol',
        seed: 1 + reports.length,
      }),
    )
  return reports
}

const isBroken = ({ cases }: VerifyReport): boolean =>
  cases.some(({ status }) => status === 'failed' || status === 'warning')

/** What needs more than a description says, or many runs. */
const missed = new Set([
  'a refusal names the plant of another request',
  'a name in the prototype is accepted',
  'an answer is cached by the first bytes of the body',
  'false and 0 as a tag are read as no tag',
  'an answer to HEAD has a body',
  'more than ten requests at once fail',
  'a slash must not be escaped',
])

describe.each(Object.entries(mistakesAbout))('mistakes about %s are found', (_about, mistakes) => {
  test.each(mistakes.filter(({ title }) => !missed.has(title)))('$title', async ({ backend }) => {
    const [report] = await judge(backend)
    expect(report && isBroken(report)).toBe(true)
  })
})

/** What they reject isn't shown in the description, which allows every string. */
const narrow = new Set(['names are unique'])

test.each(rightBackends.filter(({ title }) => !narrow.has(title)))(
  'nothing that must be is blamed twice in a row: $title',
  async ({ backend }) => {
    for (const report of await judge(backend, 2))
      expect(
        report.cases
          .filter(({ status, origin }) => status === 'failed' && origin === 'must')
          .map(({ title, findings }) => `${title}: ${findings[0]?.tried}: ${findings[0]?.problem}`),
      ).toEqual([])
  },
)
